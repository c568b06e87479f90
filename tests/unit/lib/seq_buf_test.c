/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/seq_buf.h"

static void pieces_add_up(void **state)
{
	char buffer[64];
	struct seq_buf s;

	seq_buf_init(&s, buffer, sizeof(buffer));
	seq_buf_puts(&s, "a=");
	seq_buf_printf(&s, "%d", 42);
	seq_buf_putc(&s, ' ');
	seq_buf_putmem(&s, "xyz", 2);
	seq_buf_pad(&s, '.', 3);
	seq_buf_pad(&s, '.', -3);
	seq_buf_put_decimal(&s, 7, 3);
	seq_buf_put_decimal(&s, 12345, 3);
	assert_false(seq_buf_has_overflowed(&s));
	assert_string_equal(seq_buf_str(&s), "a=42 xy...  712345");
	assert_int_equal(s.len, 18);
	seq_buf_clear(&s);
	assert_string_equal(seq_buf_str(&s), "");
}

static void a_piece_that_does_not_fit_is_left_out_and_all_behind_it(void **state)
{
	char buffer[8];
	struct seq_buf s;

	seq_buf_init(&s, buffer, sizeof(buffer));
	seq_buf_puts(&s, "12345");
	seq_buf_puts(&s, "6789");
	assert_true(seq_buf_has_overflowed(&s));
	assert_int_equal(seq_buf_left(&s), 0);
	seq_buf_putc(&s, 'x');
	seq_buf_printf(&s, "%d", 1);
	seq_buf_put_decimal(&s, 1, 1);
	assert_string_equal(seq_buf_str(&s), "12345");
	seq_buf_truncate(&s, 2);
	assert_false(seq_buf_has_overflowed(&s));
	seq_buf_puts(&s, "ab");
	assert_string_equal(seq_buf_str(&s), "12ab");
}

static void a_buffer_may_be_filled_to_the_last_byte(void **state)
{
	char buffer[4];
	struct seq_buf s;

	seq_buf_init(&s, buffer, sizeof(buffer));
	seq_buf_puts(&s, "1234");
	assert_false(seq_buf_has_overflowed(&s));
	assert_int_equal(s.len, 4);
	seq_buf_printf(&s, "%s", "");
	assert_false(seq_buf_has_overflowed(&s));
	seq_buf_printf(&s, "x");
	assert_true(seq_buf_has_overflowed(&s));
	assert_string_equal(seq_buf_str(&s), "123");
}

static void a_piece_may_be_written_in_place(void **state)
{
	char buffer[8];
	struct seq_buf s;
	size_t size;
	char *at;

	seq_buf_init(&s, buffer, sizeof(buffer));
	seq_buf_puts(&s, "12");
	at = seq_buf_get_buf(&s, &size);
	assert_int_equal(size, 6);
	at[0] = '3';
	seq_buf_commit(&s, 1);
	assert_string_equal(seq_buf_str(&s), "123");
	seq_buf_commit(&s, -1);
	assert_true(seq_buf_has_overflowed(&s));
	seq_buf_get_buf(&s, &size);
	assert_int_equal(size, 0);
}

static void no_memory_at_all_is_harmless(void **state)
{
	struct seq_buf s;

	seq_buf_init(&s, NULL, 0);
	seq_buf_puts(&s, "");
	assert_false(seq_buf_has_overflowed(&s));
	seq_buf_printf(&s, "%d", 1);
	assert_true(seq_buf_has_overflowed(&s));
	assert_string_equal(seq_buf_str(&s), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_add_up),
		cmocka_unit_test(a_piece_that_does_not_fit_is_left_out_and_all_behind_it),
		cmocka_unit_test(a_buffer_may_be_filled_to_the_last_byte),
		cmocka_unit_test(a_piece_may_be_written_in_place),
		cmocka_unit_test(no_memory_at_all_is_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
