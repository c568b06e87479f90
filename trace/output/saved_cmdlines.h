/* SPDX-License-Identifier: MIT */
/*
 * Names of tasks that records speak of: of those that live from the list of
 * tasks, of those that have exited from a small table.
 */
#pragma once

#include "kernel/sched/task.h"
#include "trace/core/trace_event.h"

struct seq_file;

#define SAVED_CMDLINES_DEFAULT 128
#define SAVED_CMDLINES_MAX     4096

/* One name of the table, which the host reads too: scripts/host/tracedat.py. */
struct saved_cmdline {
	s32 pid;  /* 0: unused */
	s32 tgid; /* 0: not known, as the option record-tgid was off */
	char comm[TASK_COMM_LEN];
};

/*
 * Keeps the name of a task that is gone soon, unless the option record-cmd is off.
 * Context: task, preemption may be off.
 */
void trace_save_cmdline(struct task_struct *task);

/*
 * For the scheduler, when a task exits, and after its last switch: its name is kept if a record
 * speaks of it, what it records on its way out included.
 */
static inline void trace_cmdline_sched_process_exit(struct task_struct *task)
{
	if ((task->trace.flags & (TASK_TRACE_RECORDED | TASK_TRACE_SAVED)) == TASK_TRACE_RECORDED)
		trace_save_cmdline(task);
}

/*
 * Writes the name of task @pid: `<idle>` for 0, `<...>` if nobody knows it.
 * Context: task. Return: false for an unknown one.
 */
bool trace_lookup_cmdline(s32 pid, char comm[TASK_COMM_LEN]);
/* The same in any context: the name of a live task is not looked for, except current's. */
bool trace_lookup_cmdline_atomic(s32 pid, char comm[TASK_COMM_LEN]);
/* Return: the thread group of task @pid, or 0 if nobody knows it. Context: task. */
s32 trace_find_tgid(s32 pid);

/* How many names are kept. Changing it forgets all. Return: 0; -EINVAL: 0 or above the maximum. */
u32 trace_saved_cmdlines_size(void);
int trace_set_saved_cmdlines_size(unsigned long size);

/*
 * Prints `PID COMM` or `PID TGID`, a line for each exited task that is known, then for each
 * living one that has a record. Context: task.
 */
void trace_show_saved_cmdlines(struct seq_file *m);
void trace_show_saved_tgids(struct seq_file *m);
