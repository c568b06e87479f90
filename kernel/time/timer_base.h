/* SPDX-License-Identifier: MIT */
/* What the two kinds of timers share: the way to the lock of one that may move meanwhile. */
#pragma once

#include "arch/x86_64/cpu.h"
#include "kernel/locks/spinlock.h"
#include "lib/compiler.h"

/*
 * Locks the base that a timer is on. @where: the timer's pointer to it, which is NULL while
 * it moves; the base begins with its lock. Context: interrupts off. Return: the base.
 */
static inline void *timer_lock_base(const void *where)
{
	spinlock_t *const *pointer = where;

	for (;;) {
		spinlock_t *lock = READ_ONCE(*pointer);

		if (lock) {
			spin_lock(lock);
			if (lock == READ_ONCE(*pointer))
				return lock;
			spin_unlock(lock);
		}
		cpu_relax();
	}
}
