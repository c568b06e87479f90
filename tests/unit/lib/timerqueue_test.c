/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "lib/timerqueue.h"

#define NODES 500

static struct timerqueue_node nodes[NODES];
static bool queued[NODES];

static bool before(const struct timerqueue_node *a, const struct timerqueue_node *b)
{
	return a->expires != b->expires ? a->expires < b->expires : a->order < b->order;
}

/* The first by looking at all of them. */
static struct timerqueue_node *first_of_all(void)
{
	struct timerqueue_node *first = NULL;

	for (int i = 0; i < NODES; i++)
		if (queued[i] && (!first || before(&nodes[i], first)))
			first = &nodes[i];
	return first;
}

static void an_empty_queue_has_no_first(void **state)
{
	struct timerqueue_head head = {0};

	assert_null(timerqueue_getnext(&head));
}

static void add_tells_whether_the_node_is_first(void **state)
{
	struct timerqueue_head head = {0};
	struct timerqueue_node a = {.expires = 5}, b = {.expires = 7}, c = {.expires = 3};

	assert_true(timerqueue_add(&head, &a));
	assert_false(timerqueue_add(&head, &b));
	assert_true(timerqueue_add(&head, &c));
	assert_ptr_equal(timerqueue_getnext(&head), &c);
}

static void equal_times_leave_in_the_order_they_came(void **state)
{
	struct timerqueue_head head = {0};

	for (int i = 0; i < NODES; i++) {
		nodes[i].expires = 1;
		timerqueue_add(&head, &nodes[i]);
	}
	for (int i = 0; i < NODES; i++) {
		assert_ptr_equal(timerqueue_getnext(&head), &nodes[i]);
		timerqueue_del(&head, &nodes[i]);
	}
	assert_null(timerqueue_getnext(&head));
}

static void the_first_is_right_after_any_adding_and_removing(void **state)
{
	struct timerqueue_head head = {0};

	srandom(1);
	for (int step = 0; step < 20000; step++) {
		int i = random() % NODES;

		if (queued[i]) {
			timerqueue_del(&head, &nodes[i]);
		} else {
			nodes[i].expires = random() % 100;
			timerqueue_add(&head, &nodes[i]);
		}
		queued[i] = !queued[i];
		assert_ptr_equal(timerqueue_getnext(&head), first_of_all());
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_queue_has_no_first),
		cmocka_unit_test(add_tells_whether_the_node_is_first),
		cmocka_unit_test(equal_times_leave_in_the_order_they_came),
		cmocka_unit_test(the_first_is_right_after_any_adding_and_removing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
