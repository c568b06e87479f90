/* SPDX-License-Identifier: MIT */
/* Expansion of words, with variables, commands and files that the test makes up. */
#include "tests/unit/unit.h"

#include "kernel/shell/expand.h"
#include "lib/printf.h"
#include "lib/string.h"

static const char *test_variable(void *context, const char *name, size_t length)
{
	static const char *const values[][2] = {
		{"A", "one two"},
		{"EMPTY", ""},
		{"STAR", "*.txt"},
		{"N", "7"},
		{"Q", "a'b\"c\\d"},
		{"?", "3"},
		{"$", "42"},
		{"1", "first"},
		{"2", "second arg"},
		{"#", "2"},
		{"@", "first second arg"},
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (strlen(values[i][0]) == length && !memcmp(values[i][0], name, length))
			return values[i][1];
	return NULL;
}

static const char *test_substitute(void *context, const char *command, size_t length)
{
	static char output[128];

	snprintf(output, sizeof(output), "<%.*s> x", (int)length, command);
	return output;
}

static const char *const files[] = {"a.txt",	    "b.txt",  "c.c",	   ".hidden.txt",
				    "dir/b1",	    "dir/a2", "dir/sub/z", "/proc/1/comm",
				    "/proc/2/comm", "we[ird"};

/* The component of @file below @directory, if it lies there. */
static bool component_below(const char *directory, const char *file, char *name)
{
	size_t length = strlen(directory);

	if (!strcmp(directory, "."))
		length = 0;
	else if (strncmp(file, directory, length))
		return false;
	if (!length && file[0] == '/')
		return false;
	snprintf(name, 64, "%.*s", (int)strcspn(file + length, "/"), file + length);
	return name[0];
}

static void test_list(void *context, const char *directory,
		      void (*entry)(void *taker, const char *name), void *taker)
{
	char last[64] = "", name[64];

	for (size_t i = sizeof(files) / sizeof(files[0]); i-- > 0;) {
		if (!component_below(directory, files[i], name) || !strcmp(name, last))
			continue;
		strscpy(last, name, sizeof(last));
		entry(taker, name);
	}
}

static bool test_exists(void *context, const char *path)
{
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (!strncmp(files[i], path, strlen(path)) &&
		    (!files[i][strlen(path)] || files[i][strlen(path)] == '/'))
			return true;
	return false;
}

static struct shell_expand env = {
	.variable = test_variable,
	.substitute = test_substitute,
	.list = test_list,
	.exists = test_exists,
};

/* Expands the words of the command line @text; the results are printed as [a][b]. */
static const char *expand(const char *text)
{
	static char printed[4096];
	struct shell_parse parse;
	struct shell_strings strings = {.count = 0};
	size_t bytes = 0;

	env.arena = shell_arena_create();
	assert_int_equal(shell_parse(env.arena, text, strlen(text), &parse), SHELL_PARSED);
	printed[0] = '\0';
	if (shell_expand_words(&env, parse.list->first->words, &strings))
		bytes = snprintf(printed, sizeof(printed), "%s", env.message);
	else
		for (size_t i = 0; i < strings.count; i++)
			bytes += snprintf(printed + bytes, sizeof(printed) - bytes, "[%s]",
					  strings.items[i]);
	shell_arena_put(env.arena);
	return printed;
}

static void quotes_are_taken_off(void **state)
{
	assert_string_equal(expand("echo 'a  b' \"c d\" e\\ f '' \"\""),
			    "[echo][a  b][c d][e f][][]");
	assert_string_equal(expand("a\"b\"'c'd"), "[abcd]");
	assert_string_equal(expand("\"\\\"\\$\\a\\\\\""), "[\"$\\a\\]");
	assert_string_equal(expand("a\\\nb \"c\\\nd\""), "[ab][cd]");
}

static void parameters_are_put_in(void **state)
{
	assert_string_equal(expand("x $? $$ ${?}y $N$N"), "[x][3][42][3y][77]");
	assert_string_equal(expand("x $A \"$A\" '$A' \\$A"), "[x][one][two][one two][$A][$A]");
	assert_string_equal(expand("x $EMPTY \"$EMPTY\" $UNSET y"), "[x][][y]");
	assert_string_equal(expand("x $ a$ $% \"$\""), "[x][$][a$][$%][$]");
	assert_string_equal(expand("x $Q"), "[x][a'b\"c\\d]");
	assert_string_equal(expand("x ${N}8"), "[x][78]");
	assert_string_equal(expand("x $((1+2))"), "not known here: $((1+2)");
}

static void arguments_are_parameters(void **state)
{
	assert_string_equal(expand("x $1 $2 $# $3"), "[x][first][second][arg][2]");
	assert_string_equal(expand("x \"$@\" y"), "[x][first second arg][y]");
	assert_string_equal(expand("x $@"), "[x][first][second][arg]");
}

static void commands_are_substituted(void **state)
{
	assert_string_equal(expand("x $(ls -l) \"$(ls $A)\""), "[x][<ls][-l>][x][<ls $A> x]");
	assert_string_equal(expand("x \"$(echo \"in)side\")\""), "[x][<echo \"in)side\"> x]");
}

static void patterns_become_sorted_names(void **state)
{
	assert_string_equal(expand("*.txt"), "[a.txt][b.txt]");
	assert_string_equal(expand("?.c [ab].txt .*"), "[c.c][a.txt][b.txt][.hidden.txt]");
	assert_string_equal(expand("dir/*"), "[dir/a2][dir/b1][dir/sub]");
	assert_string_equal(expand("/proc/*/comm"), "[/proc/1/comm][/proc/2/comm]");
	assert_string_equal(expand("/pr*/[2]/c*"), "[/proc/2/comm]");
	assert_string_equal(expand("$STAR"), "[a.txt][b.txt]");
}

static void patterns_without_a_match_stay(void **state)
{
	assert_string_equal(expand("*.none x/*/y sched_*"), "[*.none][x/*/y][sched_*]");
	assert_string_equal(expand("/proc/*/nothing"), "[/proc/*/nothing]");
}

static void quoted_patterns_are_plain(void **state)
{
	assert_string_equal(expand("'*.txt' \"*.txt\" \\*.txt \"$STAR\""),
			    "[*.txt][*.txt][*.txt][*.txt]");
	assert_string_equal(expand("\"a\"*.txt we\\[*"), "[a.txt][we[ird]");
}

static void one_string_is_neither_split_nor_matched(void **state)
{
	env.arena = shell_arena_create();
	assert_string_equal(shell_expand_string(&env, "$A*.txt"), "one two*.txt");
	assert_string_equal(shell_expand_string(&env, ""), "");
	assert_string_equal(shell_expand_string(&env, "\"$@\""), "first second arg");
	assert_null(shell_expand_string(&env, "${A%x}"));
	assert_string_equal(env.message, "not known here: ${A%x");
	shell_arena_put(env.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quotes_are_taken_off),
		cmocka_unit_test(parameters_are_put_in),
		cmocka_unit_test(arguments_are_parameters),
		cmocka_unit_test(commands_are_substituted),
		cmocka_unit_test(patterns_become_sorted_names),
		cmocka_unit_test(patterns_without_a_match_stay),
		cmocka_unit_test(quoted_patterns_are_plain),
		cmocka_unit_test(one_string_is_neither_split_nor_matched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
