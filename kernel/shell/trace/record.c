/* SPDX-License-Identifier: MIT */
/* trace record: what one command makes the kernel do. trace extract: what was recorded, for the
 * host. */
#include "kernel/shell/run.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/trace/files.h"
#include "kernel/shell/trace/setup.h"
#include "lib/printf.h"
#include "lib/string.h"

/* Where the pid ends in a line of `trace` at the latest: "            comm-12345   [000]". */
#define PID_COLUMNS 32

/* For a kernel that cannot filter by pid while it records: done while printing. */
struct record_print {
	char pid[16]; /* "-123 " */
};

static bool record_line(void *data, const char *line)
{
	const struct record_print *print = data;
	const char *found = strstr(line, print->pid);

	if (line[0] == '#' || (found && found - line < PID_COLUMNS))
		return !cmd_printf("%s\n", line);
	return true;
}

static int record_show(pid_t pid, bool filtered)
{
	struct record_print print;

	if (filtered)
		return trace_copy("trace");
	snprintf(print.pid, sizeof(print.pid), "-%d ", pid);
	return trace_each_line("trace", record_line, &print);
}

/* Has only @pid traced, and what it starts. Return: 0 or 1. */
static int record_follow(const struct trace_front *front, pid_t pid)
{
	return trace_put_number(front, "set_ftrace_pid", pid) ||
	       (trace_has(FOLLOW_CHILDREN) && trace_put(front, FOLLOW_CHILDREN, "1"));
}

int trace_find_command(int from, int argc, char **argv)
{
	for (int i = from; i >= 0 && i + 1 < argc; i++)
		if (!strcmp(argv[i], "--"))
			return i;
	return -1;
}

/* Stores the command's pid. Return: its status; *@failed if it could not be followed. */
static int record_run(const struct trace_front *front, int argc, char **argv, const char *file,
		      pid_t *pid, int *failed)
{
	struct shell_run *run = shell_run_prepare(argc, argv);
	int status;

	*failed = !run;
	if (!run)
		return 1;
	*pid = shell_run_pid(run);
	*failed = (trace_has("set_ftrace_pid") && record_follow(front, *pid)) ||
		  trace_put(front, file, "1");
	status = shell_run_finish(run);
	*failed |= trace_put(front, file, "0");
	return status;
}

int trace_run_command(const struct trace_front *front, int argc, char **argv, const char *file)
{
	int failed, status;
	pid_t pid;

	status = record_run(front, argc, argv, file ? file : "tracing_on", &pid, &failed);
	return status ? status : failed;
}

int trace_record(struct trace_front *front, int argc, char **argv)
{
	struct trace_setup setup;
	int operand = trace_setup_parse(front, &setup, argc, argv), status, failed;
	pid_t pid;

	if (operand < 0 || operand == argc)
		return trace_usage(argv[0]);
	if (trace_setup_write(front, &setup))
		return 1;
	status = record_run(front, argc - operand, argv + operand, "tracing_on", &pid, &failed);
	if (!failed)
		failed = setup.output ? trace_put(front, "extract", setup.output)
				      : record_show(pid, trace_has("set_ftrace_pid"));
	failed |= trace_setup_clear(front);
	return status ? status : failed;
}

int trace_extract(struct trace_front *front, int argc, char **argv)
{
	return argc == 2 ? trace_put(front, "extract", argv[1]) : trace_usage(argv[0]);
}
