/* SPDX-License-Identifier: MIT */
/* Minimum, maximum and rounding. Arguments are evaluated once. */
#pragma once

#define min(a, b)                                  \
	({                                         \
		__typeof__(a) _min_a = (a);        \
		__typeof__(b) _min_b = (b);        \
		_min_a < _min_b ? _min_a : _min_b; \
	})

#define max(a, b)                                  \
	({                                         \
		__typeof__(a) _max_a = (a);        \
		__typeof__(b) _max_b = (b);        \
		_max_a > _max_b ? _max_a : _max_b; \
	})

/* @align is a power of two. */
#define ALIGN_UP(x, align)   (((x) + (__typeof__(x))(align)-1) & ~((__typeof__(x))(align)-1))
#define ALIGN_DOWN(x, align) ((x) & ~((__typeof__(x))(align)-1))
#define DIV_ROUND_UP(n, d)   (((n) + (d)-1) / (d))
