/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/glob.h"
#include "lib/string.h"

static void plain_text_matches_itself_whole(void **state)
{
	assert_true(glob_match("schedule", "schedule"));
	assert_false(glob_match("schedule", "schedule_timeout"));
	assert_false(glob_match("schedule_timeout", "schedule"));
	assert_true(glob_match("", ""));
	assert_false(glob_match("", "a"));
	assert_false(glob_match("a", ""));
}

static void star_matches_any_text_even_none(void **state)
{
	assert_true(glob_match("*", ""));
	assert_true(glob_match("***", "abc"));
	assert_true(glob_match("sched_*", "sched_"));
	assert_true(glob_match("*_init", "a_init_init"));
	assert_false(glob_match("*_init", "init"));
	assert_true(glob_match("a*b*c", "axxbxbxc"));
	assert_false(glob_match("a*b*c", "axxbxb"));
	assert_true(glob_match("*lock*", "spin_lock_irq"));
}

static void question_mark_matches_exactly_one(void **state)
{
	assert_true(glob_match("a?c", "abc"));
	assert_false(glob_match("a?c", "ac"));
	assert_false(glob_match("?", ""));
	assert_true(glob_match("*?", "x"));
	assert_false(glob_match("*?", ""));
}

static void classes_match_members_and_ranges(void **state)
{
	assert_true(glob_match("[abc]x", "bx"));
	assert_false(glob_match("[abc]x", "dx"));
	assert_true(glob_match("v[0-9]", "v7"));
	assert_false(glob_match("v[0-9]", "va"));
	assert_true(glob_match("[!a-c]", "d"));
	assert_false(glob_match("[!a-c]", "b"));
	assert_true(glob_match("[]]", "]"));
	assert_true(glob_match("[!]]", "a"));
	assert_true(glob_match("[a-]", "-"));
	assert_true(glob_match("[-a]", "-"));
	assert_false(glob_match("[z-a]", "m"));
	assert_true(glob_match("*[0-9]", "cpu12"));
	assert_true(glob_match("[\x80-\xff]", "\xc3"));
}

static void an_open_class_is_plain_text(void **state)
{
	assert_true(glob_match("[abc", "[abc"));
	assert_true(glob_match("[", "["));
	assert_true(glob_match("a[!", "a[!"));
	assert_false(glob_match("[abc", "a"));
}

static void backslash_takes_the_meaning_away(void **state)
{
	assert_true(glob_match("a\\*b", "a*b"));
	assert_false(glob_match("a\\*b", "axb"));
	assert_true(glob_match("\\[a]", "[a]"));
	assert_true(glob_match("\\\\", "\\"));
	assert_true(glob_match("a\\", "a\\"));
}

static void many_stars_take_no_exponential_time(void **state)
{
	char text[2001], pattern[201];

	memset(text, 'a', 2000);
	text[2000] = '\0';
	for (int i = 0; i < 200; i += 2) {
		pattern[i] = '*';
		pattern[i + 1] = 'a';
	}
	pattern[199] = 'b';
	pattern[200] = '\0';
	assert_false(glob_match(pattern, text));
}

static void wildcards_are_recognised(void **state)
{
	assert_false(glob_has_wildcard("vfs_read"));
	assert_true(glob_has_wildcard("vfs_*"));
	assert_true(glob_has_wildcard("vfs_[rw]"));
	assert_true(glob_has_wildcard("?"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_matches_itself_whole),
		cmocka_unit_test(star_matches_any_text_even_none),
		cmocka_unit_test(question_mark_matches_exactly_one),
		cmocka_unit_test(classes_match_members_and_ranges),
		cmocka_unit_test(an_open_class_is_plain_text),
		cmocka_unit_test(backslash_takes_the_meaning_away),
		cmocka_unit_test(many_stars_take_no_exponential_time),
		cmocka_unit_test(wildcards_are_recognised),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
