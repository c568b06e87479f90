/* SPDX-License-Identifier: MIT */
/* trace count: how often functions are called and events happen, while a command runs or until
 * Ctrl-C. */
#include "kernel/sched/task.h"
#include "kernel/shell/run.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/events.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "kernel/time/sleep.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

#define LOOK_MS 100
/* Any record has this key, so all are counted together. */
#define COUNTER "!hist:keys=common_type"

struct count {
	const struct trace_front *front;
	const char *trigger;
	bool functions; /* some of the names are functions' */
};

static int set_trigger(void *data, const char *event)
{
	const struct count *count = data;
	char file[EVENT_PATH + 16];

	snprintf(file, sizeof(file), "events/%s/trigger", event);
	return trace_append(count->front, file, count->trigger);
}

static bool print_hits(void *data, const char *line)
{
	const char *hits = strstr(line, "Hits: ");

	if (hits)
		cmd_printf("%10lu\n", simple_strtoul(hits + 6, NULL, 10));
	return !hits;
}

static int print_count(void *data, const char *event)
{
	char file[EVENT_PATH + 16], name[EVENT_PATH];

	snprintf(file, sizeof(file), "events/%s/hist", event);
	strscpy(name, event, sizeof(name));
	*strchrnul(name, '/') = ':';
	cmd_printf("%-30s ", name);
	return trace_each_line(file, print_hits, NULL);
}

/* Does something for the events that @names means. Return: 0 or 1. */
static int each_name(char **names, int end, int (*use)(void *data, const char *event), void *data)
{
	int failed = 0;

	for (int i = 0; i < end && !failed; i++)
		if (trace_is_event(names[i]))
			failed = trace_each_event(names[i], use, data);
	return failed;
}

static int count_start(struct count *count, char **names, int end)
{
	count->trigger = COUNTER + 1;
	if (count->functions && trace_put(count->front, "function_profile_enabled", "1"))
		return 1;
	return each_name(names, end, set_trigger, count);
}

static int count_end(struct count *count, char **names, int end)
{
	int failed = 0;

	if (count->functions)
		failed = trace_put(count->front, "function_profile_enabled", "0") ||
			 trace_profile_hits();
	failed |= each_name(names, end, print_count, NULL);
	count->trigger = COUNTER;
	return failed | each_name(names, end, set_trigger, count);
}

/* Those that are no events' names. */
static int set_functions(struct count *count, char **names, int end)
{
	for (int i = 0; i < end; i++) {
		if (trace_is_event(names[i]))
			continue;
		if (count->functions ? trace_append(count->front, "set_ftrace_filter", names[i])
				     : trace_put(count->front, "set_ftrace_filter", names[i]))
			return 1;
		count->functions = true;
	}
	return 0;
}

static int count_run(struct count *count, char **names, int end, int argc, char **argv)
{
	struct shell_run *run = argc ? shell_run_prepare(argc, argv) : NULL;
	int status = 0;

	if (argc && !run)
		return 1;
	if ((run && trace_follow(count->front, shell_run_pid(run))) ||
	    count_start(count, names, end))
		status = 1;
	if (run)
		status |= shell_run_finish(run);
	while (!run && !status && !cmd_interrupted())
		msleep_interruptible(LOOK_MS);
	flush_signals(current);
	return status | count_end(count, names, end);
}

int trace_count(struct trace_front *front, int argc, char **argv)
{
	struct count count = {.front = front};
	int first = 1, end, command, status;

	if (argc > 1 && !strcmp(argv[1], "-v"))
		front->verbose = first++;
	end = trace_find_command(first, argc, argv);
	command = end < 0 ? argc : end + 1;
	if (end < 0)
		end = argc;
	if (end == first)
		return trace_usage(argv[0]);
	front->events = true;
	status = set_functions(&count, argv + first, end - first) ||
		 count_run(&count, argv + first, end - first, argc - command, argv + command);
	return trace_setup_clear(front) | status;
}
