/* SPDX-License-Identifier: MIT */
/* The files in /proc/PID: what is known about one task. Formats: proc(5). */
#include "arch/x86_64/unwind.h"
#include "kernel/fs/fdtable.h"
#include "kernel/fs/proc/proc_internal.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/stat.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"

#define USER_HZ		100ul /* clock ticks of /proc/PID/stat per second */
#define STACK_DEPTH_MAX 64

static u64 nsec_to_clock_t(u64 ns)
{
	return ns / (NSEC_PER_SEC / USER_HZ);
}

static pid_t task_ppid_nr(const struct task_struct *task)
{
	u64 flags;
	pid_t pid;

	spin_lock_irqsave(&tasklist_lock, flags);
	pid = task->parent ? task->parent->pid : 0;
	spin_unlock_irqrestore(&tasklist_lock, flags);
	return pid;
}

static noinline int comm_show(struct seq_file *m, struct task_struct *task)
{
	seq_printf(m, "%s\n", task->comm);
	return 0;
}

/* Kernel threads have no argument list. */
static noinline int proc_pid_cmdline_show(struct seq_file *m, struct task_struct *task)
{
	return 0;
}

/* The priority as nice(1) users know it: 20 + nice; real-time ones are negative. */
static int task_prio(const struct task_struct *task)
{
	return task->prio - MAX_RT_PRIO;
}

static noinline int proc_tgid_stat(struct seq_file *m, struct task_struct *task)
{
	u64 total = task_sched_runtime(task), user = task->utime;

	/* pid (comm) state ppid pgrp session tty_nr tpgid flags, four kinds of page faults */
	seq_printf(m, "%d (%s) %c %d 0 0 0 -1 %u 0 0 0 0", task->pid, task->comm,
		   task_state_to_char(task), task_ppid_nr(task), task->flags);
	/* utime stime cutime cstime priority nice num_threads itrealvalue starttime */
	seq_printf(m, " %lu %lu 0 0 %d %d 1 0 %lu", nsec_to_clock_t(user),
		   nsec_to_clock_t(total > user ? total - user : 0), task_prio(task),
		   task_nice(task), nsec_to_clock_t(task->start_time));
	/* vsize rss rsslim startcode endcode startstack kstkesp kstkeip, four signal sets, wchan,
	 * nswap cnswap */
	seq_puts(m, " 0 0 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0");
	/* exit_signal processor rt_priority policy, three delays, seven addresses, exit_code */
	seq_printf(m, " 17 %u %u %u 0 0 0 0 0 0 0 0 0 0 %d\n", task_cpu(task), task->rt_priority,
		   task->policy, READ_ONCE(task->exit_state) ? task->exit_code : 0);
	return 0;
}

static const char *task_state_name(const struct task_struct *task)
{
	switch (task_state_to_char(task)) {
	case 'R':
		return "R (running)";
	case 'S':
		return "S (sleeping)";
	case 'D':
		return "D (disk sleep)";
	case 'T':
		return "T (stopped)";
	case 'Z':
		return "Z (zombie)";
	case 'I':
		return "I (idle)";
	default:
		return "X (dead)";
	}
}

/* Bits as "0-2,5". */
static void show_cpu_list(struct seq_file *m, u64 mask)
{
	const char *separator = "";
	u32 first = 0, last;

	while ((first = cpumask_next(first - 1, mask)) < NR_CPUS) {
		for (last = first; last + 1 < NR_CPUS && cpumask_test_cpu(last + 1, mask); last++)
			;
		seq_printf(m, "%s%u", separator, first);
		if (last > first)
			seq_printf(m, "-%u", last);
		separator = ",";
		if (last + 1 == NR_CPUS)
			break;
		first = last + 1;
	}
}

static noinline int proc_pid_status(struct seq_file *m, struct task_struct *task)
{
	u64 allowed = READ_ONCE(task->cpus_allowed) & cpu_possible_mask;

	seq_printf(m, "Name:\t%s\n", task->comm);
	seq_printf(m, "State:\t%s\n", task_state_name(task));
	seq_printf(m, "Tgid:\t%d\nPid:\t%d\nPPid:\t%d\n", task->tgid, task->pid,
		   task_ppid_nr(task));
	seq_puts(m, "TracerPid:\t0\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n");
	seq_printf(m, "FDSize:\t%d\n", task->files ? NR_OPEN : 0);
	seq_printf(m, "Threads:\t1\nSigPnd:\t%016lx\n",
		   task->pending_signal ? 1ul << (task->pending_signal - 1) : 0ul);
	seq_printf(m, "Cpus_allowed:\t%lx\nCpus_allowed_list:\t", allowed);
	show_cpu_list(m, allowed);
	seq_printf(m, "\nvoluntary_ctxt_switches:\t%lu\n", READ_ONCE(task->nvcsw));
	seq_printf(m, "nonvoluntary_ctxt_switches:\t%lu\n", READ_ONCE(task->nivcsw));
	return 0;
}

static noinline int proc_pid_stack(struct seq_file *m, struct task_struct *task)
{
	u64 *entries = kmalloc_array(STACK_DEPTH_MAX, sizeof(*entries), GFP_KERNEL);
	unsigned int count = 0, i;

	if (!entries)
		return -ENOMEM;
	if (task == current) {
		count = stack_trace_save(entries, STACK_DEPTH_MAX, 0);
	} else if (try_get_task_stack(task)) {
		count = stack_trace_save_task(task, entries, STACK_DEPTH_MAX, 0);
		put_task_stack(task);
	}
	for (i = 0; i < count; i++)
		seq_printf(m, "[<0>] %pB\n", (void *)entries[i]);
	kfree(entries);
	return 0;
}

const struct pid_entry pid_entries[] = {
	{"cmdline", 0444, proc_pid_cmdline_show}, {"comm", 0444, comm_show},
	{"stack", 0400, proc_pid_stack},	  {"stat", 0444, proc_tgid_stat},
	{"status", 0444, proc_pid_status},	  {},
};
