/* SPDX-License-Identifier: MIT */
/* Commands that change the shell itself, and are run in its own task. */
#pragma once

struct shell;

int cmd_cd(struct shell *shell, int argc, char **argv);
int cmd_exit(struct shell *shell, int argc, char **argv);
int cmd_exec(struct shell *shell, int argc, char **argv);
int cmd_break(struct shell *shell, int argc, char **argv);
int cmd_continue(struct shell *shell, int argc, char **argv);
int cmd_source(struct shell *shell, int argc, char **argv);
int cmd_colon(struct shell *shell, int argc, char **argv);
int cmd_kill(struct shell *shell, int argc, char **argv);
