/* SPDX-License-Identifier: MIT */
/*
 * Ordering between processors. x86 keeps stores in order and loads in order
 * (SDM vol. 3, 8.2.2); only a load may pass an earlier store, so only smp_mb()
 * costs an instruction. Each use names its pair.
 */
#pragma once

#include "lib/compiler.h"

static __always_inline void smp_mb(void)
{
	__asm__ volatile("lock addl $0, -4(%%rsp)" ::: "memory", "cc");
}

static __always_inline void smp_rmb(void)
{
	barrier();
}

static __always_inline void smp_wmb(void)
{
	barrier();
}

/* All accesses before it are visible before @value is. */
#define smp_store_release(ptr, value)        \
	do {                                 \
		barrier();                   \
		WRITE_ONCE(*(ptr), (value)); \
	} while (0)

/* No access after it happens before the load. */
#define smp_load_acquire(ptr)                                     \
	({                                                        \
		__typeof__(*(ptr)) _acquired = READ_ONCE(*(ptr)); \
		barrier();                                        \
		_acquired;                                        \
	})
