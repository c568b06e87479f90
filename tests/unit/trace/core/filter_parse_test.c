/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/filter.h"

static void words_are_what_blanks_leave(void **state)
{
	const char text[] = "  vfs_read\tvfs_* \n!schedule\n";
	char word[FILTER_WORD_MAX];
	size_t at = 0;

	assert_int_equal(filter_next_word(text, sizeof(text) - 1, &at, word), 8);
	assert_string_equal(word, "vfs_read");
	assert_int_equal(filter_next_word(text, sizeof(text) - 1, &at, word), 5);
	assert_string_equal(word, "vfs_*");
	assert_int_equal(filter_next_word(text, sizeof(text) - 1, &at, word), 9);
	assert_string_equal(word, "!schedule");
	assert_int_equal(filter_next_word(text, sizeof(text) - 1, &at, word), 0);
	assert_int_equal(filter_next_word(text, sizeof(text) - 1, &at, word), 0);
}

static void an_empty_text_has_no_words(void **state)
{
	char word[FILTER_WORD_MAX];
	size_t at = 0;

	assert_int_equal(filter_next_word("", 0, &at, word), 0);
	at = 0;
	assert_int_equal(filter_next_word(" \n\t ", 4, &at, word), 0);
}

static void the_text_need_not_end_with_a_zero(void **state)
{
	char word[FILTER_WORD_MAX];
	size_t at = 0;

	assert_int_equal(filter_next_word("schedule", 5, &at, word), 5);
	assert_string_equal(word, "sched");
}

static void binary_and_endless_words_are_refused(void **state)
{
	char word[FILTER_WORD_MAX];
	char text[FILTER_WORD_MAX + 1];
	size_t at = 0;

	assert_int_equal(filter_next_word("a\x01z", 3, &at, word), -EINVAL);
	at = 0;
	assert_int_equal(filter_next_word("a\0z", 3, &at, word), -EINVAL);
	at = 0;
	assert_int_equal(filter_next_word("\xff", 1, &at, word), -EINVAL);
	memset(text, 'x', sizeof(text));
	at = 0;
	assert_int_equal(filter_next_word(text, FILTER_WORD_MAX, &at, word), -EINVAL);
	at = 0;
	assert_int_equal(filter_next_word(text, FILTER_WORD_MAX - 1, &at, word),
			 FILTER_WORD_MAX - 1);
}

static struct filter_word parse(const char *text, int expected)
{
	static char word[FILTER_WORD_MAX];
	struct filter_word parsed;

	strscpy(word, text, sizeof(word));
	assert_int_equal(filter_parse_word(word, &parsed), expected);
	return parsed;
}

static void a_word_is_taken_apart(void **state)
{
	struct filter_word parsed = parse("vfs_read", 0);

	assert_false(parsed.remove);
	assert_string_equal(parsed.pattern, "vfs_read");
	assert_null(parsed.command);
	parsed = parse("!vfs_*", 0);
	assert_true(parsed.remove);
	assert_string_equal(parsed.pattern, "vfs_*");
	parsed = parse("!schedule:traceoff:3", 0);
	assert_true(parsed.remove);
	assert_string_equal(parsed.pattern, "schedule");
	assert_string_equal(parsed.command, "traceoff");
	assert_string_equal(parsed.parameter, "3");
	parsed = parse("f:enable_event:sched:sched_switch:2", 0);
	assert_string_equal(parsed.command, "enable_event");
	assert_string_equal(parsed.parameter, "sched:sched_switch:2");
}

static void a_word_needs_a_pattern(void **state)
{
	parse("!", -EINVAL);
	parse("!:traceoff", -EINVAL);
	parse(":x", -EINVAL);
}

static void all_functions_of_a_module_need_none(void **state)
{
	struct filter_word parsed = parse("!:mod:!x*", 0);

	assert_true(parsed.remove);
	assert_string_equal(parsed.pattern, "*");
	assert_string_equal(parsed.command, "mod");
	assert_string_equal(parsed.parameter, "!x*");
}

static void a_condition_goes_up_to_the_end(void **state)
{
	char text[] = " if count > 4 \t ", no[] = " iffy", none[] = "if", not [] = "vfs if a";

	assert_string_equal(filter_condition(text), "count > 4");
	assert_null(filter_condition(no));
	assert_string_equal(filter_condition(none), "");
	assert_null(filter_condition(not ));
}

static void the_end_of_a_full_write_waits(void **state)
{
	char text[FILTER_WRITE_CHUNK + 1] = "";

	assert_int_equal(filter_unfinished("vfs_read\n", 9), 0);
	assert_int_equal(filter_unfinished("vfs_read\nvfs_write ", 19), 10);
	assert_int_equal(filter_unfinished("vfs_read vfs_write if cou", 25), 25);
	for (u32 i = 0; i < FILTER_WRITE_CHUNK; i++)
		text[i] = i % 10 ? 'x' : ' ';
	assert_int_equal(filter_unfinished(text, FILTER_WRITE_CHUNK), 5);
	memcpy(text + 200, " if ", 4);
	assert_int_equal(filter_unfinished(text, FILTER_WRITE_CHUNK), -EINVAL);
	memset(text, 'x', FILTER_WRITE_CHUNK);
	assert_int_equal(filter_unfinished(text, FILTER_WRITE_CHUNK), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_what_blanks_leave),
		cmocka_unit_test(an_empty_text_has_no_words),
		cmocka_unit_test(the_text_need_not_end_with_a_zero),
		cmocka_unit_test(binary_and_endless_words_are_refused),
		cmocka_unit_test(a_word_is_taken_apart),
		cmocka_unit_test(a_word_needs_a_pattern),
		cmocka_unit_test(all_functions_of_a_module_need_none),
		cmocka_unit_test(a_condition_goes_up_to_the_end),
		cmocka_unit_test(the_end_of_a_full_write_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
