/* SPDX-License-Identifier: MIT */
/* The table of names of exited tasks, a ring: the oldest goes first. */
#include "trace/output/saved_cmdlines.h"

#include "arch/x86_64/irqflags.h"
#include "kernel/fs/seq_file.h"
#include "kernel/locks/arch_spinlock.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_options.h"

static arch_spinlock_t saved_lock;				/* taken with interrupts off */
static struct saved_cmdline saved_cmdlines[SAVED_CMDLINES_MAX]; /* [saved_lock] */
static u32 saved_size = SAVED_CMDLINES_DEFAULT;			/* of them in use [saved_lock] */
static u32 saved_next;						/* [saved_lock] */

void trace_save_cmdline(struct task_struct *task)
{
	struct saved_cmdline *saved;
	u64 flags;

	if (!(global_trace.options & TRACE_OPTION_RECORD_CMD))
		return;
	task->trace.flags |= TASK_TRACE_SAVED;
	flags = local_irq_save();
	arch_spin_lock(&saved_lock);
	saved = &saved_cmdlines[saved_next++ % saved_size];
	saved->pid = task->pid;
	saved->tgid = global_trace.options & TRACE_OPTION_RECORD_TGID ? task->tgid : 0;
	memcpy(saved->comm, task->comm, TASK_COMM_LEN);
	arch_spin_unlock(&saved_lock);
	local_irq_restore(flags);
}

/* The youngest with that pid: numbers are used again. [saved_lock] */
static const struct saved_cmdline *saved_cmdline_find(s32 pid)
{
	u32 age;

	for (age = 1; age <= min(saved_size, saved_next); age++) {
		const struct saved_cmdline *saved =
			&saved_cmdlines[(saved_next - age) % saved_size];

		if (saved->pid == pid)
			return saved;
	}
	return NULL;
}

bool trace_lookup_cmdline_atomic(s32 pid, char comm[TASK_COMM_LEN])
{
	const struct saved_cmdline *saved;
	u64 flags;

	if (!pid || pid == current->pid) {
		strscpy(comm, pid ? current->comm : "<idle>", TASK_COMM_LEN);
		return true;
	}
	flags = local_irq_save();
	saved = NULL;
	if (arch_spin_trylock(&saved_lock)) {
		saved = saved_cmdline_find(pid);
		strscpy(comm, saved ? saved->comm : "<...>", TASK_COMM_LEN);
		arch_spin_unlock(&saved_lock);
	} else {
		strscpy(comm, "<...>", TASK_COMM_LEN);
	}
	local_irq_restore(flags);
	return saved;
}

bool trace_lookup_cmdline(s32 pid, char comm[TASK_COMM_LEN])
{
	struct task_struct *task = pid ? find_get_task_by_pid(pid) : NULL;

	if (!task)
		return trace_lookup_cmdline_atomic(pid, comm);
	strscpy(comm, task->comm, TASK_COMM_LEN);
	put_task_struct(task);
	return true;
}

s32 trace_find_tgid(s32 pid)
{
	struct task_struct *task = pid ? find_get_task_by_pid(pid) : NULL;
	const struct saved_cmdline *saved;
	s32 tgid = 0;
	u64 flags;

	if (task) {
		tgid = task->tgid;
		put_task_struct(task);
		return tgid;
	}
	flags = local_irq_save();
	arch_spin_lock(&saved_lock);
	saved = pid ? saved_cmdline_find(pid) : NULL;
	if (saved)
		tgid = saved->tgid;
	arch_spin_unlock(&saved_lock);
	local_irq_restore(flags);
	return tgid;
}

u32 trace_saved_cmdlines_size(void)
{
	return READ_ONCE(saved_size);
}

int trace_set_saved_cmdlines_size(unsigned long size)
{
	u64 flags;

	if (!size || size > SAVED_CMDLINES_MAX)
		return -EINVAL;
	flags = local_irq_save();
	arch_spin_lock(&saved_lock);
	memset(saved_cmdlines, 0, sizeof(saved_cmdlines));
	saved_size = (u32)size;
	saved_next = 0;
	arch_spin_unlock(&saved_lock);
	local_irq_restore(flags);
	return 0;
}

/* The name that was saved @index places after the oldest one. Return: false behind the last. */
static bool saved_cmdline_get(u32 index, struct saved_cmdline *copy)
{
	u64 flags = local_irq_save();
	bool found;

	arch_spin_lock(&saved_lock);
	found = index < min(saved_size, saved_next);
	if (found)
		*copy = saved_cmdlines[(saved_next - min(saved_size, saved_next) + index) %
				       saved_size];
	arch_spin_unlock(&saved_lock);
	local_irq_restore(flags);
	return found;
}

static void show_saved(struct seq_file *m, const struct saved_cmdline *saved, bool tgid)
{
	if (!tgid)
		seq_printf(m, "%d %s\n", saved->pid, saved->comm);
	else if (saved->tgid)
		seq_printf(m, "%d %d\n", saved->pid, saved->tgid);
}

static void show_living(struct seq_file *m, bool tgid)
{
	struct task_struct *task;
	s32 pid = 0;

	while ((task = get_next_task(pid + 1))) {
		struct saved_cmdline living = {.pid = task->pid, .tgid = task->tgid};

		strscpy(living.comm, task->comm, sizeof(living.comm));
		if (task->trace.flags & TASK_TRACE_RECORDED)
			show_saved(m, &living, tgid);
		pid = task->pid;
		put_task_struct(task);
	}
}

void trace_show_saved_cmdlines(struct seq_file *m)
{
	struct saved_cmdline saved;

	for (u32 i = 0; saved_cmdline_get(i, &saved); i++)
		show_saved(m, &saved, false);
	show_living(m, false);
}

void trace_show_saved_tgids(struct seq_file *m)
{
	struct saved_cmdline saved;

	for (u32 i = 0; saved_cmdline_get(i, &saved); i++)
		show_saved(m, &saved, true);
	if (global_trace.options & TRACE_OPTION_RECORD_TGID)
		show_living(m, true);
}
