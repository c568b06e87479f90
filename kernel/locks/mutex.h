/* SPDX-License-Identifier: MIT */
/*
 * Mutexes: mutual exclusion between tasks; who has to wait sleeps. The task
 * that locked it unlocks it. Not recursive. Taken and released in task context
 * with preemption and interrupts on.
 */
#pragma once

#include "kernel/locks/spinlock.h"
#include "lib/list.h"

struct task_struct;

struct mutex {
	struct task_struct *owner; /* NULL when free; changed only by cmpxchg and xchg */
	spinlock_t wait_lock;
	struct list_head wait_list; /* [wait_lock] sleepers, first come first woken */
};

#define MUTEX_INIT(name)                                                                   \
	{                                                                                  \
		.wait_lock = SPINLOCK_INIT, .wait_list = LIST_HEAD_INIT((name).wait_list), \
	}
#define DEFINE_MUTEX(name) struct mutex name = MUTEX_INIT(name)

void mutex_init(struct mutex *lock);

/* Sleeps until the mutex is the caller's; a kill does not end the wait. Context: task. */
void mutex_lock(struct mutex *lock);
/* The same, but a kill ends the wait. Return: 0, or -EINTR and not taken. */
int __must_check mutex_lock_interruptible(struct mutex *lock);
/* Never sleeps. Context: task. Return: whether it was taken. */
bool mutex_trylock(struct mutex *lock);
/* Wakes the first sleeper. Context: task, the owner. */
void mutex_unlock(struct mutex *lock);

static inline bool mutex_is_locked(const struct mutex *lock)
{
	return READ_ONCE(lock->owner) != NULL;
}
