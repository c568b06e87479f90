/* SPDX-License-Identifier: MIT */
/* Running what was parsed. All of it in task context; all of it may sleep. */
#pragma once

#include "kernel/shell/expand.h"
#include "kernel/shell/process.h"
#include "kernel/shell/state.h"
#include "kernel/shell/syntax.h"
#include "lib/compiler.h"

#define SHELL_LINE_BYTES 4096 /* the longest line that is run */

/*
 * Runs a script: complete commands one after another, up to the end, `exit`, or a syntax error,
 * which is printed and sets the status to 2. With a line longer than SHELL_LINE_BYTES nothing
 * of it is run. Return: shell->status.
 */
int shell_run_text(struct shell *shell, const char *text, size_t bytes);

/* The same for a file. Return: shell->status; 127 when it cannot be read, which is printed. */
int shell_run_file(struct shell *shell, const char *path);

/* Runs a list of shell->tree; sets and returns shell->status. */
int shell_run_list(struct shell *shell, const struct shell_pipeline *list);
/* The same, up to the first pipeline that is not followed by && or ||. */
int shell_run_chain(struct shell *shell, const struct shell_pipeline *list);
/* A compound command without its redirections. Return: its status. */
int shell_run_compound(struct shell *shell, const struct shell_node *node);

/*
 * Runs a command in the calling task, and reports what became of its output.
 * Return: its exit status.
 */
int shell_run_command(struct shell *shell, const struct shell_strings *words);

/* Waits for @job in the foreground, where Ctrl-C ends it. Return: the status. */
int shell_wait_foreground(struct shell *shell, struct shell_job *job,
			  struct shell_children *children);

/* Prints "fivebyte: ", the message and a newline on descriptor 2. */
void shell_message(const char *format, ...) __printf(1, 2);

/* An expander for @shell whose results are in @arena. */
void shell_expand_init(struct shell_expand *env, struct shell *shell, struct shell_arena *arena);
