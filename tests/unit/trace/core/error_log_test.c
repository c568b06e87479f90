/* SPDX-License-Identifier: MIT */
/* Where the caret stands, what is kept, and that nothing is left behind. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "kernel/fs/seq_file.h"
#include "tests/unit/kernel/fs/fake_kernel.h"
#include "trace/core/error_log.h"
#include "trace/core/trace_array.h"

struct trace_array global_trace;
static struct trace_array instance;

/* The text of the file without the times. Valid until the next call. */
static const char *text_of(struct error_log *log)
{
	static char raw[8192], text[8192];
	struct seq_file m = {.buf = raw, .size = sizeof(raw)};
	char *to = text;

	error_log_show(log, &m);
	raw[m.count] = '\0';
	for (const char *line = raw; *line; line += strcspn(line, "\n") + 1) {
		const char *from = *line == '[' ? strchr(line, ']') + 2 : line;

		to += sprintf(to, "%.*s\n", (int)strcspn(from, "\n"), from);
	}
	*to = '\0';
	return text;
}

static int begin(void **state)
{
	fake_task_init();
	error_log_init(&global_trace.error_log);
	error_log_init(&instance.error_log);
	return 0;
}

static int end(void **state)
{
	error_log_clear(&global_trace.error_log);
	error_log_clear(&instance.error_log);
	assert_string_equal(text_of(&instance.error_log), "");
	assert_int_equal(fake_objects, 0);
	return 0;
}

static void the_caret_is_below_the_mistake(void **state)
{
	tracing_log_err(&instance, "trace_kprobe", "p:x nosuch\n", "No such symbol", 4);
	tracing_log_err(NULL, "hist:a:b", "", "Nothing there", 0);
	assert_string_equal(text_of(&instance.error_log), "trace_kprobe: error: No such symbol\n"
							  "  Command: p:x nosuch\n"
							  "               ^\n");
	assert_string_equal(text_of(&global_trace.error_log), "hist:a:b: error: Nothing there\n"
							      "  Command: \n"
							      "           ^\n");
}

/* The column that tests of Linux compute: 11, and the offset in the command. */
static void the_caret_is_never_beyond_the_command(void **state)
{
	for (u32 offset = 0; offset < 30; offset++) {
		const char *caret;

		tracing_log_err(&instance, "somewhere", "twelve bytes", "wrong", offset);
		caret = strstr(text_of(&instance.error_log), "bytes\n") + 6;
		assert_int_equal(strcspn(caret, "^"), 11 + (offset < 12 ? offset : 12));
		error_log_clear(&instance.error_log);
	}
}

static void the_last_eight_are_kept_the_oldest_first(void **state)
{
	char command[16], expected[4096] = "";

	for (int i = 0; i < 21; i++) {
		snprintf(command, sizeof(command), "command %d", i);
		tracing_log_err(&instance, "here", command, "wrong", 8);
		if (i >= 13)
			sprintf(expected + strlen(expected),
				"here: error: wrong\n  Command: %s\n%20s\n", command, "^");
	}
	assert_string_equal(text_of(&instance.error_log), expected);
	assert_string_equal(text_of(&global_trace.error_log), "");
}

static void a_long_location_is_cut(void **state)
{
	char location[200];

	memset(location, 'x', sizeof(location) - 1);
	location[sizeof(location) - 1] = '\0';
	tracing_log_err(&instance, location, "c", "wrong", 0);
	assert_int_equal(strcspn(text_of(&instance.error_log), ":"), 63);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_caret_is_below_the_mistake, begin, end),
		cmocka_unit_test_setup_teardown(the_caret_is_never_beyond_the_command, begin, end),
		cmocka_unit_test_setup_teardown(the_last_eight_are_kept_the_oldest_first, begin,
						end),
		cmocka_unit_test_setup_teardown(a_long_location_is_cut, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
