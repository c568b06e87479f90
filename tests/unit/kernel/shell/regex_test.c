/* SPDX-License-Identifier: MIT */
/* Regular expressions, compared with what the C library's regexec() says of the same texts. */
#include "tests/unit/unit.h"

#include <regex.h>

#include "kernel/shell/regex.h"
#include "lib/compiler.h"
#include "lib/string.h"

static struct regex regex;

static bool matches(const char *pattern, const char *text, u32 flags)
{
	const char *error = regex_compile(&regex, pattern, flags);

	assert_null(error);
	return regex_search(&regex, text, strlen(text));
}

/* Both must agree, whatever the answer. */
static void compare(const char *pattern, const char *text, u32 flags)
{
	regex_t libc;
	int libc_flags = REG_NOSUB | (flags & REGEX_EXTENDED ? REG_EXTENDED : 0) |
			 (flags & REGEX_IGNORE_CASE ? REG_ICASE : 0);
	bool theirs;

	assert_int_equal(regcomp(&libc, pattern, libc_flags), 0);
	theirs = regexec(&libc, text, 0, NULL, 0) == 0;
	regfree(&libc);
	if (matches(pattern, text, flags) != theirs)
		fail_msg("/%s/ on \"%s\": the C library says %d", pattern, text, theirs);
}

static const char *const texts[] = {
	"",
	"a",
	"b",
	"ab",
	"abc",
	"aab",
	"vfs_read",
	"  <idle>-0",
	"ksys_read <-x",
	"foo.bar",
	"a+b",
	"aaa",
	"abab",
	"x(y)z",
	"[1]",
	"-",
	"a-z",
	"A B",
	"1234",
	"line$end",
	"^hat",
	"sched_switch: prev_comm=sh",
	"read_write",
	"\\",
	"a|b",
	"*",
};

static void extended_expressions_agree_with_libc(void **state)
{
	static const char *const patterns[] = {
		"a",	     "ab*",
		"a+b",	     "a?b",
		"^a",	     "b$",
		"^$",	     "^(ab)+$",
		"a|b",	     "^a|c$",
		"(a|b)+c",   "x\\(y",
		"[a-c]+$",   "[^a]",
		".",	     "^.$",
		"\\.",	     "[.]",
		"[]]",	     "[^]a]",
		"[a-]",	     "(^a|b)c?$",
		"()",	     "a()b",
		"((a*)*)*b", "(a|ab)(c|bcd)?",
		"^(|a)b",    "\\\\",
		"line\\$",   "prev_comm=(sh|init)",
		"[*]",	     "vfs_.*|ksys_.*",
		"x*",

	};

	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++)
		for (size_t j = 0; j < ARRAY_SIZE(texts); j++) {
			compare(patterns[i], texts[j], REGEX_EXTENDED);
			compare(patterns[i], texts[j], REGEX_EXTENDED | REGEX_IGNORE_CASE);
		}
}

static void basic_expressions_agree_with_libc(void **state)
{
	static const char *const patterns[] = {
		"a+b",	"a\\+b",     "a|b",   "a\\|b", "\\(ab\\)*c", "*",	"^*",
		"a*",	"\\(^a\\)b", "a\\?b", "x(y)",  "[1]",	     "\\[1\\]", "hat$",
		"^\\^", "$e",	     "e\\$",  "[$]",   "a^",	     "A.B",	"_",
	};

	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++)
		for (size_t j = 0; j < ARRAY_SIZE(texts); j++) {
			compare(patterns[i], texts[j], 0);
			compare(patterns[i], texts[j], REGEX_IGNORE_CASE);
		}
}

/* Expressions made at random of the pieces that matter. */
static void random_expressions_agree_with_libc(void **state)
{
	static const char *const pieces[] = {"a", "b", "c", ".", "[ab]", "[^b]", "(",
					     ")", "|", "*", "+", "?",	 "^",	 "$"};
	unsigned int seed = 7, compiled = 0;

	for (int round = 0; round < 20000; round++) {
		char pattern[64] = "", text[10];
		size_t bytes = 0, length;
		regex_t libc;

		for (int i = 0; i < 8; i++) {
			seed = seed * 1103515245 + 12345;
			memcpy(pattern + bytes, pieces[(seed >> 16) % ARRAY_SIZE(pieces)],
			       strlen(pieces[(seed >> 16) % ARRAY_SIZE(pieces)]) + 1);
			bytes += strlen(pattern + bytes);
		}
		if (regex_compile(&regex, pattern, REGEX_EXTENDED))
			continue;
		if (regcomp(&libc, pattern, REG_EXTENDED | REG_NOSUB))
			continue;
		regfree(&libc);
		compiled++;
		length = seed >> 20 & 7;
		for (size_t i = 0; i < length; i++) {
			seed = seed * 1103515245 + 12345;
			text[i] = 'a' + (seed >> 16) % 3;
		}
		text[length] = '\0';
		compare(pattern, text, REGEX_EXTENDED);
	}
	assert_true(compiled > 1000);
}

static void bad_expressions_are_named(void **state)
{
	static const char *const bad[][2] = {
		{"a(", "a ( without its )"},
		{"a)", "a ) without its ("},
		{"[a", "a [ without its ]"},
		{"*a", "nothing to repeat"},
		{"a\\", "a \\ at the end"},

		{"a{2}", "numbers of repetitions are not known here"},
		{"[z-a]", "a range in [...] runs backwards"},

		{"(a)\\1", "back-references are not known here"},

		{"((((((((((((((((((((a", "brackets nested too deeply"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_string_equal(regex_compile(&regex, bad[i][0], REGEX_EXTENDED), bad[i][1]);
}

static void hard_expressions_take_no_longer(void **state)
{
	char text[2001];

	memset(text, 'a', 2000);
	text[2000] = '\0';
	assert_false(matches("(a*)*(a*)*(a|a)*(a?a?a?a?)*b", text, REGEX_EXTENDED));
}

static void hundreds_of_alternatives_need_no_stack(void **state)
{
	char pattern[400];

	for (int i = 0; i < 399; i++)
		pattern[i] = i % 2 ? '|' : 'a';
	pattern[398] = 'z';
	pattern[399] = '\0';
	assert_int_equal(matches("a|b|c|d|e|f|g|h|z", "xxz", REGEX_EXTENDED), true);
	assert_string_equal(regex_compile(&regex, pattern, REGEX_EXTENDED),
			    "the expression is too long");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(extended_expressions_agree_with_libc),
		cmocka_unit_test(basic_expressions_agree_with_libc),
		cmocka_unit_test(random_expressions_agree_with_libc),
		cmocka_unit_test(bad_expressions_are_named),
		cmocka_unit_test(hard_expressions_take_no_longer),
		cmocka_unit_test(hundreds_of_alternatives_need_no_stack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
