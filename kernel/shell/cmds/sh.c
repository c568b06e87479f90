/* SPDX-License-Identifier: MIT */
/* sh: a shell of its own, for a string, a file, or what comes on descriptor 0. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/exec.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/string.h"

#define INPUT_MAX (1u << 20)

static int run_input(struct shell *shell)
{
	char *text = vmalloc(INPUT_MAX);
	size_t bytes = 0;
	ssize_t got = 1;

	if (!text)
		return cmd_fail("no memory");
	while (got > 0 && bytes < INPUT_MAX) {
		got = ksys_read(0, text + bytes, INPUT_MAX - bytes);
		bytes += got > 0 ? got : 0;
	}
	if (bytes == INPUT_MAX)
		cmd_fail("more than %u bytes of commands", INPUT_MAX);
	else if (!got)
		shell_run_text(shell, text, bytes);
	vfree(text);
	return shell->status;
}

int cmd_sh(int argc, char **argv)
{
	struct shell *shell = shell_create();
	bool string = argc > 1 && !strcmp(argv[1], "-c");
	int first = string ? 3 : 1, status;

	if (!shell)
		return cmd_fail("no memory");
	shell->job = shell_process_current()->job;
	if (argc > first) {
		shell->arguments = argv + first;
		shell->argument_count = argc - first;
	}
	if (string && argc < 3)
		status = cmd_usage();
	else if (string)
		status = shell_run_text(shell, argv[2], strlen(argv[2]));
	else if (argc > 1)
		status = shell_run_file(shell, argv[1]);
	else
		status = run_input(shell);
	shell_destroy(shell);
	return status;
}
