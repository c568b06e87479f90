/* SPDX-License-Identifier: MIT */
/*
 * The list of all tasks, and their numbers: the next free one above the last,
 * and from PID_MAX back to RESERVED_PIDS.
 */
#include "kernel/sched/pid.h"

#include "kernel/sched/stat.h"
#include "lib/bitmap.h"
#include "lib/errno.h"

#define RESERVED_PIDS 300 /* given out once only, as the first ones */

DEFINE_SPINLOCK(tasklist_lock);
LIST_HEAD(task_list);

static DECLARE_BITMAP(pids_used, PID_MAX); /* [tasklist_lock] */
static pid_t last_pid;			   /* [tasklist_lock] */
static u32 nr_processes;		   /* [tasklist_lock] */
static u64 total_forks;			   /* [tasklist_lock] */

static pid_t alloc_pid(void)
{
	size_t pid = find_next_zero_bit(pids_used, PID_MAX, last_pid + 1);

	if (pid == PID_MAX)
		pid = find_next_zero_bit(pids_used, PID_MAX, RESERVED_PIDS);
	if (pid == PID_MAX)
		return -EAGAIN;
	__set_bit(pid, pids_used);
	last_pid = pid;
	return pid;
}

pid_t attach_pid(struct task_struct *p, struct task_struct *parent)
{
	pid_t pid;
	u64 flags;

	spin_lock_irqsave(&tasklist_lock, flags);
	pid = alloc_pid();
	if (pid > 0) {
		p->pid = pid;
		p->tgid = pid;
		p->parent = parent;
		list_add_tail(&p->sibling, &parent->children);
		list_add_tail(&p->tasks, &task_list);
		nr_processes++;
		total_forks++;
	}
	spin_unlock_irqrestore(&tasklist_lock, flags);
	return pid;
}

void detach_pid(struct task_struct *p)
{
	__clear_bit(p->pid, pids_used);
	list_del(&p->sibling);
	list_del(&p->tasks);
	nr_processes--;
}

struct task_struct *find_get_task_by_pid(pid_t pid)
{
	struct task_struct *p = pid > 0 ? get_next_task(pid) : NULL;

	if (p && p->pid != pid) {
		put_task_struct(p);
		p = NULL;
	}
	return p;
}

struct task_struct *get_next_task(pid_t pid)
{
	struct task_struct *p, *next = NULL;
	u64 flags;

	spin_lock_irqsave(&tasklist_lock, flags);
	list_for_each_entry (p, &task_list, tasks) {
		if (p->pid >= pid && (!next || p->pid < next->pid))
			next = p;
	}
	if (next)
		get_task_struct(next);
	spin_unlock_irqrestore(&tasklist_lock, flags);
	return next;
}

u32 get_nr_processes(void)
{
	return READ_ONCE(nr_processes);
}

u64 get_total_forks(void)
{
	return READ_ONCE(total_forks);
}

pid_t get_last_pid(void)
{
	return READ_ONCE(last_pid);
}
