/* SPDX-License-Identifier: MIT */
/* kill: ends tasks by pid, or the jobs of this shell. */
#include "kernel/sched/task.h"
#include "kernel/shell/builtins.h"
#include "kernel/shell/jobs.h"
#include "kernel/shell/stdio.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

static const struct {
	const char *name;
	int number;
} signals[] = {{"INT", SIGINT}, {"KILL", SIGKILL}, {"PIPE", SIGPIPE}, {"TERM", SIGTERM}};

/* Return: the number of a signal by name or number, 0 when there is none. */
static int signal_number(const char *word)
{
	unsigned int number;

	word += str_has_prefix(word, "SIG");
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (!strcmp(word, signals[i].name) ||
		    (!kstrtouint(word, 10, &number) && (int)number == signals[i].number))
			return signals[i].number;
	return 0;
}

static int kill_pid(const char *word, int signal)
{
	struct task_struct *task;
	unsigned int pid;
	int error = 0;

	if (kstrtouint(word, 10, &pid))
		return cmd_fail("%s: not a pid", word);
	task = find_get_task_by_pid(pid);
	if (!task)
		return cmd_fail_errno(word, ESRCH);
	if (task->flags & PF_KTHREAD || pid == 1)
		error = EPERM;
	else
		send_sig(signal, task);
	put_task_struct(task);
	return error ? cmd_fail_errno(word, error) : 0;
}

static int kill_job(struct shell *shell, const char *word, int signal)
{
	struct shell_background *background;
	unsigned int number;

	if (kstrtouint(word + 1, 10, &number))
		return cmd_fail("%s: no such job", word);
	background = shell_background_find(shell, number);
	if (!background)
		return cmd_fail("%s: no such job", word);
	/* The whole job, unless this shell is part of it. */
	if (background->job != shell->job)
		shell_job_kill(background->job, signal);
	for (int i = 0; i < background->children.count; i++) {
		struct task_struct *task = find_get_task_by_pid(background->children.pids[i]);

		if (!task)
			continue;
		send_sig(signal, task);
		put_task_struct(task);
	}
	return 0;
}

static int list_signals(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		cmd_printf("%2d %s\n", signals[i].number, signals[i].name);
	return 0;
}

int cmd_kill(struct shell *shell, int argc, char **argv)
{
	int signal = SIGTERM, first = 1, status = 0;

	if (argc > 1 && argv[1][0] == '-') {
		const char *name = argv[1] + 1;

		if (!strcmp(name, "l"))
			return list_signals();
		first = 2;
		if (!strcmp(name, "s") && argc > 2)
			name = argv[first++];
		signal = signal_number(name);
		if (!signal)
			return cmd_fail("%s: not a signal; kill -l lists them", name);
	}
	if (first >= argc)
		return cmd_usage();
	for (int i = first; i < argc; i++)
		status |= argv[i][0] == '%' ? kill_job(shell, argv[i], signal)
					    : kill_pid(argv[i], signal);
	return status;
}
