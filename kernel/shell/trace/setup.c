/* SPDX-License-Identifier: MIT */
/* Setting up a trace, and clearing it away. */
#include "kernel/shell/trace/setup.h"

#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/events.h"
#include "kernel/shell/trace/files.h"
#include "lib/compiler.h"
#include "lib/string.h"

static int setup_add(const char **patterns, u32 *count, const char *pattern)
{
	if (*count == SETUP_PATTERNS_MAX)
		return cmd_fail("at most %d patterns", SETUP_PATTERNS_MAX);
	patterns[(*count)++] = pattern;
	return 0;
}

static int setup_option(struct trace_front *front, struct trace_setup *setup, int letter,
			const char *value)
{
	switch (letter) {
	case 't':
		setup->tracer = value;
		return 0;
	case 'f':
		return setup_add(setup->filters, &setup->filter_count, value);
	case 'n':
		return setup_add(setup->excluded, &setup->excluded_count, value);
	case 'b':
		setup->buffer_kb = value;
		return 0;
	case 'c':
		setup->cpumask = value;
		return 0;
	case 'o':
		setup->output = value;
		return 0;
	case 'e':
		front->events = true;
		return setup_add(setup->events, &setup->event_count, value);
	case 'F':
		if (!setup->event_count)
			return cmd_fail("a filter follows an event");
		setup->event_filters[setup->event_count - 1] = value;
		return 0;
	case 'v':
		front->verbose = true;
		return 0;
	}
	return 1;
}

/* As cmd_next_option(); the one option that has a long name is a letter, too. */
static int setup_next_option(struct cmd_options *options)
{
	static char filter[] = "-F";

	if (!options->at && options->index < options->argc &&
	    !strcmp(options->argv[options->index], "--filter"))
		options->argv[options->index] = filter;
	return cmd_next_option(options, TRACE_SETUP_OPTIONS);
}

int trace_setup_parse(struct trace_front *front, struct trace_setup *setup, int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	int letter;

	*setup = (struct trace_setup){0};
	while ((letter = setup_next_option(&options)))
		if (setup_option(front, setup, letter, options.value))
			return -1;
	/* Functions are of interest if nothing else is. */
	if (!setup->tracer)
		setup->tracer = setup->event_count && !setup->filter_count && !setup->excluded_count
					? "nop"
					: "function";
	return options.index;
}

/* The first pattern replaces what the file holds, the others are added. */
static int setup_patterns(const struct trace_front *front, const char *file,
			  const char *const *patterns)
{
	int failed = trace_put(front, file, *patterns ? *patterns : "");

	while (!failed && *patterns && *++patterns)
		failed = trace_append(front, file, *patterns);
	return failed;
}

static int setup_events(const struct trace_front *front, const struct trace_setup *setup)
{
	int failed = 0;

	for (u32 i = 0; i < setup->event_count && !failed; i++)
		if (setup->event_filters[i])
			failed = trace_filter_events(front, setup->events[i],
						     setup->event_filters[i]);
	return failed || setup_patterns(front, "set_event", setup->events);
}

static int setup_write_all(const struct trace_front *front, const struct trace_setup *setup)
{
	return trace_put(front, "tracing_on", "0") || trace_put(front, "trace", "") ||
	       (setup->buffer_kb && trace_put(front, "buffer_size_kb", setup->buffer_kb)) ||
	       (setup->cpumask && trace_put(front, "tracing_cpumask", setup->cpumask)) ||
	       setup_patterns(front, "set_ftrace_filter", setup->filters) ||
	       setup_patterns(front, "set_ftrace_notrace", setup->excluded) ||
	       (front->events && setup_events(front, setup)) ||
	       trace_put(front, "current_tracer", setup->tracer);
}

int trace_setup_write(const struct trace_front *front, const struct trace_setup *setup)
{
	if (!trace_has("current_tracer"))
		return cmd_fail("there is no /tracing");
	if (!setup_write_all(front, setup))
		return 0;
	trace_setup_clear(front);
	return 1;
}

struct clean_file {
	const char *file, *text;
};

static int setup_clean(const struct trace_front *front, const struct clean_file *clean)
{
	int status = 0;

	for (; clean->file; clean++)
		if (trace_has(clean->file))
			status |= trace_put(front, clean->file, clean->text);
	return status;
}

int trace_setup_clear(const struct trace_front *front)
{
	static const struct clean_file clean[] = {
		{"tracing_on", "0"},
		{"current_tracer", "nop"},
		{"set_ftrace_filter", ""},
		{"set_ftrace_notrace", ""},
		{"set_ftrace_pid", ""},
		{"set_ftrace_notrace_pid", ""},
		{FOLLOW_CHILDREN, "0"},
		{"tracing_on", "1"},
		{NULL, NULL},
	};

	return (front->events && trace_events_clear(front)) | setup_clean(front, clean);
}

int trace_graph_clear(const struct trace_front *front)
{
	static const struct clean_file clean[] = {
		{"set_graph_function", ""},
		{"set_graph_notrace", ""},
		{"max_graph_depth", "0"},
		{"tracing_thresh", "0"},
		{NULL, NULL},
	};

	return setup_clean(front, clean);
}
