/* SPDX-License-Identifier: MIT */
/*
 * What a command of the shell is: one entry of one table, and a function that
 * is called like a C program's main in a task of its own, which carries the
 * command's name. It uses file descriptors 0, 1 and 2 of that task.
 */
#pragma once

#include "lib/types.h"

struct shell;

struct shell_command {
	const char *name;
	const char *arguments; /* as in "[-n COUNT] [FILE]..." */
	const char *summary;   /* one line, no full stop */
	const char *example;   /* a line that can be pasted */
	int (*run)(int argc, char **argv);
	/* Instead of .run: done by the shell in its own task, as it changes the shell. */
	int (*builtin)(struct shell *shell, int argc, char **argv);
};

/* Commands that `help` lists together. */
struct shell_command_group {
	const char *title;
	const struct shell_command *commands; /* ended by a NULL name */
};

/* The table of all commands (cmds/table.c), ended by a NULL title. */
extern const struct shell_command_group shell_command_groups[];

/* Return: the command called @name, or NULL. Context: any. */
const struct shell_command *shell_command_find(const char *name);
