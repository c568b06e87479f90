/* SPDX-License-Identifier: MIT */
/*
 * Copying, filling and comparing memory, in 8-byte words where possible. x86
 * allows words at any address. The compiler calls these on its own for struct
 * copies, and so does the tracer: the Makefile keeps this file untraced and
 * from turning a loop below into a call of the function it is in.
 */
#include "lib/string.h"

/* Words at any address, of memory of any type. */
typedef u64 __attribute__((may_alias, aligned(1))) any_u64;
typedef u32 __attribute__((may_alias, aligned(1))) any_u32;

/*
 * Up to 16 bytes: the first and the last word cover everything and may overlap
 * each other. Both are read before either is written, so @to may overlap @from.
 */
static inline void copy_small(char *to, const char *from, size_t bytes)
{
	if (bytes >= 8) {
		u64 first = *(const any_u64 *)from;
		u64 last = *(const any_u64 *)(from + bytes - 8);

		*(any_u64 *)to = first;
		*(any_u64 *)(to + bytes - 8) = last;
	} else if (bytes >= 4) {
		u32 first = *(const any_u32 *)from;
		u32 last = *(const any_u32 *)(from + bytes - 4);

		*(any_u32 *)to = first;
		*(any_u32 *)(to + bytes - 4) = last;
	} else if (bytes) {
		char first = from[0], middle = from[bytes / 2], last = from[bytes - 1];

		to[0] = first;
		to[bytes / 2] = middle;
		to[bytes - 1] = last;
	}
}

/*
 * More than 16 bytes, from the front. The last word is read first, because with
 * @to below @from the loops may overwrite it. Four words at a time are what fits
 * the registers that need no saving.
 */
static inline void copy_forward(char *to, const char *from, size_t bytes)
{
	const char *stop = from + bytes - 8;
	u64 last = *(const any_u64 *)stop;
	char *to_last = to + bytes - 8;

	while (from + 24 < stop) {
		any_u64 *t = (any_u64 *)to;
		const any_u64 *f = (const any_u64 *)from;

		t[0] = f[0];
		t[1] = f[1];
		t[2] = f[2];
		t[3] = f[3];
		to += 32;
		from += 32;
	}
	for (; from < stop; to += 8, from += 8)
		*(any_u64 *)to = *(const any_u64 *)from;
	*(any_u64 *)to_last = last;
}

/* The same from the back, for @to above @from. */
static inline void copy_backward(char *to, const char *from, size_t bytes)
{
	u64 first = *(const any_u64 *)from;

	for (; bytes > 8; bytes -= 8)
		*(any_u64 *)(to + bytes - 8) = *(const any_u64 *)(from + bytes - 8);
	*(any_u64 *)to = first;
}

void *memcpy(void *to, const void *from, size_t bytes)
{
	if (bytes <= 16)
		copy_small(to, from, bytes);
	else
		copy_forward(to, from, bytes);
	return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
	if (bytes <= 16)
		copy_small(to, from, bytes);
	else if ((uintptr_t)to - (uintptr_t)from >= bytes)
		copy_forward(to, from, bytes);
	else
		copy_backward(to, from, bytes);
	return to;
}

void *memset(void *to, int byte, size_t bytes)
{
	u64 word = (u8)byte * 0x0101010101010101ul;
	char *p = to;
	char *last = p + bytes;

	if (bytes < 8) {
		while (p < last)
			*p++ = (char)byte;
		return to;
	}
	for (; bytes > 64; bytes -= 64, p += 64) {
		any_u64 *w = (any_u64 *)p;

		w[0] = word;
		w[1] = word;
		w[2] = word;
		w[3] = word;
		w[4] = word;
		w[5] = word;
		w[6] = word;
		w[7] = word;
	}
	for (; bytes > 8; bytes -= 8, p += 8)
		*(any_u64 *)p = word;
	*(any_u64 *)(last - 8) = word;
	return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
	const u8 *p = a, *q = b;

	for (; bytes >= 8 && *(const any_u64 *)p == *(const any_u64 *)q; bytes -= 8) {
		p += 8;
		q += 8;
	}
	for (; bytes; bytes--, p++, q++) {
		if (*p != *q)
			return *p - *q;
	}
	return 0;
}

void *memchr(const void *s, int byte, size_t bytes)
{
	for (const u8 *p = s; bytes; bytes--, p++) {
		if (*p == (u8)byte)
			return (void *)p;
	}
	return NULL;
}
