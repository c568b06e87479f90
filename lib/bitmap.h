/* SPDX-License-Identifier: MIT */
/*
 * Arrays of bits in unsigned longs, bit 0 lowest. Sizes are in bits. Nothing is
 * atomic here. Bits between @size and the end of the last word are ignored when
 * searching and must be left 0 for bitmap_empty() and bitmap_weight().
 * Context: any.
 */
#pragma once

#include "lib/bitops.h"
#include "lib/string.h"

#define BITS_TO_LONGS(bits)	   (((bits) + 63) / 64)
#define DECLARE_BITMAP(name, bits) unsigned long name[BITS_TO_LONGS(bits)]

static inline void bitmap_zero(unsigned long *bits, size_t size)
{
	memset(bits, 0, BITS_TO_LONGS(size) * 8);
}

/* Return: the number of the first bit at or behind @start whose value is @value, or @size. */
size_t find_next_bit_value(const unsigned long *bits, size_t size, size_t start, bool value);

static inline size_t find_next_bit(const unsigned long *bits, size_t size, size_t start)
{
	return find_next_bit_value(bits, size, start, true);
}

static inline size_t find_next_zero_bit(const unsigned long *bits, size_t size, size_t start)
{
	return find_next_bit_value(bits, size, start, false);
}

static inline size_t find_first_bit(const unsigned long *bits, size_t size)
{
	return find_next_bit_value(bits, size, 0, true);
}

static inline size_t find_first_zero_bit(const unsigned long *bits, size_t size)
{
	return find_next_bit_value(bits, size, 0, false);
}

#define for_each_set_bit(bit, bits, size)                            \
	for ((bit) = find_first_bit((bits), (size)); (bit) < (size); \
	     (bit) = find_next_bit((bits), (size), (bit) + 1))

/* Sets, or clears, @count bits from @start. */
void bitmap_set(unsigned long *bits, size_t start, size_t count);
void bitmap_clear(unsigned long *bits, size_t start, size_t count);

/* Return: the first bit of @count zero bits in a row, at or behind @start; @size if there are none.
 */
size_t bitmap_find_next_zero_area(const unsigned long *bits, size_t size, size_t start,
				  size_t count);

/* Return: how many bits are set. */
size_t bitmap_weight(const unsigned long *bits, size_t size);

static inline bool bitmap_empty(const unsigned long *bits, size_t size)
{
	return find_first_bit(bits, size) == size;
}
