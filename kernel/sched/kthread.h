/* SPDX-License-Identifier: MIT */
/*
 * Threads that serve the kernel. They are children of kthreadd, take no
 * signals, and end by returning, or when kthread_stop() asks them to.
 */
#pragma once

#include "kernel/sched/sched.h"
#include "kernel/sched/task.h"
#include "lib/errno.h"

/*
 * Makes a stopped thread; start it with wake_up_process(). Its name is built
 * from @namefmt as by printf, cut to 15 bytes.
 * Context: task, may sleep. Return: the task, or ERR_PTR(-ENOMEM), ERR_PTR(-EAGAIN).
 * It stays valid until the thread ends by itself; who wants to keep it longer
 * (for kthread_stop()) calls get_task_struct() before starting it.
 */
struct task_struct *kthread_create(int (*fn)(void *data), void *data, const char *namefmt, ...)
	__printf(3, 4);

/* The same, bound to processor @cpu for ever. */
struct task_struct *kthread_create_on_cpu(int (*fn)(void *data), void *data, u32 cpu,
					  const char *namefmt, ...) __printf(4, 5);

/* Makes it and starts it. Value: as kthread_create(). */
#define kthread_run(fn, data, namefmt, ...)                                           \
	({                                                                            \
		struct task_struct *_task =                                           \
			kthread_create(fn, data, namefmt __VA_OPT__(, ) __VA_ARGS__); \
                                                                                      \
		if (!IS_ERR(_task))                                                   \
			wake_up_process(_task);                                       \
		_task;                                                                \
	})

/* Binds a thread that has not run yet to one processor. */
void kthread_bind(struct task_struct *task, u32 cpu);

/*
 * Asks the thread to end, wakes it, and waits until it has. A thread that
 * never ran ends without running. Only one caller, and only for a thread that
 * cannot have vanished: it runs until it is asked, or the caller holds a reference.
 * Context: task, sleeps. Return: what the thread function returned, or -EINTR if it never ran.
 */
int kthread_stop(struct task_struct *task);

/* For the thread itself: whether kthread_stop() was called. Test it after setting the state. */
bool kthread_should_stop(void);
