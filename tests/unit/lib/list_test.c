/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/list.h"

struct item {
	int value;
	struct list_head node;
	struct hlist_node hash_node;
};

/* The values in order, as one number: 1, 2, 3 gives 123. */
static int list_digits(struct list_head *head)
{
	struct item *item;
	int digits = 0, backwards = 0, power = 1;

	list_for_each_entry (item, head, node)
		digits = digits * 10 + item->value;
	list_for_each_entry_reverse(item, head, node)
	{
		backwards += item->value * power;
		power *= 10;
	}
	assert_int_equal(digits, backwards);
	return digits;
}

static void lists_grow_at_both_ends(void **state)
{
	LIST_HEAD(head);
	struct item a = {.value = 1}, b = {.value = 2}, c = {.value = 3};

	assert_true(list_empty(&head));
	assert_null(list_first_entry_or_null(&head, struct item, node));
	list_add(&b.node, &head);
	list_add(&a.node, &head);
	list_add_tail(&c.node, &head);
	assert_int_equal(list_digits(&head), 123);
	assert_true(list_is_last(&c.node, &head));
	assert_ptr_equal(list_first_entry(&head, struct item, node), &a);
	assert_ptr_equal(list_last_entry(&head, struct item, node), &c);
	assert_ptr_equal(list_next_entry(&a, node), &b);
	assert_ptr_equal(list_prev_entry(&c, node), &b);
}

static void members_leave_and_move(void **state)
{
	LIST_HEAD(head);
	struct item a = {.value = 1}, b = {.value = 2}, c = {.value = 3};

	list_add_tail(&a.node, &head);
	list_add_tail(&b.node, &head);
	list_add_tail(&c.node, &head);
	list_move(&c.node, &head);
	assert_int_equal(list_digits(&head), 312);
	list_move_tail(&c.node, &head);
	assert_int_equal(list_digits(&head), 123);
	list_del(&b.node);
	assert_null(b.node.next);
	assert_int_equal(list_digits(&head), 13);
	list_del_init(&a.node);
	assert_true(list_empty(&a.node));
	assert_int_equal(list_digits(&head), 3);
}

static void splicing_moves_all_members(void **state)
{
	LIST_HEAD(head);
	LIST_HEAD(more);
	struct item a = {.value = 1}, b = {.value = 2}, c = {.value = 3};

	list_splice_init(&more, &head);
	assert_true(list_empty(&head));
	list_add_tail(&a.node, &head);
	list_add_tail(&b.node, &more);
	list_add_tail(&c.node, &more);
	list_splice_init(&more, &head);
	assert_true(list_empty(&more));
	assert_int_equal(list_digits(&head), 231);
	list_splice_tail_init(&head, &more);
	assert_true(list_empty(&head));
	list_add_tail(&c.node, &head);
	list_del(&c.node);
	assert_int_equal(list_digits(&head), 0);
}

static void a_safe_walk_may_remove(void **state)
{
	LIST_HEAD(head);
	struct item items[5], *item, *next;

	for (int i = 0; i < 5; i++) {
		items[i].value = i + 1;
		list_add_tail(&items[i].node, &head);
	}
	list_for_each_entry_safe (item, next, &head, node) {
		if (item->value % 2)
			list_del(&item->node);
	}
	assert_int_equal(list_digits(&head), 24);
}

static void hash_chains_add_walk_and_remove(void **state)
{
	struct hlist_head head = {NULL};
	struct item items[4] = {0}, *item;
	struct hlist_node *next;
	int sum = 0;

	assert_true(hlist_empty(&head));
	hlist_for_each_entry(item, &head, hash_node) fail();
	for (int i = 0; i < 4; i++) {
		items[i].value = 1 << i;
		assert_true(hlist_unhashed(&items[i].hash_node));
		hlist_add_head(&items[i].hash_node, &head);
	}
	hlist_for_each_entry(item, &head, hash_node) sum += item->value;
	assert_int_equal(sum, 15);
	hlist_for_each_entry_safe(item, next, &head, hash_node)
	{
		if (item->value & 5)
			hlist_del_init(&item->hash_node);
	}
	sum = 0;
	hlist_for_each_entry(item, &head, hash_node) sum += item->value;
	assert_int_equal(sum, 10);
	hlist_del_init(&items[0].hash_node);
	assert_false(hlist_unhashed(&items[1].hash_node));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_grow_at_both_ends),
		cmocka_unit_test(members_leave_and_move),
		cmocka_unit_test(splicing_moves_all_members),
		cmocka_unit_test(a_safe_walk_may_remove),
		cmocka_unit_test(hash_chains_add_walk_and_remove),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
