/* SPDX-License-Identifier: MIT */
/* The making of tasks, for the files of the scheduler. */
#pragma once

#include "kernel/sched/task.h"

/* What the kinds of new tasks differ in. */
struct kernel_clone_args {
	int (*fn)(void *arg);
	void *arg;
	const char *comm;
	u32 flags;		    /* PF_ */
	struct task_struct *parent; /* NULL: the caller, and inherit from it */
	struct kthread *kthread;    /* goes over to the task */
};

/* A task that is listed but was never queued, state TASK_NEW. Return: it, or ERR_PTR(). */
struct task_struct *clone_task(const struct kernel_clone_args *args);

/* kthread.c */

/* Parent of all kernel threads; pid 2. */
extern struct task_struct *kthreadd_task;
int kthreadd(void *unused);
/* With the last reference to its task. */
void free_kthread_struct(struct task_struct *task);
/* A kernel thread ends: who waits in kthread_stop() goes on. Context: do_exit(). */
void kthread_complete(struct task_struct *task);

/* A task outside the list, for a processor to be idle in. NULL: no memory. */
struct task_struct *alloc_idle_task(void);

/* Pid 1, which waits for orphans. */
extern struct task_struct *init_pid1_task;

/* Tasks can be made from here on. Boot. */
void fork_init(void);
