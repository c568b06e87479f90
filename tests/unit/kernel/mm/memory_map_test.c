/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "kernel/mm/memory_map.h"
#include "lib/math.h"

static void expect_ranges(const struct memory_map *map, unsigned int count,
			  const struct phys_range *expected)
{
	assert_int_equal(map->count, count);
	for (unsigned int i = 0; i < count; i++) {
		assert_int_equal(map->range[i].start, expected[i].start);
		assert_int_equal(map->range[i].end, expected[i].end);
	}
}

static void ranges_are_kept_sorted_and_apart(void **state)
{
	struct memory_map map = {0};

	assert_true(memory_map_add(&map, 0x5000, 0x6000));
	assert_true(memory_map_add(&map, 0x1000, 0x2000));
	assert_true(memory_map_add(&map, 0x3000, 0x4000));
	expect_ranges(&map, 3,
		      (struct phys_range[]){{0x1000, 0x2000}, {0x3000, 0x4000}, {0x5000, 0x6000}});
	assert_int_equal(memory_map_bytes(&map), 0x3000);
}

static void what_touches_is_merged(void **state)
{
	struct memory_map map = {0};

	memory_map_add(&map, 0x1000, 0x2000);
	memory_map_add(&map, 0x3000, 0x4000);
	memory_map_add(&map, 0x5000, 0x6000);
	memory_map_add(&map, 0x2000, 0x3000);
	expect_ranges(&map, 2, (struct phys_range[]){{0x1000, 0x4000}, {0x5000, 0x6000}});
	memory_map_add(&map, 0x800, 0x9000);
	expect_ranges(&map, 1, (struct phys_range[]){{0x800, 0x9000}});
	memory_map_add(&map, 0x1000, 0x2000);
	expect_ranges(&map, 1, (struct phys_range[]){{0x800, 0x9000}});
}

static void empty_and_backward_ranges_add_nothing(void **state)
{
	struct memory_map map = {0};

	assert_true(memory_map_add(&map, 0x1000, 0x1000));
	assert_true(memory_map_add(&map, 0xfffffffffffff000, 0x1000));
	assert_true(memory_map_remove(&map, 0x2000, 0x1000));
	assert_int_equal(map.count, 0);
}

static void removing_cuts_splits_and_deletes(void **state)
{
	struct memory_map map = {0};

	memory_map_add(&map, 0x1000, 0x9000);
	assert_true(memory_map_remove(&map, 0x3000, 0x4000));
	expect_ranges(&map, 2, (struct phys_range[]){{0x1000, 0x3000}, {0x4000, 0x9000}});
	assert_true(memory_map_remove(&map, 0x2800, 0x4800));
	expect_ranges(&map, 2, (struct phys_range[]){{0x1000, 0x2800}, {0x4800, 0x9000}});
	assert_true(memory_map_remove(&map, 0x0, 0x2800));
	expect_ranges(&map, 1, (struct phys_range[]){{0x4800, 0x9000}});
	assert_true(memory_map_remove(&map, 0x9000, 0xa000));
	expect_ranges(&map, 1, (struct phys_range[]){{0x4800, 0x9000}});
}

static void aligning_shrinks_and_drops(void **state)
{
	struct memory_map map = {0};

	memory_map_add(&map, 0x1001, 0x3fff);
	memory_map_add(&map, 0x5800, 0x6800);
	memory_map_add(&map, 0x8000, 0x9000);
	memory_map_align(&map, 0x1000);
	expect_ranges(&map, 2, (struct phys_range[]){{0x2000, 0x3000}, {0x8000, 0x9000}});
}

static void a_full_map_takes_no_more(void **state)
{
	struct memory_map map = {0};

	for (u64 i = 0; i < MEMORY_MAP_MAX; i++)
		assert_true(memory_map_add(&map, i * 0x10000, i * 0x10000 + 0x8000));
	assert_false(memory_map_add(&map, 0x9000, 0xa000));
	assert_false(memory_map_remove(&map, 0x2000, 0x3000));
	assert_int_equal(map.count, MEMORY_MAP_MAX);
	assert_int_equal(map.range[0].end, 0x2000);
	assert_true(memory_map_add(&map, 0x8000, 0x10000));
	assert_int_equal(map.count, MEMORY_MAP_MAX);
}

static void taking_prefers_the_highest_place_below_the_limit(void **state)
{
	struct memory_map map = {0};

	memory_map_add(&map, 0x1000, 0x5800);
	memory_map_add(&map, 0x10000, 0x12000);
	assert_int_equal(memory_map_take(&map, 0x1000, 0x1000, ~0ul), 0x11000);
	assert_int_equal(memory_map_take(&map, 0x2000, 0x1000, ~0ul), 0x3000);
	assert_int_equal(memory_map_take(&map, 0x1000, 0x1000, 0x2000), 0x1000);
	assert_int_equal(memory_map_take(&map, 0x4000, 0x1000, ~0ul), 0);
	expect_ranges(
		&map, 3,
		(struct phys_range[]){{0x2000, 0x3000}, {0x5000, 0x5800}, {0x10000, 0x11000}});
}

/* Against a plain array of bits, one per unit. */
static void random_changes_agree_with_a_bit_per_unit(void **state)
{
	struct memory_map map = {0};
	bool model[64] = {0};
	u32 random = 1;

	for (int round = 0; round < 20000; round++) {
		u64 start, end;
		bool add;

		random = random * 1664525 + 1013904223;
		start = random >> 26;
		end = min(start + (random >> 20 & 15), 64ul);
		add = random >> 10 & 1;
		if (add)
			assert_true(memory_map_add(&map, start, end));
		else
			assert_true(memory_map_remove(&map, start, end));
		for (u64 i = start; i < end; i++)
			model[i] = add;
		for (u64 i = 0, at = 0; i < 64; i++) {
			while (at < map.count && map.range[at].end <= i)
				at++;
			assert_int_equal(model[i], at < map.count && map.range[at].start <= i);
		}
		for (unsigned int i = 0; i + 1 < map.count; i++)
			assert_true(map.range[i].end < map.range[i + 1].start);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranges_are_kept_sorted_and_apart),
		cmocka_unit_test(what_touches_is_merged),
		cmocka_unit_test(empty_and_backward_ranges_add_nothing),
		cmocka_unit_test(removing_cuts_splits_and_deletes),
		cmocka_unit_test(aligning_shrinks_and_drops),
		cmocka_unit_test(a_full_map_takes_no_more),
		cmocka_unit_test(taking_prefers_the_highest_place_below_the_limit),
		cmocka_unit_test(random_changes_agree_with_a_bit_per_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
