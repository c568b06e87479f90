/* SPDX-License-Identifier: MIT */
/*
 * Spin locks: short mutual exclusion between processors, where sleeping is not
 * possible. Holding one disables preemption. A lock that is also taken in an
 * interrupt handler must be taken with interrupts off everywhere (_irqsave);
 * one also taken in a softirq with softirqs off (_bh).
 *
 * They work from the first C instruction on. The out-of-line halves carry
 * Linux's names, since those show in traces.
 */
#pragma once

#include "arch/x86_64/irqflags.h"
#include "kernel/locks/arch_spinlock.h"

typedef struct {
	arch_spinlock_t raw;
} spinlock_t;

#define SPINLOCK_INIT                      \
	{                                  \
		.raw = ARCH_SPINLOCK_INIT, \
	}
#define DEFINE_SPINLOCK(name) spinlock_t name = SPINLOCK_INIT

static inline void spin_lock_init(spinlock_t *lock)
{
	lock->raw.owner = 0;
}

/* Context: any; nothing that can interrupt the caller takes the same lock. Preemption is off. */
void _raw_spin_lock(spinlock_t *lock);
void _raw_spin_unlock(spinlock_t *lock);
/* Return: whether it was taken; if not, nothing has changed. */
bool _raw_spin_trylock(spinlock_t *lock);
/* Interrupts must be on before, and are on afterwards. */
void _raw_spin_lock_irq(spinlock_t *lock);
void _raw_spin_unlock_irq(spinlock_t *lock);
/* Softirqs stay off while it is held; those raised meanwhile run at the unlock. Not in hardirq. */
void _raw_spin_lock_bh(spinlock_t *lock);
void _raw_spin_unlock_bh(spinlock_t *lock);
/* Context: any but NMI. Return: the flags for the unlock. */
u64 _raw_spin_lock_irqsave(spinlock_t *lock);
void _raw_spin_unlock_irqrestore(spinlock_t *lock, u64 flags);

static __always_inline void spin_lock(spinlock_t *lock)
{
	_raw_spin_lock(lock);
}

static __always_inline void spin_unlock(spinlock_t *lock)
{
	_raw_spin_unlock(lock);
}

static __always_inline bool spin_trylock(spinlock_t *lock)
{
	return _raw_spin_trylock(lock);
}

static __always_inline void spin_lock_irq(spinlock_t *lock)
{
	_raw_spin_lock_irq(lock);
}

static __always_inline void spin_unlock_irq(spinlock_t *lock)
{
	_raw_spin_unlock_irq(lock);
}

static __always_inline void spin_lock_bh(spinlock_t *lock)
{
	_raw_spin_lock_bh(lock);
}

static __always_inline void spin_unlock_bh(spinlock_t *lock)
{
	_raw_spin_unlock_bh(lock);
}

/* @flags is a u64 variable of the caller, written here. */
#define spin_lock_irqsave(lock, flags)                  \
	do {                                            \
		(flags) = _raw_spin_lock_irqsave(lock); \
	} while (0)

static __always_inline void spin_unlock_irqrestore(spinlock_t *lock, u64 flags)
{
	_raw_spin_unlock_irqrestore(lock, flags);
}

/* For assertions: somebody, not necessarily the caller, holds it. */
static __always_inline bool spin_is_locked(const spinlock_t *lock)
{
	return arch_spin_owner(&lock->raw) >= 0;
}

/* Context: any. Return: the processor that holds @lock, or -1; for reports. */
static __always_inline int spin_owner(const spinlock_t *lock)
{
	return arch_spin_owner(&lock->raw);
}
