/* SPDX-License-Identifier: MIT */
/*
 * Single bits and powers of two. These are plain accesses; the atomic ones are
 * in arch/x86_64/atomic.h. Any context.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

#define BITS_PER_LONG 64
#define BIT(nr)	      (1ul << (nr))
#define GENMASK(hi, low)                                                         \
	((~0ul << (low)) & (~0ul >> (63 - (hi)))) /* bits low..hi, both included \
						   */

/* Number of the lowest bit set. @word is not 0. */
static __always_inline unsigned int __ffs(unsigned long word)
{
	return __builtin_ctzl(word);
}

/* Number of the highest bit set. @word is not 0. */
static __always_inline unsigned int __fls(unsigned long word)
{
	return 63 - __builtin_clzl(word);
}

/* Number of the highest bit set, counted from 1; 0 if there is none. */
static __always_inline unsigned int fls64(u64 word)
{
	return word ? __fls(word) + 1 : 0;
}

/* Number of bits set. */
static __always_inline unsigned int hweight64(u64 word)
{
	word -= word >> 1 & 0x5555555555555555ul;
	word = (word & 0x3333333333333333ul) + (word >> 2 & 0x3333333333333333ul);
	word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0ful;
	return word * 0x0101010101010101ul >> 56;
}

static __always_inline bool is_power_of_2(u64 n)
{
	return n && !(n & (n - 1));
}

/* Logarithm to base 2, rounded down. @n is not 0. */
static __always_inline unsigned int ilog2(u64 n)
{
	return __fls(n);
}

/* The smallest power of two that is not below @n; @n is 1 to 2^63. */
static __always_inline u64 roundup_pow_of_two(u64 n)
{
	return n <= 1 ? 1 : 1ul << fls64(n - 1);
}

static __always_inline u64 rol64(u64 word, unsigned int shift)
{
	return word << (shift & 63) | word >> (-shift & 63);
}

static __always_inline bool test_bit(unsigned long nr, const unsigned long *bits)
{
	return READ_ONCE(bits[nr / 64]) >> (nr % 64) & 1;
}

static __always_inline void __set_bit(unsigned long nr, unsigned long *bits)
{
	bits[nr / 64] |= 1ul << (nr % 64);
}

static __always_inline void __clear_bit(unsigned long nr, unsigned long *bits)
{
	bits[nr / 64] &= ~(1ul << (nr % 64));
}
