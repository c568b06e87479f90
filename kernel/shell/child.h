/* SPDX-License-Identifier: MIT */
/* Tasks that run part of a shell's commands. */
#pragma once

#include "kernel/shell/exec.h"

/* Descriptors that a child begins with in place of 0 and 1; -1: those of its parent. */
struct shell_wiring {
	int in, out;
	int unused;	 /* the reading end of .out's pipe, which the child closes, or -1 */
	bool background; /* reads nothing, unless .in says what */
};

/* What a child does: one of .words (of .node, which has the redirections), .node, .list, .text. */
struct shell_work {
	const struct shell_strings *words; /* in .arena */
	const struct shell_node *node;	   /* of the shell's tree */
	const struct shell_pipeline *list; /* of the shell's tree; only its first chain */
	const char *text;		   /* in .arena */
	struct shell_arena *arena;	   /* referenced until the child is done; or NULL */
};

struct shell_child;

/*
 * Makes a task that does not run yet, with a copy of @shell. @wiring NULL: all as in the caller.
 * Return: the child, or NULL: no memory, which is printed.
 */
struct shell_child *shell_child_create(struct shell *shell, const struct shell_wiring *wiring,
				       const struct shell_work *work);

/* The pid it will have; valid until it is started. */
pid_t shell_child_pid(const struct shell_child *child);

/* Makes it a member of @job and one of @children, and lets it run; then it is its own. */
void shell_child_start(struct shell_child *child, struct shell_job *job,
		       struct shell_children *children);

/*
 * The job for a new pipeline of @shell, with a reference for the caller, or NULL. In a shell that
 * is part of a job itself, all pipelines are part of that job too.
 */
struct shell_job *shell_new_job(struct shell *shell);
