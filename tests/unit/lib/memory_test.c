/* SPDX-License-Identifier: MIT */
/* Every length and overlap up to some words, against a byte loop; heap blocks of the exact size. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "lib/string.h"

#define LENGTHS 200
#define SPREAD	80

static u8 byte_at(size_t i)
{
	return i * 37 + 11;
}

static void fill(u8 *block, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		block[i] = byte_at(i);
}

static void memcpy_copies_every_length_and_no_byte_more(void **state)
{
	for (size_t length = 0; length < LENGTHS; length++) {
		u8 *from = malloc(length), *to = malloc(length);

		fill(from, length);
		assert_ptr_equal(memcpy(to, from, length), to);
		for (size_t i = 0; i < length; i++)
			assert_int_equal(to[i], byte_at(i));
		free(from);
		free(to);
	}
}

static void memmove_survives_every_overlap(void **state)
{
	u8 block[LENGTHS + 2 * SPREAD];

	for (size_t length = 0; length < LENGTHS; length++) {
		for (int shift = -SPREAD; shift <= SPREAD; shift++) {
			u8 *from = block + SPREAD, *to = from + shift;

			fill(block, sizeof(block));
			assert_ptr_equal(memmove(to, from, length), to);
			for (size_t i = 0; i < sizeof(block); i++) {
				bool inside = block + i >= to && block + i < to + length;

				assert_int_equal(block[i], byte_at(inside ? i - shift : i));
			}
		}
	}
}

static void memset_fills_every_length_and_no_byte_more(void **state)
{
	for (size_t length = 0; length < LENGTHS; length++) {
		u8 *block = malloc(length);

		assert_ptr_equal(memset(block, 0x1a5, length), block);
		for (size_t i = 0; i < length; i++)
			assert_int_equal(block[i], 0xa5);
		free(block);
	}
}

static void memcmp_finds_the_first_difference(void **state)
{
	for (size_t length = 1; length < 40; length++) {
		u8 *a = malloc(length), *b = malloc(length);

		fill(a, length);
		fill(b, length);
		assert_int_equal(memcmp(a, b, length), 0);
		for (size_t i = 0; i < length; i++) {
			b[i] ^= 0x80;
			assert_int_equal(memcmp(a, b, length) < 0, a[i] < b[i]);
			assert_int_equal(memcmp(a, b, i), 0);
			b[i] ^= 0x80;
		}
		free(a);
		free(b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memcpy_copies_every_length_and_no_byte_more),
		cmocka_unit_test(memmove_survives_every_overlap),
		cmocka_unit_test(memset_fills_every_length_and_no_byte_more),
		cmocka_unit_test(memcmp_finds_the_first_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
