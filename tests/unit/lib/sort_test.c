/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/sort.h"

struct record { /* a size that is no multiple of 8 */
	int key;
	u8 copy[7];
} __attribute__((packed));

static int compare_records(const void *a, const void *b)
{
	const struct record *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

static int compare_key(const void *key, const void *element)
{
	const struct record *record = element;
	int wanted = *(const int *)key;

	return wanted < record->key ? -1 : wanted > record->key;
}

static void assert_sorts(size_t count, int (*key_of)(int i))
{
	struct record records[100];
	long sum = 0;

	for (size_t i = 0; i < count; i++) {
		records[i].key = key_of(i);
		for (int k = 0; k < 7; k++)
			records[i].copy[k] = records[i].key + k;
		sum += records[i].key;
	}
	sort(records, count, sizeof(records[0]), compare_records);
	for (size_t i = 0; i < count; i++) {
		if (i)
			assert_true(records[i - 1].key <= records[i].key);
		for (int k = 0; k < 7; k++)
			assert_int_equal(records[i].copy[k], (u8)(records[i].key + k));
		sum -= records[i].key;
	}
	assert_int_equal(sum, 0);
}

static int rising(int i)
{
	return i;
}

static int falling(int i)
{
	return -i;
}

static int mixed(int i)
{
	return i * 7919 % 101;
}

static int few_values(int i)
{
	return i * 7 % 3;
}

static void every_length_and_order_is_sorted(void **state)
{
	for (size_t count = 0; count <= 100; count++) {
		assert_sorts(count, rising);
		assert_sorts(count, falling);
		assert_sorts(count, mixed);
		assert_sorts(count, few_values);
	}
}

static void bsearch_finds_members_and_only_those(void **state)
{
	struct record records[50];

	for (size_t count = 0; count <= 50; count++) {
		for (size_t i = 0; i < count; i++)
			records[i].key = 2 * i;
		for (int key = -1; key <= 2 * (int)count; key++) {
			struct record *found =
				bsearch(&key, records, count, sizeof(records[0]), compare_key);

			if (key >= 0 && key % 2 == 0 && key < 2 * (int)count)
				assert_ptr_equal(found, &records[key / 2]);
			else
				assert_null(found);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_length_and_order_is_sorted),
		cmocka_unit_test(bsearch_finds_members_and_only_those),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
