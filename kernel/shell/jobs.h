/* SPDX-License-Identifier: MIT */
/* Pipelines that a shell does not wait for. */
#pragma once

#include "kernel/shell/process.h"
#include "kernel/shell/state.h"

struct shell_background {
	struct shell_job *job; /* referenced */
	struct shell_children children;
	bool done;
	struct shell_background *next; /* in shell->unnumbered */
	char text[64];		       /* how it was written, cut */
};

/*
 * Remembers a pipeline that was started. Takes the caller's reference of @job. Sets $!.
 * Return: its number, from 1; 0 when there are too many: only wait without a word knows it.
 */
int shell_background_add(struct shell *shell, struct shell_job *job,
			 const struct shell_children *children, const char *text);

void shell_background_free(struct shell_background *background);

/* Forgets those without a number; they go on. */
void shell_background_free_unnumbered(struct shell *shell);

/* Looks which have ended. With @report, says so on descriptor 2 and forgets them. */
void shell_background_poll(struct shell *shell, bool report);

/* Return: the one of number @number that is remembered, or NULL. */
struct shell_background *shell_background_find(const struct shell *shell, int number);

/* The builtins jobs, wait and fg. */
int cmd_jobs(struct shell *shell, int argc, char **argv);
int cmd_wait(struct shell *shell, int argc, char **argv);
int cmd_fg(struct shell *shell, int argc, char **argv);
