/* SPDX-License-Identifier: MIT */
/* The table of names of exited tasks, a ring: the oldest goes first. */
#include "trace/output/saved_cmdlines.h"

#include "arch/x86_64/irqflags.h"
#include "kernel/locks/arch_spinlock.h"
#include "lib/string.h"

static arch_spinlock_t saved_lock;				    /* taken with interrupts off */
static struct saved_cmdline saved_cmdlines[SAVED_CMDLINES_DEFAULT]; /* [saved_lock] */
static u32 saved_next;						    /* [saved_lock] */

void trace_save_cmdline(const struct task_struct *task)
{
	u64 flags = local_irq_save();
	struct saved_cmdline *saved;

	arch_spin_lock(&saved_lock);
	saved = &saved_cmdlines[saved_next++ % SAVED_CMDLINES_DEFAULT];
	saved->pid = task->pid;
	memcpy(saved->comm, task->comm, TASK_COMM_LEN);
	arch_spin_unlock(&saved_lock);
	local_irq_restore(flags);
}

/* The youngest with that pid: numbers are used again. [saved_lock] */
static const struct saved_cmdline *saved_cmdline_find(s32 pid)
{
	u32 age;

	for (age = 1; age <= SAVED_CMDLINES_DEFAULT; age++) {
		const struct saved_cmdline *saved =
			&saved_cmdlines[(saved_next - age) % SAVED_CMDLINES_DEFAULT];

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
