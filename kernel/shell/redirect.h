/* SPDX-License-Identifier: MIT */
/* Redirections of the calling task's descriptors. */
#pragma once

#include "kernel/shell/state.h"
#include "kernel/shell/syntax.h"

#define REDIRECTS_MAX 8 /* on one command */

/* What the descriptors were before. */
struct shell_saved {
	int count;
	struct {
		int fd, saved; /* saved: -1 if it was closed */
	} fds[REDIRECTS_MAX * 2];
};

/*
 * Makes the redirections of a command, from left to right; @arena takes the expanded words.
 * @saved receives what is needed to undo them, or is NULL: they are for good.
 * Context: task. Return: 0, or -1: one failed, which is printed; those before it are made.
 */
int shell_redirect(struct shell *shell, struct shell_arena *arena,
		   const struct shell_redirect *redirects, struct shell_saved *saved);

void shell_redirect_undo(struct shell_saved *saved);
