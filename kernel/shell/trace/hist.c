/* SPDX-License-Identifier: MIT */
/* trace hist: counts an event by its fields while a command runs, or until Ctrl-C. */
#include "kernel/sched/task.h"
#include "kernel/shell/run.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "kernel/time/sleep.h"
#include "lib/printf.h"
#include "lib/string.h"

#define TEXT_BYTES 512
#define FILE_BYTES 128
#define LOOK_MS	   100

/* The parts in front of ` if ` have colons between them. */
static void hist_join_parts(char *text)
{
	const char *end = strstr(text, " if ");

	for (; *text && text != end; text++)
		if (*text == ' ')
			*text = ':';
}

int trace_hist(struct trace_front *front, int argc, char **argv)
{
	char text[TEXT_BYTES], remove[TEXT_BYTES + 8], file[FILE_BYTES], *rest = text, *event,
									 *name;
	int end = trace_find_command(1, argc, argv), first = 1, status = 0, failed;

	if (argc > 1 && !strcmp(argv[1], "-v"))
		front->verbose = first++;
	if (trace_join_words(text, sizeof(text), first, end < 0 ? argc : end, argv))
		return 1;
	event = strsep(&rest, " ");
	name = strchr(event, ':');
	if (!rest || !name)
		return trace_usage(argv[0]);
	*name = '/';
	hist_join_parts(rest);
	snprintf(file, sizeof(file), "events/%s/trigger", event);
	snprintf(remove, sizeof(remove), "!hist:%s", rest);
	if (trace_append(front, file, remove + 1))
		return 1;
	if (end >= 0)
		status = shell_run_argv(argc - end - 1, argv + end + 1);
	while (end < 0 && !cmd_interrupted())
		msleep_interruptible(LOOK_MS);
	flush_signals(current);
	snprintf(file, sizeof(file), "events/%s/hist", event);
	failed = trace_copy(file);
	snprintf(file, sizeof(file), "events/%s/trigger", event);
	return trace_append(front, file, remove) | failed | status;
}
