/* SPDX-License-Identifier: MIT */
/*
 * The bare lock word: 0 when free, else 1 + the number of the processor that
 * holds it, so that a report can name the owner. No accounting and no function
 * call: this is what the tracer and the panic path use. Everybody else takes
 * a spinlock_t.
 *
 * Not fair: whoever sees the word free first gets it. A virtual processor that
 * is not running then delays nobody but itself.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/percpu.h"

typedef struct {
	u32 owner;
} arch_spinlock_t;

#define ARCH_SPINLOCK_INIT \
	{                  \
		0          \
	}

/*
 * Context: any, but the caller sees to it that nothing on this processor that
 * can interrupt it takes the same lock: it would spin for ever.
 * Return: whether the lock is now held.
 */
static __always_inline bool arch_spin_trylock(arch_spinlock_t *lock)
{
	return !READ_ONCE(lock->owner) && cmpxchg(&lock->owner, 0, smp_processor_id() + 1) == 0;
}

/* Waits as long as it takes. Context: as arch_spin_trylock(). */
static __always_inline void arch_spin_lock(arch_spinlock_t *lock)
{
	while (!arch_spin_trylock(lock))
		cpu_relax();
}

/* What was written under the lock is seen by the next owner: pairs with its cmpxchg. */
static __always_inline void arch_spin_unlock(arch_spinlock_t *lock)
{
	smp_store_release(&lock->owner, 0);
}

/* Context: any; the answer may be old. Return: the processor that holds it, or -1. */
static __always_inline int arch_spin_owner(const arch_spinlock_t *lock)
{
	return (int)READ_ONCE(lock->owner) - 1;
}
