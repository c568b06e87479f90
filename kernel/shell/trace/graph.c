/* SPDX-License-Identifier: MIT */
/* trace graph: the tree of what a command did. trace slow: calls that took long, as they end. */
#include "kernel/sched/sched.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/run.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/colour.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "lib/printf.h"
#include "lib/string.h"

#define ROOT_BYTES 512

/* Behind the columns of a line; NULL if it has none. */
static const char *graph_find_call(const char *line)
{
	const char *bar = NULL, *next = line;

	while ((next = strstr(next, "|  ")))
		bar = next++;
	return bar;
}

/*
 * What the tree looks like: what takes long stands out, titles and comments stand back. @data is
 * NULL if it does not matter when a line is seen.
 */
static bool graph_line(void *data, const char *line)
{
	const char *bar = graph_find_call(line), *mark = strpbrk(line, "+!#*@$"), *comment;
	enum trace_colour columns = COLOUR_DIM;

	if (!bar || line[0] == '#')
		bar = line + strlen(line);
	else if (mark && mark < bar)
		columns = *mark == '+' ? COLOUR_YELLOW : COLOUR_RED;
	comment = strstr(bar, "/* ");
	if (!comment)
		comment = bar + strlen(bar);
	trace_print_coloured(columns, line, (size_t)(bar - line));
	cmd_write(bar, (size_t)(comment - bar));
	trace_print_coloured(COLOUR_GREEN, comment, strlen(comment));
	return !cmd_puts("\n") && !(data && cmd_flush());
}

static int graph_start(const struct trace_front *front, const char *root, const char *depth)
{
	return trace_put(front, "tracing_on", "0") || trace_put(front, "trace", "") ||
	       trace_put(front, "set_graph_function", root) ||
	       (depth && trace_put(front, "max_graph_depth", depth)) ||
	       trace_put(front, "current_tracer", "function_graph");
}

static int graph_clear(const struct trace_front *front)
{
	return trace_setup_clear(front) | trace_graph_clear(front);
}

int trace_graph(struct trace_front *front, int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	const char *depth = NULL;
	char root[ROOT_BYTES];
	int letter, end, status;

	while ((letter = cmd_next_option(&options, "d:v"))) {
		if (letter == CMD_OPTION_BAD)
			return trace_usage(argv[0]);
		if (letter == 'd')
			depth = options.value;
		front->verbose |= letter == 'v';
	}
	end = trace_find_command(options.index, argc, argv);
	if (end < 0 || end == options.index || !strcmp(argv[end - 1], "if"))
		return trace_usage(argv[0]);
	if (trace_join_words(root, sizeof(root), options.index, end, argv))
		return 1;
	if (graph_start(front, root, depth)) {
		graph_clear(front);
		return 1;
	}
	status = trace_run_command(front, argc - end - 1, argv + end + 1, NULL);
	status |= trace_each_line("trace", graph_line, NULL);
	return graph_clear(front) | status;
}

int trace_slow(struct trace_front *front, int argc, char **argv)
{
	static const char option[] = "options/funcgraph-proc";
	bool verbose = argc > 1 && !strcmp(argv[1], "-v");
	char before[4];
	int failed;

	front->verbose |= verbose;
	if (argc != 3 + verbose)
		return trace_usage(argv[0]);
	argv += argc - 3;
	if (trace_get(option, before, sizeof(before)))
		return 1;
	failed = trace_put(front, "tracing_on", "0") || trace_put(front, "trace", "") ||
		 trace_put(front, "set_ftrace_filter", argv[1]) ||
		 /* Printing a line must not be what the next one tells about. */
		 trace_put_number(front, "set_ftrace_notrace_pid", current->pid) ||
		 trace_put(front, "tracing_thresh", argv[2]) || trace_put(front, option, "1") ||
		 trace_put(front, "current_tracer", "function_graph") ||
		 trace_put(front, "tracing_on", "1") ||
		 trace_each_line("trace_pipe", graph_line, front);
	failed |= trace_put(front, option, before);
	return graph_clear(front) | failed;
}
