/* SPDX-License-Identifier: MIT */
/*
 * One running shell: its variables, the status of its last command, its
 * background jobs. A command that is run beside it (in a pipeline, by &, in
 * brackets) gets a copy.
 */
#pragma once

#include "kernel/shell/arena.h"
#include "lib/list.h"

#define SHELL_NAME     "fivebyte" /* in front of the shell's own messages */
#define SHELL_JOBS_MAX 16

struct shell_background;
struct shell_job;

struct shell_variable {
	struct list_head list;
	char *value; /* behind the name */
	char name[];
};

struct shell {
	struct list_head variables; /* struct shell_variable */
	int status;		    /* $? */
	int substitution_status;    /* of the last $(...), for a command that is nothing else */
	pid_t pid;		    /* $$ */
	pid_t last_background;	    /* $!, 0: none yet */

	/* $0, $1, ...: in .argument_owner, or in memory that lives longer than the shell. */
	int argument_count; /* with $0 */
	char **arguments;
	struct shell_arena *argument_owner;

	bool interactive; /* reads the console: says which jobs begin and end */
	/* What unwinds running commands. */
	bool exiting;	  /* `exit` */
	bool interrupted; /* Ctrl-C, set by the tty's interrupt */
	int breaks;	  /* loops to leave */
	bool continuing;  /* the last of them goes on */
	int loops;	  /* that are running */

	struct shell_arena *tree; /* of the command being run */
	char scratch[24];	  /* a number as text, while it is expanded */

	struct shell_job *job;	      /* all commands belong to it; NULL: a new one each */
	struct shell_job *foreground; /* [foreground_lock] what Ctrl-C kills */
	struct shell_background *jobs[SHELL_JOBS_MAX]; /* number N is [N - 1]; NULL: free */
	struct shell_background *unnumbered;	       /* those for which there was no place */
};

/* Return: a shell of the calling task without variables, or NULL. Context: task. */
struct shell *shell_create(void);

/* Return: a copy for a task that runs part of @shell's commands, or NULL. */
struct shell *shell_copy(const struct shell *shell);

/* Frees @shell; its background jobs go on. */
void shell_destroy(struct shell *shell);

/* Whether what is running should be given up: exit, Ctrl-C, or a kill. */
bool shell_must_stop(const struct shell *shell);

/* Return: 0 or -ENOMEM. */
int shell_set(struct shell *shell, const char *name, size_t name_bytes, const char *value);
/* Return: the value of a named variable, or NULL. */
const char *shell_get(const struct shell *shell, const char *name, size_t name_bytes);
