/* SPDX-License-Identifier: MIT */
/* trace record: what one command makes the kernel do. trace extract: what was recorded, for the
 * host. */
#include "kernel/sched/sched.h"
#include "kernel/shell/run.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "lib/printf.h"
#include "lib/string.h"

int trace_follow(const struct trace_front *front, pid_t pid)
{
	return trace_put_number(front, "set_ftrace_pid", pid) ||
	       trace_put(front, FOLLOW_CHILDREN, "1") ||
	       (front->events && (trace_put_number(front, "set_event_pid", pid) ||
				  trace_put(front, "options/event-fork", "1")));
}

int trace_find_command(int from, int argc, char **argv)
{
	for (int i = from; i >= 0 && i + 1 < argc; i++)
		if (!strcmp(argv[i], "--"))
			return i;
	return -1;
}

int trace_join_words(char *text, size_t bytes, int first, int end, char **argv)
{
	size_t length = 0;

	for (int i = first; i < end; i++) {
		length += (size_t)snprintf(text + length, bytes - length, i > first ? " %s" : "%s",
					   argv[i]);
		if (length >= bytes)
			return cmd_fail("the line is too long");
	}
	return 0;
}

/* Return: the command's status; *@failed if it could not be followed. */
static int record_run(const struct trace_front *front, int argc, char **argv, const char *file,
		      int *failed)
{
	struct shell_run *run = shell_run_prepare(argc, argv);
	int status;

	*failed = !run;
	if (!run)
		return 1;
	*failed = trace_follow(front, shell_run_pid(run)) || trace_put(front, file, "1");
	status = shell_run_finish(run);
	/* Ctrl-C ends the command; what it did until then is still to be printed. */
	flush_signals(current);
	*failed |= trace_put(front, file, "0");
	return status;
}

int trace_run_command(const struct trace_front *front, int argc, char **argv, const char *file)
{
	int failed, status;

	status = record_run(front, argc, argv, file ? file : "tracing_on", &failed);
	return status ? status : failed;
}

int trace_record(struct trace_front *front, int argc, char **argv)
{
	struct trace_setup setup;
	int operand = trace_setup_parse(front, &setup, argc, argv), status, failed;

	if (operand < 0 || operand == argc)
		return trace_usage(argv[0]);
	if (trace_setup_write(front, &setup))
		return 1;
	status = record_run(front, argc - operand, argv + operand, "tracing_on", &failed);
	if (!failed)
		failed = setup.output ? trace_put(front, "extract", setup.output)
				      : trace_copy("trace");
	failed |= trace_setup_clear(front);
	return status ? status : failed;
}

int trace_extract(struct trace_front *front, int argc, char **argv)
{
	return argc == 2 ? trace_put(front, "extract", argv[1]) : trace_usage(argv[0]);
}
