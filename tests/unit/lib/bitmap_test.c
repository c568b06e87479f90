/* SPDX-License-Identifier: MIT */
/* Bit arrays, single bits and hashes. */
#include "tests/unit/unit.h"

#include "lib/bitmap.h"
#include "lib/hash.h"

#define BITS 150

static void searching_finds_every_single_bit(void **state)
{
	DECLARE_BITMAP(bits, BITS);

	for (size_t bit = 0; bit < BITS; bit++) {
		bitmap_zero(bits, BITS);
		assert_true(bitmap_empty(bits, BITS));
		__set_bit(bit, bits);
		assert_true(test_bit(bit, bits));
		assert_int_equal(bitmap_weight(bits, BITS), 1);
		assert_int_equal(find_first_bit(bits, BITS), bit);
		assert_int_equal(find_first_zero_bit(bits, BITS), bit ? 0 : 1);
		assert_int_equal(find_next_bit(bits, BITS, bit), bit);
		assert_int_equal(find_next_bit(bits, BITS, bit + 1), BITS);
		__clear_bit(bit, bits);
		assert_int_equal(find_first_bit(bits, BITS), BITS);
	}
}

static void bits_behind_the_size_are_not_found(void **state)
{
	unsigned long bits[2] = {0, ~0ul};

	assert_int_equal(find_first_bit(bits, 64), 64);
	assert_int_equal(find_first_bit(bits, 60), 60);
	bits[0] = ~0ul;
	assert_int_equal(find_first_zero_bit(bits, 10), 10);
	assert_int_equal(find_next_bit(bits, 10, 200), 10);
}

static void runs_are_set_cleared_and_found(void **state)
{
	DECLARE_BITMAP(bits, BITS);
	size_t bit, sum = 0;

	bitmap_zero(bits, BITS);
	bitmap_set(bits, 60, 10);
	bitmap_set(bits, 73, 1);
	assert_int_equal(bitmap_weight(bits, BITS), 11);
	for_each_set_bit (bit, bits, BITS)
		sum += bit;
	assert_int_equal(sum, 645 + 73);
	assert_int_equal(bitmap_find_next_zero_area(bits, BITS, 0, 60), 0);
	assert_int_equal(bitmap_find_next_zero_area(bits, BITS, 1, 60), 74);
	assert_int_equal(bitmap_find_next_zero_area(bits, BITS, 61, 3), 70);
	assert_int_equal(bitmap_find_next_zero_area(bits, BITS, 0, 77), BITS);
	bitmap_clear(bits, 60, 10);
	assert_int_equal(bitmap_weight(bits, BITS), 1);
}

static void powers_of_two_round_and_count(void **state)
{
	assert_int_equal(ilog2(1), 0);
	assert_int_equal(ilog2(4097), 12);
	assert_true(roundup_pow_of_two(1) == 1);
	assert_true(roundup_pow_of_two(4096) == 4096);
	assert_true(roundup_pow_of_two(4097) == 8192);
	assert_true(roundup_pow_of_two(1ul << 63) == 1ul << 63);
	assert_false(is_power_of_2(0));
	assert_true(is_power_of_2(1ul << 63));
	assert_false(is_power_of_2(3));
	assert_int_equal(fls64(0), 0);
	assert_int_equal(fls64(1ul << 63), 64);
	assert_int_equal(__ffs(0x90), 4);
	assert_int_equal(hweight64(0xf0f0f0f0f0f0f0f1), 33);
	assert_true(rol64(0x8000000000000001, 1) == 3);
	assert_true(rol64(5, 0) == 5);
	assert_true(GENMASK(7, 4) == 0xf0);
	assert_true(GENMASK(63, 0) == ~0ul);
}

static void hashes_stay_in_their_table_and_spread(void **state)
{
	unsigned int buckets[64] = {0};

	for (u64 i = 0; i < 6400; i++)
		buckets[hash_64(0xffffffff80000000 + i * 16, 6)]++;
	for (int i = 0; i < 64; i++)
		assert_in_range(buckets[i], 50, 200);
	assert_true(hash_64(~0ul, 32) <= 0xffffffff);
	assert_true(hash_bytes("ab", 2) != hash_bytes("ba", 2));
	assert_true(hash_bytes("ab", 2) == hash_bytes("ab", 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(searching_finds_every_single_bit),
		cmocka_unit_test(bits_behind_the_size_are_not_found),
		cmocka_unit_test(runs_are_set_cleared_and_found),
		cmocka_unit_test(powers_of_two_round_and_count),
		cmocka_unit_test(hashes_stay_in_their_table_and_spread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
