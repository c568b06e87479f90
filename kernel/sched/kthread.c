/* SPDX-License-Identifier: MIT */
/* Threads that serve the kernel, and kthreadd, which is the parent of them all. */
#include "kernel/sched/kthread.h"

#include <stdarg.h>

#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/completion.h"
#include "kernel/sched/fork.h"
#include "kernel/smp/cpumask.h"
#include "lib/printf.h"
#include "trace/events/sched.h"

#define KTHREAD_SHOULD_STOP 0 /* bit number in .flags */

struct kthread {
	int (*fn)(void *data);
	void *data;
	unsigned long flags;	  /* atomic bit operations */
	long result;		  /* written before .exited is complete */
	struct completion exited; /* complete once the thread runs none of its own code any more */
};

struct task_struct *kthreadd_task;

/* Where every kernel thread begins. One that is stopped before it was started does not start. */
static int kthread(void *arg)
{
	struct kthread *self = arg;

	self->result = kthread_should_stop() ? -EINTR : self->fn(self->data);
	return 0;
}

static __printf(3, 0) struct task_struct *kthread_create_args(int (*fn)(void *data), void *data,
							      const char *namefmt, va_list args)
{
	struct kernel_clone_args clone = {
		.fn = kthread,
		.flags = PF_KTHREAD,
		.parent = kthreadd_task,
	};
	char comm[TASK_COMM_LEN];
	struct task_struct *task;
	struct kthread *self = kzalloc(sizeof(*self), GFP_KERNEL);

	if (!self)
		return ERR_PTR(-ENOMEM);
	self->fn = fn;
	self->data = data;
	init_completion(&self->exited);
	vsnprintf(comm, sizeof(comm), namefmt, args);
	clone.arg = self;
	clone.kthread = self;
	clone.comm = comm;
	task = clone_task(&clone);
	if (IS_ERR(task))
		kfree(self);
	else
		/* Asleep, so that wake_up_process() starts it. */
		WRITE_ONCE(task->__state, TASK_IDLE);
	return task;
}

struct task_struct *kthread_create(int (*fn)(void *data), void *data, const char *namefmt, ...)
{
	struct task_struct *task;
	va_list args;

	va_start(args, namefmt);
	task = kthread_create_args(fn, data, namefmt, args);
	va_end(args);
	return task;
}

struct task_struct *kthread_create_on_cpu(int (*fn)(void *data), void *data, u32 cpu,
					  const char *namefmt, ...)
{
	struct task_struct *task;
	va_list args;

	va_start(args, namefmt);
	task = kthread_create_args(fn, data, namefmt, args);
	va_end(args);
	if (!IS_ERR(task))
		kthread_bind(task, cpu);
	return task;
}

void kthread_bind(struct task_struct *task, u32 cpu)
{
	u64 flags;

	spin_lock_irqsave(&task->pi_lock, flags);
	task->cpus_allowed = cpumask_of(cpu);
	task->flags |= PF_NO_SETAFFINITY;
	spin_unlock_irqrestore(&task->pi_lock, flags);
}

int kthread_stop(struct task_struct *task)
{
	struct kthread *self = task->kthread;
	int result;

	trace_sched_kthread_stop(task);
	get_task_struct(task);
	set_bit(KTHREAD_SHOULD_STOP, &self->flags);
	wake_up_process(task);
	wait_for_completion(&self->exited);
	result = self->result;
	put_task_struct(task);
	trace_sched_kthread_stop_ret(result);
	return result;
}

bool kthread_should_stop(void)
{
	struct kthread *self = current->kthread;

	return self && (READ_ONCE(self->flags) & (1ul << KTHREAD_SHOULD_STOP));
}

void kthread_complete(struct task_struct *task)
{
	if (task->kthread)
		complete_all(&task->kthread->exited);
}

void free_kthread_struct(struct task_struct *task)
{
	kfree(task->kthread);
}

int kthreadd(void *unused)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		trim_kernel_stacks(KERNEL_STACKS_KEPT);
		schedule();
	}
	return 0;
}
