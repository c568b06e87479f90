/* SPDX-License-Identifier: MIT */
/* What the scheduler tells the shadow stacks of trace/core/fgraph.h: one test of a word each. */
#pragma once

#include "kernel/sched/task.h"
#include "lib/compiler.h"

/* Every task has a shadow stack, or gets one. */
extern bool fgraph_in_use;
/* Time off the processor does not count. */
extern bool fgraph_sleep_is_left_out;

void fgraph_init_task(struct task_struct *task);
void fgraph_free_task(struct task_struct *task);
void fgraph_sched_switch(struct task_struct *prev, struct task_struct *next);

/* @task is in the list of tasks, or is an idle one, and has not run yet. Context: may sleep. */
static __always_inline void trace_fgraph_new_task(struct task_struct *task)
{
	if (unlikely(READ_ONCE(fgraph_in_use)))
		fgraph_init_task(task);
}

/* The last reference to @task is gone. Any context but NMI. */
static __always_inline void trace_fgraph_free_task(struct task_struct *task)
{
	if (unlikely(task->trace.fgraph != NULL))
		fgraph_free_task(task);
}

/* This processor goes on in @next. Interrupts are off. */
static __always_inline void trace_fgraph_sched_switch(struct task_struct *prev,
						      struct task_struct *next)
{
	if (unlikely(READ_ONCE(fgraph_sleep_is_left_out)))
		fgraph_sched_switch(prev, next);
}
