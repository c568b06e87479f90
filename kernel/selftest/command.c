/* SPDX-License-Identifier: MIT */
/* The shell's command: lists the self-tests, or runs some. */
#include "kernel/selftest/selftest.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/output.h"
#include "kernel/shell/stdio.h"
#include "lib/strerror.h"
#include "lib/string.h"

static int selftest_run_and_print(const struct selftest *test)
{
	int error = test->run();

	cmd_printf("%-14s %s\n", test->name, error ? strerror(error) : "ok");
	return error ? 1 : 0;
}

/* Runs the test of that name, or every one. Return: the command's status. */
static int selftest_run_named(const char *name)
{
	bool all = !strcmp(name, "all"), found = false;
	const struct selftest *test;
	int status = 0;

	for (u32 i = 0; (test = selftest_at(i)); i++) {
		if (!all && strcmp(name, test->name))
			continue;
		found = true;
		status |= selftest_run_and_print(test);
	}
	return found ? status : cmd_fail("%s: no such test", name);
}

int cmd_selftest(int argc, char **argv)
{
	const struct selftest *test;
	int status = 0;

	for (u32 i = 0; argc == 1 && (test = selftest_at(i)); i++)
		cmd_printf("%-14s %s\n", test->name, test->summary);
	for (int i = 1; i < argc; i++)
		status |= selftest_run_named(argv[i]);
	return status;
}
