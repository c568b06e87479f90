/* SPDX-License-Identifier: MIT */
/* The table of histograms: alone, full, and with four threads adding at once. */
#include <pthread.h>
#include <stdlib.h>

#include "kernel/mm/vmalloc.h"
#include "lib/errno.h"
#include "tests/unit/unit.h"
#include "trace/events/hist_map.h"

#define THREADS	   4
#define ADDS	   200000
#define KEYS	   1000
#define KEY_WORDS  2
#define DATA_WORDS 2

void *vzalloc(size_t bytes)
{
	return calloc(1, bytes);
}

void vfree(const void *address)
{
	free((void *)address);
}

static u64 *add(struct hist_map *map, u64 number)
{
	u64 key[KEY_WORDS] = {number, number * 7};
	u64 *element = hist_map_insert(map, key, hist_map_hash(key, KEY_WORDS));

	if (element) {
		hist_word_add(&element[0], 1);
		hist_word_add(&element[1], number);
	} else {
		hist_word_add(&map->drops, 1);
	}
	return element;
}

static void a_size_is_rounded_up_and_held_to_its_range(void **state)
{
	struct hist_map map;

	assert_int_equal(hist_map_init(&map, 64, 1, 1), -EINVAL);
	assert_int_equal(hist_map_init(&map, HIST_MAP_SIZE_MAX + 1, 1, 1), -EINVAL);
	assert_int_equal(hist_map_init(&map, 129, 1, 1), 0);
	assert_int_equal(map.size, 256);
	hist_map_destroy(&map);
}

static void the_same_key_is_the_same_element(void **state)
{
	struct hist_map map;
	u64 key[KEY_WORDS] = {5, 35}, other[KEY_WORDS] = {5, 36};

	assert_int_equal(hist_map_init(&map, 128, KEY_WORDS, DATA_WORDS), 0);
	assert_null(hist_map_find(&map, key));
	assert_ptr_equal(add(&map, 5), add(&map, 5));
	assert_ptr_equal(hist_map_find(&map, key), add(&map, 5));
	assert_null(hist_map_find(&map, other));
	hist_map_clear(&map);
	assert_null(hist_map_find(&map, key));
	hist_map_destroy(&map);
}

static void a_full_table_refuses_new_keys_and_counts_old_ones(void **state)
{
	struct hist_map map;

	assert_int_equal(hist_map_init(&map, 128, KEY_WORDS, DATA_WORDS), 0);
	for (u64 i = 0; i < 128; i++)
		assert_non_null(add(&map, i));
	assert_null(add(&map, 128));
	assert_null(add(&map, 129));
	assert_int_equal(map.drops, 2);
	for (u64 i = 0; i < 128; i++)
		assert_int_equal(add(&map, i)[0], 2);
	hist_map_destroy(&map);
}

/* All threads add the same keys in the same order, so that they meet at new ones. */
static void *add_all(void *arg)
{
	for (u64 i = 0; i < ADDS; i++)
		add(arg, i / 16 % KEYS);
	return NULL;
}

static void add_from_all_threads(u32 size, u64 keys_least)
{
	struct hist_map map;
	pthread_t threads[THREADS];
	u64 hits = 0, keys = 0, sum = 0, expected = 0;

	assert_int_equal(hist_map_init(&map, size, KEY_WORDS, DATA_WORDS), 0);
	for (u32 i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, add_all, &map), 0);
	for (u32 i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (u32 i = 0; i < map.slot_count; i++) {
		u64 *element = hist_map_at(&map, i);

		if (!element)
			continue;
		keys++;
		hits += element[0];
		sum += element[1];
		assert_int_equal(element[1], element[0] * hist_map_key(&map, element)[0]);
		for (u32 j = 0; j < i; j++) {
			u64 *other = hist_map_at(&map, j);

			assert_true(!other ||
				    hist_map_key(&map, other)[0] != hist_map_key(&map, element)[0]);
		}
	}
	assert_int_equal(hits + map.drops, (u64)THREADS * ADDS);
	assert_true(keys >= keys_least && keys <= map.size);
	for (u64 i = 0; i < ADDS; i++)
		expected += i / 16 % KEYS * THREADS;
	if (!map.drops)
		assert_int_equal(sum, expected);
	hist_map_destroy(&map);
}

static void four_threads_lose_nothing(void **state)
{
	add_from_all_threads(2048, KEYS);
}

static void four_threads_on_a_full_table_count_what_is_dropped(void **state)
{
	add_from_all_threads(128, 120);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_size_is_rounded_up_and_held_to_its_range),
		cmocka_unit_test(the_same_key_is_the_same_element),
		cmocka_unit_test(a_full_table_refuses_new_keys_and_counts_old_ones),
		cmocka_unit_test(four_threads_lose_nothing),
		cmocka_unit_test(four_threads_on_a_full_table_count_what_is_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
