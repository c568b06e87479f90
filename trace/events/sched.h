/* SPDX-License-Identifier: MIT */
/*
 * Where the scheduler's events are: one NOP each while the event is off. What is
 * recorded: trace/events/sched_events.c. The callers hold what keeps the tasks.
 */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

struct task_struct;

/* @next goes on in the place of @prev, which sleeps in the state @prev_state, if it is not 0. */
EVENT_POINT(trace_sched_switch, sched_switch_key, sched_switch_event,
	    (bool preempted, const struct task_struct *prev, const struct task_struct *next,
	     u32 prev_state),
	    (preempted, prev, next, prev_state));

/* Somebody is about to wake @p; it is runnable; a new task is, for the first time. */
EVENT_POINT(trace_sched_waking, sched_waking_key, sched_waking_event, (const struct task_struct *p),
	    (p));
EVENT_POINT(trace_sched_wakeup, sched_wakeup_key, sched_wakeup_event, (const struct task_struct *p),
	    (p));
EVENT_POINT(trace_sched_wakeup_new, sched_wakeup_new_key, sched_wakeup_new_event,
	    (const struct task_struct *p), (p));
/* @p, still on its old processor, is to be on @cpu. */
EVENT_POINT(trace_sched_migrate_task, sched_migrate_task_key, sched_migrate_task_event,
	    (const struct task_struct *p, u32 cpu), (p, cpu));
/* It ran for @runtime ns since this was last said of it. */
EVENT_POINT(trace_sched_stat_runtime, sched_stat_runtime_key, sched_stat_runtime_event,
	    (const struct task_struct *p, u64 runtime), (p, runtime));

/* @child is made; @p runs the command @name; it ends; its memory is given back. */
EVENT_POINT(trace_sched_process_fork, sched_process_fork_key, sched_process_fork_event,
	    (const struct task_struct *parent, const struct task_struct *child), (parent, child));
EVENT_POINT(trace_sched_process_exec, sched_process_exec_key, sched_process_exec_event,
	    (const struct task_struct *p, const char *name), (p, name));
EVENT_POINT(trace_sched_process_exit, sched_process_exit_key, sched_process_exit_event,
	    (const struct task_struct *p), (p));
EVENT_POINT(trace_sched_process_free, sched_process_free_key, sched_process_free_event,
	    (const struct task_struct *p), (p));
/* The caller waits for the child @pid, or for any if it is not above 0. */
EVENT_POINT(trace_sched_process_wait, sched_process_wait_key, sched_process_wait_event, (pid_t pid),
	    (pid));

/* A kernel thread is told to end; it has, with @result. */
EVENT_POINT(trace_sched_kthread_stop, sched_kthread_stop_key, sched_kthread_stop_event,
	    (const struct task_struct *p), (p));
EVENT_POINT(trace_sched_kthread_stop_ret, sched_kthread_stop_ret_key, sched_kthread_stop_ret_event,
	    (int result), (result));
