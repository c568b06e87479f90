/* SPDX-License-Identifier: MIT */
/*
 * Mutexes. The owner word alone decides who holds one; the list only says who
 * is to be woken. A woken sleeper competes with whoever comes by, so a mutex
 * that is free never waits for a particular task to run.
 */
#include "kernel/locks/mutex.h"

#include "kernel/locks/lock_stat.h"
#include "kernel/panic.h"
#include "kernel/sched/sched.h"
#include "lib/errno.h"
#include "trace/events/lock.h"

struct mutex_waiter {
	struct list_head node; /* [wait_lock] */
	struct task_struct *task;
};

void mutex_init(struct mutex *lock)
{
	lock->owner = NULL;
	spin_lock_init(&lock->wait_lock);
	INIT_LIST_HEAD(&lock->wait_list);
}

static __always_inline bool mutex_try_acquire(struct mutex *lock)
{
	return cmpxchg(&lock->owner, NULL, current) == NULL;
}

/*
 * Sleeps in @state until the mutex is ours, or, if that is TASK_INTERRUPTIBLE,
 * until we are killed. We are in the list before the mutex is tried again, and
 * mutex_unlock() frees it before it looks at the list: both are full barriers,
 * so either we get it or we are woken.
 */
static noinline int __mutex_lock_slowpath(struct mutex *lock, u32 state)
{
	struct mutex_waiter waiter = {.task = current};
	int error = 0;

	if (lock->owner == current)
		panic("mutex: %s/%d locks %px twice", current->comm, current->pid, lock);
	spin_lock(&lock->wait_lock);
	lock_stat.mutex_contended++;
	list_add_tail(&waiter.node, &lock->wait_list);
	trace_contention_begin(lock, LCB_F_MUTEX);
	for (;;) {
		set_current_state(state);
		if (mutex_try_acquire(lock))
			break;
		if (state == TASK_INTERRUPTIBLE && signal_pending(current)) {
			error = -EINTR;
			break;
		}
		spin_unlock(&lock->wait_lock);
		schedule();
		spin_lock(&lock->wait_lock);
	}
	__set_current_state(TASK_RUNNING);
	list_del(&waiter.node);
	/* The wake-up that we give up must reach the next one. */
	if (error && !lock->owner && !list_empty(&lock->wait_list))
		wake_up_process(
			list_first_entry(&lock->wait_list, struct mutex_waiter, node)->task);
	spin_unlock(&lock->wait_lock);
	trace_contention_end(lock, error);
	return error;
}

/* Under wait_lock the first sleeper cannot leave, so its task is still there. */
static noinline void __mutex_unlock_slowpath(struct mutex *lock)
{
	spin_lock(&lock->wait_lock);
	if (!list_empty(&lock->wait_list))
		wake_up_process(
			list_first_entry(&lock->wait_list, struct mutex_waiter, node)->task);
	spin_unlock(&lock->wait_lock);
}

void mutex_lock(struct mutex *lock)
{
	might_sleep();
	if (unlikely(!mutex_try_acquire(lock)))
		__mutex_lock_slowpath(lock, TASK_UNINTERRUPTIBLE);
}

int mutex_lock_interruptible(struct mutex *lock)
{
	might_sleep();
	if (likely(mutex_try_acquire(lock)))
		return 0;
	return __mutex_lock_slowpath(lock, TASK_INTERRUPTIBLE);
}

bool mutex_trylock(struct mutex *lock)
{
	return mutex_try_acquire(lock);
}

void mutex_unlock(struct mutex *lock)
{
	struct task_struct *owner = xchg(&lock->owner, NULL);

	if (unlikely(owner != current))
		panic("mutex: %s/%d unlocks %px that it does not hold", current->comm, current->pid,
		      lock);
	if (unlikely(!list_empty(&lock->wait_list)))
		__mutex_unlock_slowpath(lock);
}
