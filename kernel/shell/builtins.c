/* SPDX-License-Identifier: MIT */
/* Commands that change the shell itself. */
#include "kernel/shell/builtins.h"

#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/task.h"
#include "kernel/shell/exec.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"
#include "trace/events/sched.h"

/* What a script may need of the stack, with interrupts and tracing. */
#define SOURCE_STACK_LEFT (6 * 1024)

/* A small number as an optional argument. Return: 0 or 1, with the reason printed. */
static int builtin_number(int argc, char **argv, unsigned int *number)
{
	if (argc > 2)
		return cmd_usage();
	if (argc == 2 && kstrtouint(argv[1], 10, number))
		return cmd_fail("%s: not a number", argv[1]);
	return 0;
}

int cmd_cd(struct shell *shell, int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "/";
	char *before = kmalloc(PATH_MAX, GFP_KERNEL);
	int error = 0;

	if (!before)
		return cmd_fail("no memory");
	if (argc > 2) {
		kfree(before);
		return cmd_usage();
	}
	if (!strcmp(path, "-"))
		path = shell_get(shell, "OLDPWD", 6) ? shell_get(shell, "OLDPWD", 6) : "/";
	if (ksys_getcwd(before, PATH_MAX) < 0)
		before[0] = '\0';
	error = ksys_chdir(path);
	if (error)
		cmd_fail_errno(path, error);
	else
		shell_set(shell, "OLDPWD", 6, before);
	kfree(before);
	return error ? 1 : 0;
}

int cmd_exit(struct shell *shell, int argc, char **argv)
{
	unsigned int status = shell->status;
	int failed = builtin_number(argc, argv, &status);

	if (failed)
		return failed;
	if (shell->interactive)
		return cmd_fail("this is the only shell; poweroff ends the machine");
	shell->exiting = true;
	return status & 0xff;
}

int cmd_exec(struct shell *shell, int argc, char **argv)
{
	struct shell_strings words = {.count = argc - 1, .items = argv + 1};
	int status;

	if (argc < 2)
		return cmd_usage();
	if (!shell->interactive)
		set_task_comm(current, argv[1]);
	trace_sched_process_exec(current, argv[1]);
	status = shell_run_command(shell, &words);
	shell->exiting = !shell->interactive;
	return status;
}

static int leave_loops(struct shell *shell, int argc, char **argv, bool continuing)
{
	unsigned int levels = 1;
	int failed = builtin_number(argc, argv, &levels);

	if (failed)
		return failed;
	if (!shell->loops || !levels)
		return cmd_fail("there is no loop");
	shell->breaks = levels < (unsigned int)shell->loops ? (int)levels : shell->loops;
	shell->continuing = continuing;
	return 0;
}

int cmd_break(struct shell *shell, int argc, char **argv)
{
	return leave_loops(shell, argc, argv, false);
}

int cmd_continue(struct shell *shell, int argc, char **argv)
{
	return leave_loops(shell, argc, argv, true);
}

int cmd_source(struct shell *shell, int argc, char **argv)
{
	/* A script that runs itself, say. */
	if ((char *)__builtin_frame_address(0) < (char *)current->stack + SOURCE_STACK_LEFT)
		return cmd_fail("nested too deeply");
	return argc == 2 ? shell_run_file(shell, argv[1]) : cmd_usage();
}

int cmd_colon(struct shell *shell, int argc, char **argv)
{
	return 0;
}
