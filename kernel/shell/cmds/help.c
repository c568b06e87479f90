/* SPDX-License-Identifier: MIT */
/* help: what there is, and one line to try for each. */
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/topics.h"
#include "kernel/shell/command.h"
#include "kernel/shell/stdio.h"
#include "lib/string.h"

#define LINE_WIDTH  76
#define TITLE_WIDTH 10

static void print_group(const struct shell_command_group *group)
{
	size_t column = TITLE_WIDTH;

	cmd_printf("%-*s", TITLE_WIDTH, group->title);
	for (const struct shell_command *command = group->commands; command->name; command++) {
		size_t length = strlen(command->name) + 1;

		if (column + length > LINE_WIDTH) {
			cmd_printf("\n%*s", TITLE_WIDTH, "");
			column = TITLE_WIDTH;
		}
		cmd_printf("%s ", command->name);
		column += length;
	}
	cmd_puts("\n");
}

static int help_list(void)
{
	for (const struct shell_command_group *group = shell_command_groups; group->title; group++)
		print_group(group);
	cmd_puts("\nhelp WORD explains one of them, with a line to try. More words:\n");
	for (const struct help_topic *topic = help_topics; topic->word; topic++)
		cmd_printf("  %-8s %s\n", topic->word, topic->summary);
	return 0;
}

static int help_command(const struct shell_command *command)
{
	cmd_printf("%s %s\n    %s.\n", command->name, command->arguments, command->summary);
	return cmd_printf("    Try: %s\n", command->example) ? 1 : 0;
}

int cmd_help(int argc, char **argv)
{
	const struct shell_command *command;
	bool found = false;

	if (argc == 1)
		return help_list();
	if (argc > 2)
		return cmd_usage();
	command = shell_command_find(argv[1]);
	if (command)
		found = !help_command(command);
	for (const struct help_topic *topic = help_topics; topic->word; topic++) {
		if (strcmp(topic->word, argv[1]))
			continue;
		cmd_printf("%s%s", found ? "\n" : "", topic->text);
		found = true;
	}
	return found ? 0 : cmd_fail("%s: no such command or topic", argv[1]);
}
