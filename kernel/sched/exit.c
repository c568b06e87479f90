/* SPDX-License-Identifier: MIT */
/*
 * How a task ends, is waited for, and is killed. A dead task keeps its number
 * and exit code as a zombie until its parent asks for them; children of kthreadd
 * are not asked for, and vanish at once.
 */
#include "kernel/fs/fdtable.h"
#include "kernel/panic.h"
#include "kernel/sched/fork.h"
#include "kernel/sched/pid.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/wait.h"
#include "trace/core/pid_hooks.h"
#include "trace/events/sched.h"
#include "trace/events/signal.h"
#include "trace/output/saved_cmdlines.h"

struct task_struct *init_pid1_task;

/* Orphans go to init, zombies too: it waits for them. [tasklist_lock] */
static void reparent_children(struct task_struct *dying)
{
	struct task_struct *child, *next;

	list_for_each_entry_safe (child, next, &dying->children, sibling) {
		child->parent = init_pid1_task;
		list_move_tail(&child->sibling, &init_pid1_task->children);
		if (child->exit_state == EXIT_ZOMBIE)
			wake_up_all(&init_pid1_task->wait_chldexit);
	}
}

/* Takes a zombie out of the world; the scheduler may still hold it for a moment. [tasklist_lock] */
static void release_task(struct task_struct *p)
{
	p->exit_state = EXIT_DEAD;
	trace_pids_sched_process_free(p);
	detach_pid(p);
}

/* Tells the parent. Return: whether @p vanishes by itself. */
static noinline bool exit_notify(struct task_struct *p)
{
	bool vanishes;
	u64 flags;

	spin_lock_irqsave(&tasklist_lock, flags);
	reparent_children(p);
	vanishes = p->parent == kthreadd_task;
	if (vanishes) {
		release_task(p);
	} else {
		p->exit_state = EXIT_ZOMBIE;
		wake_up_all(&p->parent->wait_chldexit);
	}
	spin_unlock_irqrestore(&tasklist_lock, flags);
	return vanishes;
}

void do_exit(int code)
{
	struct task_struct *p = current;
	bool vanishes;

	if (in_interrupt() || is_idle_task(p))
		panic("sched: %s/%d ends in an interrupt or idle", p->comm, p->pid);
	if (p == init_pid1_task || p == kthreadd_task)
		panic("sched: %s/%d ends, status %x", p->comm, p->pid, code);
	__set_current_state(TASK_RUNNING);
	p->flags |= PF_EXITING;
	exit_files(p);
	exit_fs(p);
	trace_sched_process_exit(p);
	trace_cmdline_sched_process_exit(p);
	p->exit_code = code;
	vanishes = exit_notify(p);
	kthread_complete(p);
	if (vanishes)
		put_task_struct(p);
	do_task_dead();
}

/*
 * Looks for a dead child. Return: its pid; 0 if all that match live; -ECHILD if
 * none matches. @dead gets the child, and the list's reference to it.
 */
static pid_t reap_zombie(pid_t pid, struct task_struct **dead)
{
	struct task_struct *child;
	pid_t found = -ECHILD;
	u64 flags;

	spin_lock_irqsave(&tasklist_lock, flags);
	list_for_each_entry (child, &current->children, sibling) {
		if (pid > 0 && child->pid != pid)
			continue;
		found = 0;
		if (child->exit_state == EXIT_ZOMBIE) {
			found = child->pid;
			*dead = child;
			release_task(child);
			break;
		}
	}
	spin_unlock_irqrestore(&tasklist_lock, flags);
	return found;
}

pid_t kernel_wait4(pid_t pid, int *status, int options)
{
	struct task_struct *dead = NULL;
	pid_t found = 0;
	int error = 0;

	trace_sched_process_wait(pid);
	if (options & WNOHANG)
		found = reap_zombie(pid, &dead);
	else
		error = wait_event_interruptible(current->wait_chldexit,
						 (found = reap_zombie(pid, &dead)) != 0);
	if (error)
		return error;
	if (dead) {
		if (status)
			*status = dead->exit_code;
		put_task_struct(dead);
	}
	return found;
}

int wait_for_task_exit(pid_t pid, int *status)
{
	pid_t found = kernel_wait4(pid, status, 0);

	return found < 0 ? found : 0;
}

void send_sig(int sig, struct task_struct *p)
{
	bool ignored = (p->flags & PF_KTHREAD) || p == init_pid1_task;

	trace_signal_generate(sig, p, ignored);
	if (ignored)
		return;
	if (sig == SIGKILL)
		WRITE_ONCE(p->pending_signal, SIGKILL);
	else
		cmpxchg(&p->pending_signal, 0u, (u32)sig);
	try_to_wake_up(p, TASK_INTERRUPTIBLE);
}

void flush_signals(struct task_struct *p)
{
	WRITE_ONCE(p->pending_signal, 0);
}
