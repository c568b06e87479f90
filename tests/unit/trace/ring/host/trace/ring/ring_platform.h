/* SPDX-License-Identifier: MIT */
/*
 * The ring's surroundings on a host: a thread is a processor, a signal an
 * interrupt. Takes the place of the kernel's file of the same name.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/math.h"
#include "lib/types.h"

#undef READ_ONCE
#undef WRITE_ONCE
#define READ_ONCE(x)	 __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)

#define smp_load_acquire(ptr)	      __atomic_load_n((ptr), __ATOMIC_ACQUIRE)
#define smp_store_release(ptr, value) __atomic_store_n((ptr), (value), __ATOMIC_RELEASE)
#define smp_rmb()		      __asm__ volatile("" ::: "memory")

#define xchg(ptr, value) __atomic_exchange_n((ptr), (value), __ATOMIC_SEQ_CST)
#define cmpxchg(ptr, old, new)                                                                 \
	({                                                                                     \
		__typeof__(*(ptr)) _expected = (old);                                          \
		__atomic_compare_exchange_n((ptr), &_expected, (new), false, __ATOMIC_SEQ_CST, \
					    __ATOMIC_SEQ_CST);                                 \
		_expected;                                                                     \
	})

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
#include "arch/x86_64/local.h"
#else
/* A checker of races does not see what inline assembly does. */
static inline void local_inc(u64 *counter)
{
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static inline void local_inc32(u32 *counter)
{
	__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static inline void local_dec32(u32 *counter)
{
	__atomic_fetch_sub(counter, 1, __ATOMIC_RELAXED);
}

static inline bool local_cmpxchg(u64 *word, u64 old, u64 new)
{
	return __atomic_compare_exchange_n(word, &old, new, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

static inline bool local_cmpxchg_pair(u64 *pair, u64 old_low, u64 old_high, u64 new_low,
				      u64 new_high)
{
	unsigned __int128 old = (unsigned __int128)old_high << 64 | old_low;
	unsigned __int128 new = (unsigned __int128)new_high << 64 | new_low;

	return __atomic_compare_exchange_n((unsigned __int128 *)pair, &old, new, false,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline bool local_try_cmpxchg_pair(u64 *pair, u64 *old_low, u64 *old_high, u64 new_low,
					  u64 new_high)
{
	return local_cmpxchg_pair(pair, *old_low, *old_high, new_low, new_high);
}
#endif

#define RING_RACY __attribute__((no_sanitize("thread"), __noinline__))

typedef u64 (*ring_clock_t)(void);

/* Every clock counts as the one that is read without a call, so that the short way is taken. */
static inline bool ring_clock_is_local(ring_clock_t clock)
{
	return true;
}

static inline u64 ring_clock_read(ring_clock_t clock)
{
	return clock();
}

/* Memory here may be in either half. */
static inline void *ring_canonical_address(u64 word, u32 bits)
{
	return (void *)((s64)(word << (64 - bits)) >> (64 - bits));
}

u64 ring_clock_local(void);

typedef u32 ring_lock_t;

static inline u64 ring_lock(ring_lock_t *lock)
{
	while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
		;
	return 0;
}

static inline void ring_unlock(ring_lock_t *lock, u64 flags)
{
	__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}

void *ring_page_alloc(u32 bytes);
void ring_page_free(void *page, u32 bytes);
bool ring_memory_available(size_t bytes);
void *ring_alloc(size_t bytes);
void ring_free(void *memory, size_t bytes);
void ring_run_on_cpu(u32 cpu, void (*fn)(void *arg), void *arg);

/* The tests' own. Pages and tables that are allocated now; fail the N-th allocation from here. */
extern size_t host_allocated;
extern int host_fail_after;
/* How to run a function on a processor; NULL: call it. */
extern void (*host_run_on_cpu)(u32 cpu, void (*fn)(void *arg), void *arg);
