/* SPDX-License-Identifier: MIT */
/* sleep, and the commands that run another: time, watch. */
#include "kernel/time/clock.h"

#include "kernel/sched/sched.h"
#include "kernel/sched/stat.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/output.h"
#include "kernel/shell/run.h"
#include "kernel/shell/stdio.h"
#include "kernel/time/sleep.h"
#include "lib/printf.h"
#include "lib/string.h"

#define WATCH_DEFAULT_NS (2 * NSEC_PER_SEC)

int cmd_sleep_until(u64 time_ns)
{
	while (ktime_get_ns() < time_ns) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (signal_pending(current)) {
			__set_current_state(TASK_RUNNING);
			return 1;
		}
		schedule_hrtimeout(time_ns);
	}
	return 0;
}

int cmd_sleep(int argc, char **argv)
{
	u64 ns = 0, part;

	if (argc < 2)
		return cmd_usage();
	for (int i = 1; i < argc; i++) {
		if (cmd_duration(argv[i], &part))
			return 1;
		ns += part;
	}
	return cmd_sleep_until(ktime_get_ns() + ns);
}

static void print_duration(const char *name, u64 ns)
{
	char line[64];
	u64 us = ns / NSEC_PER_USEC;
	int bytes = scnprintf(line, sizeof(line), "%s\t%lum%lu.%06lus\n", name,
			      us / (60 * USEC_PER_SEC), us / USEC_PER_SEC % 60, us % USEC_PER_SEC);

	cmd_write_all(2, line, bytes);
}

int cmd_time(int argc, char **argv)
{
	struct task_struct *task;
	struct shell_run *run;
	u64 begin;
	int status;

	if (argc < 2)
		return cmd_usage();
	run = shell_run_prepare(argc - 1, argv + 1);
	if (!run)
		return 1;
	task = find_get_task_by_pid(shell_run_pid(run));
	begin = ktime_get_ns();
	status = shell_run_finish(run);
	print_duration("real", ktime_get_ns() - begin);
	if (task) {
		print_duration("user", task->utime);
		print_duration("sys", task_sched_runtime(task));
		put_task_struct(task);
	}
	return status;
}

/* Joins the words with blanks, into one line for a title. */
static void join_words(char *text, size_t bytes, int argc, char **argv)
{
	size_t at = 0;

	for (int i = 0; i < argc && at < bytes; i++)
		at += scnprintf(text + at, bytes - at, "%s%s", i ? " " : "", argv[i]);
}

int cmd_watch(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	char *script[] = {"sh", "-c", NULL, NULL};
	u64 interval = WATCH_DEFAULT_NS;
	unsigned long times = ~0ul;
	char title[60] = "";
	int letter, status = 0;

	while ((letter = cmd_next_option(&options, "n:c:"))) {
		if (letter == CMD_OPTION_BAD ||
		    (letter == 'n' && cmd_duration(options.value, &interval)) ||
		    (letter == 'c' && cmd_number(options.value, &times)))
			return 2;
	}
	argc -= options.index;
	argv += options.index;
	if (!argc)
		return cmd_usage();
	join_words(title, sizeof(title), argc, argv);
	if (argc == 1) {
		script[2] = argv[0];
		argv = script;
		argc = 3;
	}
	for (unsigned long i = 0; i < times && !cmd_interrupted(); i++) {
		if (i && cmd_sleep_until(ktime_get_ns() + interval))
			break;
		if (cmd_is_terminal(1))
			cmd_puts("\033[H\033[J");
		cmd_printf("Every %lu.%lu s: %s\n\n", interval / NSEC_PER_SEC,
			   interval / (NSEC_PER_SEC / 10) % 10, title);
		status = shell_run_argv(argc, argv);
	}
	return status;
}
