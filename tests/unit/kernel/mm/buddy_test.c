/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "kernel/mm/buddy.h"

#define PAGES 4096ul

static struct page pages[PAGES];
static struct buddy buddy;

static int start_empty(void **state)
{
	for (unsigned long i = 0; i < PAGES; i++)
		pages[i] = (struct page){0};
	buddy_init(&buddy, pages, PAGES);
	return 0;
}

static unsigned int blocks_of(unsigned int order)
{
	unsigned int count = 0;
	struct list_head *at;

	list_for_each(at, &buddy.free[order]) count++;
	return count;
}

static void a_range_becomes_the_largest_aligned_blocks(void **state)
{
	buddy_add_range(&buddy, 3, 17);
	assert_int_equal(buddy.free_pages, 14);
	assert_int_equal(blocks_of(0), 2); /* 3 and 16 */
	assert_int_equal(blocks_of(2), 1); /* 4..7 */
	assert_int_equal(blocks_of(3), 1); /* 8..15 */
	assert_int_equal(pages[4].order, 2);
	assert_int_equal(pages[5].kind, PAGE_RESERVED);
}

static void blocks_are_aligned_and_disjoint(void **state)
{
	static u8 used[PAGES];
	unsigned int order = 0;
	struct page *page;

	buddy_add_range(&buddy, 1, PAGES - 1);
	for (; (page = buddy_alloc(&buddy, order % 5)); order++) {
		unsigned long pfn = (unsigned long)(page - pages);

		assert_int_equal(pfn % (1ul << (order % 5)), 0);
		for (unsigned long i = 0; i < 1ul << (order % 5); i++) {
			assert_in_range(pfn + i, 1, PAGES - 2);
			assert_int_equal(used[pfn + i], 0);
			used[pfn + i] = 1;
		}
	}
}

static void freeing_everything_merges_everything(void **state)
{
	static struct page *taken[PAGES + 1];
	unsigned long count = 0;

	buddy_add_range(&buddy, 0, PAGES);
	assert_int_equal(blocks_of(MAX_ORDER), PAGES >> MAX_ORDER);
	while ((taken[count] = buddy_alloc(&buddy, 0)))
		count++;
	assert_int_equal(count, PAGES);
	assert_int_equal(buddy.free_pages, 0);
	for (unsigned long i = 0; i < PAGES; i++) /* 1367 has no factor in common with 4096 */
		assert_true(buddy_free(&buddy, taken[i * 1367 % PAGES], 0));
	assert_int_equal(buddy.free_pages, PAGES);
	assert_int_equal(blocks_of(MAX_ORDER), PAGES >> MAX_ORDER);
}

static void wrong_frees_are_refused_and_change_nothing(void **state)
{
	struct page *page;

	buddy_add_range(&buddy, 0, 64);
	page = buddy_alloc(&buddy, 2);
	assert_false(buddy_free(&buddy, page, 1));
	assert_false(buddy_free(&buddy, page + 1, 2));
	assert_false(buddy_free(&buddy, page + 1, 0));
	assert_false(buddy_free(&buddy, pages + PAGES, 0));
	assert_false(buddy_free(&buddy, pages - 1, 0));
	assert_false(buddy_free(&buddy, pages + 100, 0));
	assert_int_equal(buddy.free_pages, 60);
	assert_true(buddy_free(&buddy, page, 2));
	assert_false(buddy_free(&buddy, page, 2));
	assert_int_equal(buddy.free_pages, 64);
	assert_int_equal(blocks_of(6), 1);
}

static void a_hole_is_never_merged_over(void **state)
{
	struct page *low, *high;

	buddy_add_range(&buddy, 0, 1);
	buddy_add_range(&buddy, 2, 3);
	high = buddy_alloc(&buddy, 0);
	low = buddy_alloc(&buddy, 0);
	assert_null(buddy_alloc(&buddy, 0));
	assert_true(buddy_free(&buddy, low, 0));
	assert_true(buddy_free(&buddy, high, 0));
	assert_int_equal(blocks_of(0), 2);
	assert_null(buddy_alloc(&buddy, 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_range_becomes_the_largest_aligned_blocks, start_empty),
		cmocka_unit_test_setup(blocks_are_aligned_and_disjoint, start_empty),
		cmocka_unit_test_setup(freeing_everything_merges_everything, start_empty),
		cmocka_unit_test_setup(wrong_frees_are_refused_and_change_nothing, start_empty),
		cmocka_unit_test_setup(a_hole_is_never_merged_over, start_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
