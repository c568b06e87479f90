/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "kernel/shell/cmds/sort_key.h"
#include "lib/sort.h"
#include "lib/string.h"

static struct sort_line lines[4];

/* Sorts "a", "b", ... given in @texts; joins them with blanks. */
static const char *sorted(const char *key, bool numeric, bool reverse, const char *const texts[4])
{
	static char joined[200];
	struct sort_order order = {.numeric = numeric, .reverse = reverse};

	if (key)
		assert_true(sort_parse_key(key, &order));
	for (size_t i = 0; i < 4; i++) {
		lines[i] = (struct sort_line){.text = (char *)texts[i], .order = i};
		sort_find_key(&lines[i], &order);
	}
	sort(lines, 4, sizeof(lines[0]), sort_compare);
	joined[0] = '\0';
	for (size_t i = 0, at = 0; i < 4; i++) {
		strscpy(joined + at, lines[i].text, sizeof(joined) - at);
		at += strlen(joined + at);
		joined[at++] = '/';
		joined[at] = '\0';
	}
	return joined;
}

static void whole_lines_are_compared_as_bytes(void **state)
{
	static const char *const texts[] = {"b", "a10", "a9", "B"};

	assert_string_equal(sorted(NULL, false, false, texts), "B/a10/a9/b/");
	assert_string_equal(sorted(NULL, false, true, texts), "b/a9/a10/B/");
}

static void numbers_may_have_signs_fractions_and_units(void **state)
{
	static const char *const texts[] = {"10 us", "-3", "9.25 us", "  9.3"};

	assert_string_equal(sorted(NULL, true, false, texts), "-3/9.25 us/  9.3/10 us/");
	assert_string_equal(sorted(NULL, true, true, texts), "10 us/  9.3/9.25 us/-3/");
}

static void keys_are_fields_between_blanks(void **state)
{
	static const char *const texts[] = {"x 10 a", "y 9 b", "z  11 c", "w"};

	assert_string_equal(sorted("2n", false, false, texts), "w/y 9 b/x 10 a/z  11 c/");
	assert_string_equal(sorted("3", false, true, texts), "z  11 c/y 9 b/x 10 a/w/");
	assert_string_equal(sorted("2,2nr", false, false, texts), "z  11 c/x 10 a/y 9 b/w/");
}

static void bad_keys_are_refused(void **state)
{
	static const char *const bad[] = {"", "0", "x", "2,1", "1x"};
	struct sort_order order;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(sort_parse_key(bad[i], &order));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_lines_are_compared_as_bytes),
		cmocka_unit_test(numbers_may_have_signs_fractions_and_units),
		cmocka_unit_test(keys_are_fields_between_blanks),
		cmocka_unit_test(bad_keys_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
