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

int trace_record(struct trace_front *front, int argc, char **argv)
{
	struct trace_setup setup;
	int operand = trace_setup_parse(front, &setup, argc, argv), status, failed;
	bool by_pid = trace_has("set_ftrace_pid");
	struct shell_run *run;
	pid_t pid;

	if (operand < 0 || operand == argc)
		return trace_usage(argv[0]);
	if (trace_setup_write(front, &setup))
		return 1;
	run = shell_run_prepare(argc - operand, argv + operand);
	if (!run) {
		trace_setup_clear(front);
		return 1;
	}
	pid = shell_run_pid(run);
	failed = (by_pid && record_follow(front, pid)) || trace_put(front, "tracing_on", "1");
	status = shell_run_finish(run);
	failed |= trace_put(front, "tracing_on", "0");
	if (!failed)
		failed = setup.output ? trace_put(front, "extract", setup.output)
				      : record_show(pid, by_pid);
	failed |= trace_setup_clear(front);
	return status ? status : failed;
}

int trace_extract(struct trace_front *front, int argc, char **argv)
{
	return argc == 2 ? trace_put(front, "extract", argv[1]) : trace_usage(argv[0]);
}
