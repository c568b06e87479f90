/* SPDX-License-Identifier: MIT */
/*
 * Where the scheduler tells the pid filters what happens to tasks: one test of
 * a word while no filter is set. What happens then: trace/core/pid_filter.c.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct task_struct;

/* Bit N: the pid filter of slot N has a list; and it also follows fork and exit. */
extern u64 pid_filter_used, pid_filter_following;

void pid_filter_sched_switch(const struct task_struct *next);
void pid_filter_sched_process_fork(const struct task_struct *parent,
				   const struct task_struct *child);
void pid_filter_sched_process_free(const struct task_struct *task);

/* This processor goes on in @next. Interrupts are off. */
static __always_inline void trace_pids_sched_switch(const struct task_struct *next)
{
	if (unlikely(READ_ONCE(pid_filter_used)))
		pid_filter_sched_switch(next);
}

/* @child has its number and has not run yet. Context: any but NMI. */
static __always_inline void trace_pids_sched_process_fork(const struct task_struct *parent,
							  const struct task_struct *child)
{
	if (unlikely(READ_ONCE(pid_filter_following)))
		pid_filter_sched_process_fork(parent, child);
}

/* The number of @task is about to belong to nobody. Context: any but NMI. */
static __always_inline void trace_pids_sched_process_free(const struct task_struct *task)
{
	if (unlikely(READ_ONCE(pid_filter_following)))
		pid_filter_sched_process_free(task);
}
