/* SPDX-License-Identifier: MIT */
/*
 * All that the ring needs from its surroundings. The unit tests bring a file of
 * the same name, and with it the ring runs on a host.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/local.h"
#include "kernel/locks/arch_spinlock.h"
#include "lib/math.h"
#include "trace/core/trace_clock.h"

/* Copies of pages that are being written race on purpose; a checker of races is told here. */
#define RING_RACY

/* Which clock a ring uses. The default one is read without a call. */
typedef trace_clock_t ring_clock_t;

static __always_inline bool ring_clock_is_local(ring_clock_t clock)
{
	return clock == trace_clock_local;
}

static __always_inline u64 ring_clock_local(void)
{
	return local_clock();
}

static __always_inline u64 ring_clock_read(ring_clock_t clock)
{
	return trace_clock_read(clock);
}

/* The address whose low @bits are those of @word: it is in the kernel's half. */
static __always_inline void *ring_canonical_address(u64 word, u32 bits)
{
	return (void *)(word | ~0ul << bits);
}

/* Serialises readers. Taken with interrupts off, so that a dump in an interrupt cannot hang. */
typedef arch_spinlock_t ring_lock_t;

static __always_inline u64 ring_lock(ring_lock_t *lock)
{
	u64 flags = local_irq_save();

	arch_spin_lock(lock);
	return flags;
}

static __always_inline void ring_unlock(ring_lock_t *lock, u64 flags)
{
	arch_spin_unlock(lock);
	local_irq_restore(flags);
}

/* Sub-buffers of @bytes, a power of two and aligned to it; NULL when there is none. May sleep. */
void *ring_page_alloc(u32 bytes);
void ring_page_free(void *page, u32 bytes);

/* Whether it makes sense to ask for that much. */
bool ring_memory_available(size_t bytes);

/* Zeroed memory of any size for tables; NULL when there is none. May sleep. */
void *ring_alloc(size_t bytes);
void ring_free(void *memory, size_t bytes);

/* Runs @fn with interrupts off on @cpu, or here if nothing runs there; returns when it is done. */
void ring_run_on_cpu(u32 cpu, void (*fn)(void *arg), void *arg);
