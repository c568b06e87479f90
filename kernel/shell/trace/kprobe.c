/* SPDX-License-Identifier: MIT */
/* trace kprobe: what a probe sees while a command runs. */
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/events.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "lib/printf.h"
#include "lib/string.h"

#define LINE_BYTES   512
#define REMOVE_BYTES (2 * LINE_BYTES)

/* Of the last line of the file, as far as it has been read: "p:GROUP/NAME PLACE...". */
static bool keep_line(void *data, const char *line)
{
	const char *name = strchr(line, ':');

	if (name)
		snprintf(data, REMOVE_BYTES, "-%s", name);
	return true;
}

/*
 * Makes the probe that @line describes. Return: 0, @remove is the line that removes it, and no
 * other of the same event: "-:GROUP/NAME PLACE..."; or 1 after saying why.
 */
static int kprobe_make(const struct trace_front *front, const char *line, char remove[REMOVE_BYTES])
{
	/* A new one is the last of its kind; dynamic_events has those of `f` at its end. */
	const char *list = *line == 'f' ? "dynamic_events" : "kprobe_events";

	return trace_append(front, "dynamic_events", line) ||
	       trace_each_line(list, keep_line, remove);
}

static int kprobe_on(const struct trace_front *front, const char *remove, const char *condition)
{
	int length = (int)strcspn(remove, " ") - 2, failed = 0;
	char file[EVENT_PATH + 16];

	snprintf(file, sizeof(file), "events/%.*s/filter", length, remove + 2);
	if (condition)
		failed = trace_put(front, file, condition);
	snprintf(file, sizeof(file), "events/%.*s/enable", length, remove + 2);
	return failed || trace_put(front, file, "1");
}

int trace_kprobe(struct trace_front *front, int argc, char **argv)
{
	int first = argc > 1 && !strcmp(argv[1], "-v") ? 2 : 1, status = 1, failed;
	int end = trace_find_command(first, argc, argv);
	char line[LINE_BYTES], remove[REMOVE_BYTES] = "-:", *condition;

	front->verbose |= first == 2;
	front->events = true;
	if (end <= first)
		return trace_usage(argv[0]);
	if (trace_join_words(line, sizeof(line), first, end, argv))
		return 1;
	/* It is one probe, not a line that does something else to those that there are. */
	if (!*line || !strchr("prf", *line) || strchr(line, '\n'))
		return trace_usage(argv[0]);
	condition = strstr(line, " if ");
	if (condition) {
		*condition = '\0';
		condition += 4;
	}
	if (trace_put(front, "tracing_on", "0") || trace_put(front, "trace", "") ||
	    kprobe_make(front, line, remove)) {
		trace_put(front, "tracing_on", "1");
		return 1;
	}
	if (!kprobe_on(front, remove, condition)) {
		status = trace_run_command(front, argc - end - 1, argv + end + 1, NULL);
		status |= trace_copy("trace");
	}
	failed = trace_setup_clear(front);
	return trace_append(front, "dynamic_events", remove) | failed | status;
}
