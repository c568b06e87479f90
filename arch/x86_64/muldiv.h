/* SPDX-License-Identifier: MIT */
/* A product of 128 bits, divided at once: the processor can, C cannot without a library. */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* @a * @b / @c, rounded down. The result must fit in 64 bits: it faults otherwise. Any context. */
static __always_inline u64 mul_u64_u64_div_u64(u64 a, u64 b, u64 c)
{
	u64 high;

	__asm__("mulq %2\n\tdivq %3" : "+a"(a), "=&d"(high) : "rm"(b), "rm"(c) : "cc");
	return a;
}

static __always_inline unsigned __int128 div_u128_u64(unsigned __int128 n, u64 d)
{
	u64 high = (u64)(n >> 64), low = (u64)n, rest = high % d;

	__asm__("divq %2" : "+a"(low), "+d"(rest) : "r"(d) : "cc");
	return (unsigned __int128)(high / d) << 64 | low;
}
