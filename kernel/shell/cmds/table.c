/* SPDX-License-Identifier: MIT */
/* The list of all commands. */
#include "kernel/shell/builtins.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/command.h"
#include "kernel/shell/jobs.h"
#include "lib/string.h"

const struct shell_command shell_commands[] = {
	{"echo", cmd_echo, NULL, "[-n] [-e] [TEXT]...", "print its arguments",
	 "echo hello > /tmp/x"},
	{"cat", cmd_cat, NULL, "[FILE]...", "print files", "cat /proc/version"},
	{"cd", NULL, cmd_cd, "[DIRECTORY]", "change the working directory", "cd /tracing"},
	{"poweroff", cmd_poweroff, NULL, "[STATUS]", "end the machine", "poweroff 0"},
	{"true", cmd_true, NULL, "", "succeed", "true && echo yes"},
	{"false", cmd_false, NULL, "", "fail", "false || echo no"},
	{NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct shell_command *shell_command_find(const char *name)
{
	const struct shell_command *command = shell_commands;

	while (command->name && strcmp(command->name, name))
		command++;
	return command->name ? command : NULL;
}
