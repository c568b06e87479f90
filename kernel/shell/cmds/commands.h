/* SPDX-License-Identifier: MIT */
/*
 * The functions behind the commands, called like a C program's main in a task
 * of their own. Return: the exit status.
 */
#pragma once

int cmd_echo(int argc, char **argv);
int cmd_cat(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_poweroff(int argc, char **argv);
int cmd_true(int argc, char **argv);
int cmd_false(int argc, char **argv);
