/* SPDX-License-Identifier: MIT */
/* Text made while it is read: any way of reading gives the same bytes. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/fs/seq_file.h"
#include "lib/string.h"
#include "tests/unit/kernel/fs/fake_kernel.h"

#define RECORDS 500

static int locked;	  /* start without stop */
static int fail_at = -1;  /* show of this record fails */
static int large_at = -1; /* this record is 20,000 bytes */
static int shows;

static void *test_start(struct seq_file *m, loff_t *pos)
{
	assert_int_equal(locked++, 0);
	return *pos < RECORDS ? (void *)(*pos + 1) : NULL;
}

static void *test_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return *pos < RECORDS ? (void *)(*pos + 1) : NULL;
}

static void test_stop(struct seq_file *m, void *v)
{
	assert_int_equal(--locked, 0);
}

static int test_show(struct seq_file *m, void *v)
{
	int record = (long)v - 1, i;

	shows++;
	if (record == fail_at)
		return -EIO;
	seq_printf(m, "record %d", record);
	if (record % 10 == 3)
		return SEQ_SKIP;
	seq_putc(m, ':');
	for (i = 0; record == large_at && i < 20000; i++)
		seq_putc(m, 'x');
	seq_pad(m, record % 40);
	seq_puts(m, "|\n");
	return 0;
}

static const struct seq_operations test_ops = {
	.start = test_start,
	.next = test_next,
	.stop = test_stop,
	.show = test_show,
};

static struct file file;
static char expected[64 * 1024], got[64 * 1024];
static size_t expected_bytes;

/* Reads to the end in pieces of @bytes. Return: the length, or an errno. */
static ssize_t read_all(char *to, size_t bytes)
{
	size_t done = 0;
	ssize_t part;

	while ((part = seq_read(&file, to + done, bytes, &file.f_pos)) > 0)
		done += part;
	return part < 0 ? part : (ssize_t)done;
}

static int setup(void **state)
{
	fake_task_init();
	fail_at = large_at = -1;
	memset(&file, 0, sizeof(file));
	return seq_open(&file, &test_ops);
}

static int teardown(void **state)
{
	seq_release(NULL, &file);
	return locked || fake_objects;
}

static void make_expected(void)
{
	expected_bytes = read_all(expected, sizeof(expected));
	assert_true(expected_bytes > 5000);
	file.f_pos = 0;
}

static void reads_of_any_size_give_the_same_bytes(void **state)
{
	static const size_t sizes[] = {1, 2, 3, 7, 100, 4095, 4096, 4097, 30000, 65536};
	size_t i;

	make_expected();
	assert_null(strstr(expected, "record 133"));
	assert_non_null(strstr(expected, "record 499:"));
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		teardown(NULL);
		setup(NULL);
		assert_int_equal(read_all(got, sizes[i]), expected_bytes);
		assert_memory_equal(got, expected, expected_bytes);
		assert_int_equal(read_all(got, 1), 0);
	}
}

static void a_record_larger_than_the_buffer_makes_it_grow(void **state)
{
	large_at = 77;
	make_expected();
	assert_true(expected_bytes > 20000);
	teardown(NULL);
	setup(NULL);
	large_at = 77;
	assert_int_equal(read_all(got, 10), expected_bytes);
	assert_memory_equal(got, expected, expected_bytes);
}

static void seeking_goes_to_that_byte(void **state)
{
	loff_t pos;

	make_expected();
	for (pos = expected_bytes - 1; pos > 0; pos -= 997) {
		assert_int_equal(seq_lseek(&file, pos, SEEK_SET), pos);
		assert_true(seq_read(&file, got, 10, &file.f_pos) > 0);
		assert_int_equal(got[0], expected[pos]);
	}
	pos = 100;
	assert_int_equal(seq_read(&file, got, 50, &pos), 50);
	assert_memory_equal(got, expected + 100, 50);
	assert_int_equal(seq_lseek(&file, 0, SEEK_SET), 0);
	assert_int_equal(seq_lseek(&file, 5, SEEK_CUR), 5);
	assert_int_equal(seq_lseek(&file, -6, SEEK_CUR), -EINVAL);
	assert_int_equal(seq_lseek(&file, 0, SEEK_END), -EINVAL);
	assert_int_equal(seq_lseek(&file, 1 << 20, SEEK_SET), 1 << 20);
	assert_int_equal(seq_read(&file, got, 10, &file.f_pos), 0);
}

static void an_error_comes_after_what_was_before_it(void **state)
{
	fail_at = 5;
	assert_true(seq_read(&file, got, 4096, &file.f_pos) > 0);
	assert_non_null(strstr(got, "record 4:"));
	assert_int_equal(seq_read(&file, got, 4096, &file.f_pos), -EIO);
	assert_int_equal(seq_read(&file, got, 4096, &file.f_pos), -EIO);
	fail_at = -1;
	assert_true(seq_read(&file, got, 4096, &file.f_pos) > 0);
	assert_memory_equal(got, "record 5:", 9);
}

static void a_short_read_prints_no_more_than_it_needs(void **state)
{
	shows = 0;
	assert_int_equal(seq_read(&file, got, 5, &file.f_pos), 5);
	assert_int_equal(shows, 1);
	assert_int_equal(seq_read(&file, got, 1, &file.f_pos), 1);
	assert_int_equal(shows, 1);
}

static int print_twice(struct seq_file *m, void *v)
{
	seq_write(m, m->private, 3);
	seq_printf(m, "%d %s\n", 42, (char *)m->private);
	return 0;
}

static void a_single_file_is_printed_by_one_call(void **state)
{
	struct file single = {};

	assert_int_equal(single_open(&single, print_twice, "data"), 0);
	assert_int_equal(seq_read(&single, got, 2, &single.f_pos), 2);
	assert_int_equal(seq_read(&single, got + 2, 100, &single.f_pos), 9);
	assert_memory_equal(got, "dat42 data\n", 11);
	assert_int_equal(seq_read(&single, got, 100, &single.f_pos), 0);
	single_release(NULL, &single);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reads_of_any_size_give_the_same_bytes, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_record_larger_than_the_buffer_makes_it_grow,
						setup, teardown),
		cmocka_unit_test_setup_teardown(seeking_goes_to_that_byte, setup, teardown),
		cmocka_unit_test_setup_teardown(an_error_comes_after_what_was_before_it, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_short_read_prints_no_more_than_it_needs, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_single_file_is_printed_by_one_call, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
