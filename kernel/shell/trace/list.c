/* SPDX-License-Identifier: MIT */
/* trace list: what can be traced, and by what. */
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "lib/glob.h"
#include "lib/string.h"

struct list_functions {
	const char *pattern; /* NULL: they are only counted */
	u32 count;
};

static bool list_function(void *data, const char *line)
{
	struct list_functions *functions = data;

	if (functions->pattern && !glob_match(functions->pattern, line))
		return true;
	functions->count++;
	return !functions->pattern || !cmd_printf("%s\n", line);
}

int trace_list(struct trace_front *front, int argc, char **argv)
{
	struct list_functions functions = {.pattern = argc == 2 ? argv[1] : NULL};
	char tracers[256];

	if (argc > 2)
		return trace_usage(argv[0]);
	if (functions.pattern) {
		if (trace_each_line("available_filter_functions", list_function, &functions))
			return 1;
		return functions.count ? 0 : cmd_fail("%s: no function has this name", argv[1]);
	}
	if (trace_get("available_tracers", tracers, sizeof(tracers)) ||
	    trace_each_line("available_filter_functions", list_function, &functions))
		return 1;
	cmd_printf("tracers:   %s\nfunctions: %u; trace list 'vfs_*' lists some\n", tracers,
		   functions.count);
	return 0;
}
