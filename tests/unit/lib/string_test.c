/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/errno.h"
#include "lib/string.h"

static void strscpy_copies_what_fits_and_says_so(void **state)
{
	char to[6];

	assert_int_equal(strscpy(to, "", sizeof(to)), 0);
	assert_string_equal(to, "");
	assert_int_equal(strscpy(to, "abcde", sizeof(to)), 5);
	assert_string_equal(to, "abcde");
	assert_int_equal(strscpy(to, "abcdef", sizeof(to)), -E2BIG);
	assert_string_equal(to, "abcde");
	assert_int_equal(strscpy(to, "x", 0), -E2BIG);
	assert_string_equal(to, "abcde");
	assert_int_equal(strscpy(to, "x", 1), -E2BIG);
	assert_string_equal(to, "");
}

static void strsep_gives_empty_pieces_and_the_last_one(void **state)
{
	char text[] = "a,:b";
	char *s = text;

	assert_string_equal(strsep(&s, ",:"), "a");
	assert_string_equal(strsep(&s, ",:"), "");
	assert_string_equal(strsep(&s, ",:"), "b");
	assert_null(s);
	assert_null(strsep(&s, ",:"));
}

static void strim_takes_white_space_off_both_ends(void **state)
{
	char text[] = " \t a b \n\r";
	char blank[] = " \n ";
	char empty[] = "";

	assert_string_equal(strim(text), "a b");
	assert_string_equal(strim(blank), "");
	assert_string_equal(strim(empty), "");
}

static void comparing_orders_by_unsigned_bytes(void **state)
{
	assert_true(strcmp("a", "b") < 0);
	assert_true(strcmp("\x80", "a") > 0);
	assert_true(strcmp("a", "a\x01") < 0);
	assert_int_equal(strcmp("", ""), 0);
	assert_int_equal(strncmp("abc", "abd", 2), 0);
	assert_true(strncmp("abc", "abd", 3) < 0);
	assert_int_equal(strncmp("a", "a", 10), 0);
	assert_int_equal(strncmp("x", "y", 0), 0);
	assert_int_equal(strcasecmp("Schedule", "sCHEDULE"), 0);
	assert_true(strcasecmp("a", "B") < 0);
}

static void searching_finds_characters_and_strings(void **state)
{
	const char *s = "schedule";

	assert_ptr_equal(strchr(s, 'e'), s + 3);
	assert_ptr_equal(strrchr(s, 'e'), s + 7);
	assert_ptr_equal(strchr(s, '\0'), s + 8);
	assert_ptr_equal(strrchr(s, '\0'), s + 8);
	assert_null(strchr(s, 'x'));
	assert_null(strrchr(s, 'x'));
	assert_ptr_equal(strchrnul(s, 'x'), s + 8);
	assert_ptr_equal(strstr(s, "dul"), s + 4);
	assert_ptr_equal(strstr(s, ""), s);
	assert_ptr_equal(strstr("", ""), "");
	assert_null(strstr(s, "dulx"));
	assert_null(strstr("", "a"));
	assert_ptr_equal(memchr(s, 'e', 8), s + 3);
	assert_null(memchr(s, 'e', 3));
}

static void spans_count_members_and_strangers(void **state)
{
	const char *s = "  abc";

	assert_int_equal(strspn("aabbc", "ab"), 4);
	assert_int_equal(strspn("abc", ""), 0);
	assert_int_equal(strcspn("abc:", ":;"), 3);
	assert_int_equal(strcspn("abc", ""), 3);
	assert_ptr_equal(strpbrk(s, "cb"), s + 3);
	assert_null(strpbrk(s, "x"));
	assert_ptr_equal(skip_spaces(s), s + 2);
}

static void lengths_stop_at_the_end_or_the_limit(void **state)
{
	assert_int_equal(strlen(""), 0);
	assert_int_equal(strlen("abc"), 3);
	assert_int_equal(strnlen("abc", 2), 2);
	assert_int_equal(strnlen("abc", 9), 3);
	assert_int_equal(strnlen("abc", 0), 0);
}

static void a_prefix_gives_its_length(void **state)
{
	assert_int_equal(str_has_prefix("function_graph", "function"), 8);
	assert_int_equal(str_has_prefix("func", "function"), 0);
	assert_int_equal(str_has_prefix("x", ""), 0);
}

static void match_string_finds_whole_words_only(void **state)
{
	static const char *const words[] = {"local", NULL, "global"};

	assert_int_equal(match_string(words, 3, "global"), 2);
	assert_int_equal(match_string(words, 3, "glob"), -EINVAL);
	assert_int_equal(match_string(words, 2, "global"), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strscpy_copies_what_fits_and_says_so),
		cmocka_unit_test(strsep_gives_empty_pieces_and_the_last_one),
		cmocka_unit_test(strim_takes_white_space_off_both_ends),
		cmocka_unit_test(comparing_orders_by_unsigned_bytes),
		cmocka_unit_test(searching_finds_characters_and_strings),
		cmocka_unit_test(spans_count_members_and_strangers),
		cmocka_unit_test(lengths_stop_at_the_end_or_the_limit),
		cmocka_unit_test(a_prefix_gives_its_length),
		cmocka_unit_test(match_string_finds_whole_words_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
