/* SPDX-License-Identifier: MIT */
/* Arrays of bits. The contracts are in the header. */
#include "lib/bitmap.h"

#include "lib/math.h"

size_t find_next_bit_value(const unsigned long *bits, size_t size, size_t start, bool value)
{
	unsigned long flip = value ? 0 : ~0ul;
	unsigned long word;

	if (start >= size)
		return size;
	word = (READ_ONCE(bits[start / 64]) ^ flip) & ~0ul << (start % 64);
	for (start &= ~63ul; !word; word = READ_ONCE(bits[start / 64]) ^ flip) {
		start += 64;
		if (start >= size)
			return size;
	}
	return min(start + __ffs(word), size);
}

void bitmap_set(unsigned long *bits, size_t start, size_t count)
{
	for (; count; start++, count--)
		__set_bit(start, bits);
}

void bitmap_clear(unsigned long *bits, size_t start, size_t count)
{
	for (; count; start++, count--)
		__clear_bit(start, bits);
}

size_t bitmap_find_next_zero_area(const unsigned long *bits, size_t size, size_t start,
				  size_t count)
{
	while (start < size) {
		size_t end;

		start = find_next_zero_bit(bits, size, start);
		if (count > size - start)
			break;
		end = find_next_bit(bits, start + count, start);
		if (end == start + count)
			return start;
		start = end;
	}
	return size;
}

size_t bitmap_weight(const unsigned long *bits, size_t size)
{
	size_t weight = 0;

	for (size_t i = 0; i < BITS_TO_LONGS(size); i++)
		weight += hweight64(bits[i]);
	return weight;
}
