/* SPDX-License-Identifier: MIT */
/* Commands that change the shell itself, and are run in its own task. */
#pragma once

struct shell;

int cmd_cd(struct shell *shell, int argc, char **argv);
int cmd_exit(struct shell *shell, int argc, char **argv);
int cmd_exec(struct shell *shell, int argc, char **argv);
int cmd_set(struct shell *shell, int argc, char **argv);
int cmd_unset(struct shell *shell, int argc, char **argv);
int cmd_export(struct shell *shell, int argc, char **argv);
int cmd_read(struct shell *shell, int argc, char **argv);
int cmd_shift(struct shell *shell, int argc, char **argv);
int cmd_break(struct shell *shell, int argc, char **argv);
int cmd_continue(struct shell *shell, int argc, char **argv);
int cmd_source(struct shell *shell, int argc, char **argv);
int cmd_colon(struct shell *shell, int argc, char **argv);
int cmd_history(struct shell *shell, int argc, char **argv);
int cmd_kill(struct shell *shell, int argc, char **argv);
