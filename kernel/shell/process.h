/* SPDX-License-Identifier: MIT */
/*
 * What a task of the shell has besides a kernel task: the command it runs, its
 * buffered output, and the job it belongs to. A job is the set of tasks that
 * Ctrl-C ends together: a pipeline, with all that its commands started.
 */
#pragma once

#include "kernel/locks/spinlock.h"
#include "kernel/shell/command.h"
#include "lib/list.h"

struct task_struct;

#define PIPELINE_MAX	  16 /* commands in one */
#define COMMAND_OUT_BYTES 4096

struct shell_job {
	int users;		  /* atomic */
	spinlock_t lock;	  /* taken with interrupts off */
	struct list_head members; /* [lock] struct shell_process, by .in_job */
	int signal;		  /* [lock] sent to all; also to who joins later */
};

/* The children that run one pipeline, for the task that made them. */
struct shell_children {
	pid_t pids[PIPELINE_MAX]; /* 0: waited for already */
	int count;
	int status; /* of the last one: exit code, or 128 + signal */
};

struct shell_process {
	struct task_struct *task; /* referenced while in a job */
	struct shell_job *job;	  /* referenced, or NULL */
	struct list_head in_job;  /* [job->lock] */

	const struct shell_command *command; /* for usage and error messages */
	const char *name;

	/* Descriptor 1. */
	char *out; /* COMMAND_OUT_BYTES, made at the first byte */
	size_t out_bytes;
	bool out_is_terminal, out_is_known;
	int out_error; /* the first one; nothing is written after it */
};

/* Return: the calling task's, or NULL outside the shell. */
struct shell_process *shell_process_current(void);

/* Return: a job without members and one user, or NULL. */
struct shell_job *shell_job_create(void);
struct shell_job *shell_job_get(struct shell_job *job);
void shell_job_put(struct shell_job *job);

/* Makes @process, whose .task is set, a member. It must not run yet. Context: task. */
void shell_job_join(struct shell_job *job, struct shell_process *process);
/* Ends that; the task itself calls it before it ends. */
void shell_job_leave(struct shell_process *process);

/* Sends @signal to all members. Context: any but NMI. */
void shell_job_kill(struct shell_job *job, int signal);

/*
 * Waits for those children that were not waited for yet; with @may_wait false only looks.
 * Return: 0 when all have ended, -EAGAIN if not, -EINTR when the caller was killed.
 */
int shell_children_wait(struct shell_children *children, bool may_wait);
