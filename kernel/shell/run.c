/* SPDX-License-Identifier: MIT */
/* A command that runs another one: a shell of its own, for one child. */
#include "kernel/shell/run.h"

#include "kernel/mm/slab.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/child.h"
#include "kernel/shell/stdio.h"
#include "lib/string.h"

struct shell_run {
	struct shell *shell;
	struct shell_child *child;
	struct shell_arena *arena;
	pid_t pid;
};

static void shell_run_free(struct shell_run *run)
{
	if (run->shell)
		shell_destroy(run->shell);
	shell_arena_put(run->arena);
	kfree(run);
}

/* Copies the words: the child may outlive the caller. Return: NULL: no memory. */
static struct shell_strings *shell_run_words(struct shell_arena *arena, int argc, char **argv)
{
	struct shell_strings *words = shell_arena_alloc(arena, sizeof(*words));

	for (int i = 0; words && i < argc; i++) {
		char *copy = shell_arena_copy(arena, argv[i], strlen(argv[i]));

		if (!copy || shell_strings_add(arena, words, copy))
			return NULL;
	}
	return words;
}

struct shell_run *shell_run_prepare(int argc, char **argv)
{
	struct shell_run *run = kzalloc(sizeof(*run), GFP_KERNEL);
	struct shell_work work = {.words = NULL};

	if (!run) {
		cmd_fail("no memory");
		return NULL;
	}
	cmd_flush();
	run->arena = work.arena = shell_arena_create();
	run->shell = shell_create();
	if (run->arena && run->shell) {
		run->shell->job = shell_process_current()->job;
		work.words = shell_run_words(run->arena, argc, argv);
	}
	if (work.words)
		run->child = shell_child_create(run->shell, NULL, &work);
	else
		cmd_fail("no memory");
	if (!run->child) {
		shell_run_free(run);
		return NULL;
	}
	run->pid = shell_child_pid(run->child);
	return run;
}

pid_t shell_run_pid(const struct shell_run *run)
{
	return run->pid;
}

int shell_run_finish(struct shell_run *run)
{
	struct shell_children children = {.count = 0};
	struct shell_job *job = shell_new_job(run->shell);
	int status = 1;

	if (job) {
		shell_child_start(run->child, job, &children);
		status = shell_wait_foreground(run->shell, job, &children);
	}
	shell_job_put(job);
	shell_run_free(run);
	return status;
}

int shell_run_argv(int argc, char **argv)
{
	struct shell_run *run = shell_run_prepare(argc, argv);

	return run ? shell_run_finish(run) : 1;
}
