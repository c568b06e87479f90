/* SPDX-License-Identifier: MIT */
/*
 * The out-of-line halves of the spin locks: the lock word itself, and around it
 * what may happen to this processor meanwhile: preemption always off,
 * softirqs or interrupts off where asked for.
 */
#include "kernel/locks/spinlock.h"

#include "arch/x86_64/irqflags.h"
#include "kernel/irq/softirq.h"
#include "kernel/locks/lock_stat.h"
#include "kernel/panic.h"
#include "kernel/sched/preempt.h"
#include "trace/events/lock.h"

DEFINE_PER_CPU(struct lock_stat, lock_stat);

/*
 * Waits for a lock that somebody holds. Should that be this processor itself,
 * it would wait for ever: that is a bug of the caller's, and better said at once.
 */
static noinline void spin_lock_slowpath(spinlock_t *lock)
{
	u64 turns = 0;

	if (arch_spin_owner(&lock->raw) == (int)smp_processor_id())
		panic("spinlock: CPU %u waits for lock %px that it holds itself",
		      smp_processor_id(), lock);
	trace_contention_begin(lock, LCB_F_SPIN);
	do {
		cpu_relax();
		turns++;
	} while (!arch_spin_trylock(&lock->raw));
	trace_contention_end(lock, 0);
	lock_stat.spin_contended++;
	lock_stat.spin_turns += turns;
}

static __always_inline void spin_acquire(spinlock_t *lock)
{
	if (unlikely(!arch_spin_trylock(&lock->raw)))
		spin_lock_slowpath(lock);
}

void _raw_spin_lock(spinlock_t *lock)
{
	preempt_disable();
	spin_acquire(lock);
}

void _raw_spin_unlock(spinlock_t *lock)
{
	arch_spin_unlock(&lock->raw);
	preempt_enable();
}

bool _raw_spin_trylock(spinlock_t *lock)
{
	preempt_disable();
	if (arch_spin_trylock(&lock->raw))
		return true;
	preempt_enable();
	return false;
}

void _raw_spin_lock_irq(spinlock_t *lock)
{
	local_irq_disable();
	preempt_disable();
	spin_acquire(lock);
}

void _raw_spin_unlock_irq(spinlock_t *lock)
{
	arch_spin_unlock(&lock->raw);
	local_irq_enable();
	preempt_enable();
}

void _raw_spin_lock_bh(spinlock_t *lock)
{
	local_bh_disable();
	preempt_disable();
	spin_acquire(lock);
}

void _raw_spin_unlock_bh(spinlock_t *lock)
{
	arch_spin_unlock(&lock->raw);
	preempt_enable_no_resched();
	local_bh_enable();
}

u64 _raw_spin_lock_irqsave(spinlock_t *lock)
{
	u64 flags = local_irq_save();

	preempt_disable();
	spin_acquire(lock);
	return flags;
}

void _raw_spin_unlock_irqrestore(spinlock_t *lock, u64 flags)
{
	arch_spin_unlock(&lock->raw);
	local_irq_restore(flags);
	preempt_enable();
}
