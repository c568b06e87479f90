/* SPDX-License-Identifier: MIT */
/*
 * Counters and words that several processors change at once. Every operation
 * that returns a value is a full barrier, as on Linux. Any context, NMI included.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

typedef struct {
	int counter;
} atomic_t;

typedef struct {
	s64 counter;
} atomic64_t;

#define ATOMIC_INIT(value) \
	{                  \
		(value)    \
	}

static __always_inline int atomic_read(const atomic_t *v)
{
	return READ_ONCE(v->counter);
}

static __always_inline void atomic_set(atomic_t *v, int value)
{
	WRITE_ONCE(v->counter, value);
}

static __always_inline void atomic_add(int n, atomic_t *v)
{
	__atomic_fetch_add(&v->counter, n, __ATOMIC_SEQ_CST);
}

static __always_inline void atomic_inc(atomic_t *v)
{
	atomic_add(1, v);
}

static __always_inline void atomic_dec(atomic_t *v)
{
	atomic_add(-1, v);
}

static __always_inline int atomic_add_return(int n, atomic_t *v)
{
	return __atomic_add_fetch(&v->counter, n, __ATOMIC_SEQ_CST);
}

static __always_inline int atomic_inc_return(atomic_t *v)
{
	return atomic_add_return(1, v);
}

static __always_inline bool atomic_dec_and_test(atomic_t *v)
{
	return atomic_add_return(-1, v) == 0;
}

static __always_inline s64 atomic64_read(const atomic64_t *v)
{
	return READ_ONCE(v->counter);
}

static __always_inline void atomic64_set(atomic64_t *v, s64 value)
{
	WRITE_ONCE(v->counter, value);
}

static __always_inline s64 atomic64_add_return(s64 n, atomic64_t *v)
{
	return __atomic_add_fetch(&v->counter, n, __ATOMIC_SEQ_CST);
}

static __always_inline void atomic64_inc(atomic64_t *v)
{
	__atomic_fetch_add(&v->counter, 1, __ATOMIC_SEQ_CST);
}

/* Puts @value in place. Return: what was there. */
#define xchg(ptr, value) __atomic_exchange_n((ptr), (value), __ATOMIC_SEQ_CST)

/* Puts @new in place if @old is there. Return: what was there, so success is `== old`. */
#define cmpxchg(ptr, old, new)                                                                 \
	({                                                                                     \
		__typeof__(*(ptr)) _expected = (old);                                          \
		__atomic_compare_exchange_n((ptr), &_expected, (new), false, __ATOMIC_SEQ_CST, \
					    __ATOMIC_SEQ_CST);                                 \
		_expected;                                                                     \
	})

/* Bit operations on an array of unsigned long. Return, where there is one: the old bit. */
static __always_inline void set_bit(unsigned long nr, unsigned long *bits)
{
	__atomic_fetch_or(&bits[nr / 64], 1ul << (nr % 64), __ATOMIC_SEQ_CST);
}

static __always_inline void clear_bit(unsigned long nr, unsigned long *bits)
{
	__atomic_fetch_and(&bits[nr / 64], ~(1ul << (nr % 64)), __ATOMIC_SEQ_CST);
}

static __always_inline bool test_and_set_bit(unsigned long nr, unsigned long *bits)
{
	return __atomic_fetch_or(&bits[nr / 64], 1ul << (nr % 64), __ATOMIC_SEQ_CST) >> (nr % 64) &
	       1;
}

static __always_inline bool test_and_clear_bit(unsigned long nr, unsigned long *bits)
{
	return __atomic_fetch_and(&bits[nr / 64], ~(1ul << (nr % 64)), __ATOMIC_SEQ_CST) >>
		       (nr % 64) &
	       1;
}
