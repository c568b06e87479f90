/* SPDX-License-Identifier: MIT */
/* trace status: what is set, in one screen. */
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "lib/compiler.h"
#include "lib/string.h"

#define NAMES_SHOWN 4

struct status_names {
	u32 count;
};

static bool status_name(void *data, const char *line)
{
	struct status_names *names = data;

	if (line[0] == '#')
		return true;
	if (names->count < NAMES_SHOWN)
		cmd_printf("%s%s", names->count ? " " : "", line);
	names->count++;
	return true;
}

/* Of "[local] global" what is in brackets, else all. */
static void status_value(const char *title, const char *text)
{
	const char *bracket = strchr(text, '[');

	if (bracket)
		cmd_printf("%-12s %.*s\n", title, (int)strcspn(bracket + 1, "]"), bracket + 1);
	else
		cmd_printf("%-12s %s\n", title, text);
}

/* The names in a file, the first few, or @none. */
static int status_list(const char *title, const char *file, const char *none)
{
	struct status_names names = {.count = 0};

	if (!trace_has(file))
		return 0;
	cmd_printf("%-12s ", title);
	if (trace_each_line(file, status_name, &names))
		return 1;
	if (!names.count)
		cmd_puts(none);
	else if (names.count > NAMES_SHOWN)
		cmd_printf(" ... (%u)", names.count);
	cmd_puts("\n");
	return 0;
}

static bool status_entries(void *data, const char *line)
{
	size_t prefix = str_has_prefix(line, "# entries-in-buffer/entries-written: ");

	if (prefix)
		cmd_printf("%-12s %.*s in the buffer / written\n", "entries",
			   (int)strcspn(line + prefix, " "), line + prefix);
	return !prefix && line[0] == '#';
}

int trace_status(struct trace_front *front, int argc, char **argv)
{
	static const char *const values[][2] = {
		{"tracer", "current_tracer"},	{"recording", "tracing_on"},
		{"cpumask", "tracing_cpumask"}, {"buffer KB", "buffer_size_kb"},
		{"clock", "trace_clock"},
	};
	char text[128];

	if (argc > 1)
		return trace_usage(argv[0]);
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		if (i && !trace_has(values[i][1]))
			continue;
		if (trace_get(values[i][1], text, sizeof(text)))
			return 1;
		status_value(values[i][0], text);
	}
	return status_list("filter", "set_ftrace_filter", "all functions") ||
	       status_list("not", "set_ftrace_notrace", "none") ||
	       status_list("pids", "set_ftrace_pid", "all") ||
	       status_list("events", "set_event", "none") ||
	       trace_each_line("trace", status_entries, NULL);
}
