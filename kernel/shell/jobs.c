/* SPDX-License-Identifier: MIT */
/* Pipelines in the background: jobs, wait, fg. */
#include "kernel/shell/jobs.h"

#include "kernel/mm/slab.h"
#include "kernel/shell/exec.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

void shell_background_free(struct shell_background *background)
{
	if (!background)
		return;
	shell_job_put(background->job);
	kfree(background);
}

static struct shell_background *shell_background_take_unnumbered(struct shell *shell)
{
	struct shell_background *background = shell->unnumbered;

	shell->unnumbered = background->next;
	return background;
}

void shell_background_free_unnumbered(struct shell *shell)
{
	while (shell->unnumbered)
		shell_background_free(shell_background_take_unnumbered(shell));
}

static int shell_background_slot(struct shell *shell)
{
	shell_background_poll(shell, false);
	for (int i = 0; i < SHELL_JOBS_MAX; i++)
		if (!shell->jobs[i])
			return i;
	/* Those that have ended and were not asked for make room. */
	for (int i = 0; i < SHELL_JOBS_MAX; i++) {
		if (shell->jobs[i]->done) {
			shell_background_free(shell->jobs[i]);
			shell->jobs[i] = NULL;
			return i;
		}
	}
	return -1;
}

int shell_background_add(struct shell *shell, struct shell_job *job,
			 const struct shell_children *children, const char *text)
{
	struct shell_background *background = kzalloc(sizeof(*background), GFP_KERNEL);
	int slot = background ? shell_background_slot(shell) : -1;

	shell->last_background = children->count ? children->pids[children->count - 1] : 0;
	if (!background) {
		shell_job_put(job);
		return 0;
	}
	background->job = job;
	background->children = *children;
	strscpy(background->text, text ? text : "", sizeof(background->text));
	if (slot < 0) {
		background->next = shell->unnumbered;
		shell->unnumbered = background;
		return 0;
	}
	shell->jobs[slot] = background;
	return slot + 1;
}

static void shell_background_print(const struct shell_background *background, int number,
				   int (*print)(const char *format, ...))
{
	char state[24] = "Running";

	if (background->done && !background->children.status)
		strscpy(state, "Done", sizeof(state));
	else if (background->done)
		snprintf(state, sizeof(state), "Exit %d", background->children.status);
	print("[%d]  %-12s %s\n", number, state, background->text);
}

static int print_to_error(const char *format, ...)
{
	char line[128];
	va_list args;
	int bytes;

	va_start(args, format);
	bytes = vscnprintf(line, sizeof(line), format, args);
	va_end(args);
	return cmd_write_all(2, line, bytes);
}

/* Those without a number are waited for too, or their tasks would stay as zombies. */
static void shell_background_poll_unnumbered(struct shell *shell)
{
	struct shell_background **link = &shell->unnumbered;

	while (*link) {
		struct shell_background *background = *link;

		if (shell_children_wait(&background->children, false)) {
			link = &background->next;
			continue;
		}
		*link = background->next;
		shell_background_free(background);
	}
}

void shell_background_poll(struct shell *shell, bool report)
{
	shell_background_poll_unnumbered(shell);
	for (int i = 0; i < SHELL_JOBS_MAX; i++) {
		struct shell_background *background = shell->jobs[i];

		if (!background)
			continue;
		if (!background->done)
			background->done = !shell_children_wait(&background->children, false);
		if (!background->done || !report)
			continue;
		shell_background_print(background, i + 1, print_to_error);
		shell_background_free(background);
		shell->jobs[i] = NULL;
	}
}

struct shell_background *shell_background_find(const struct shell *shell, int number)
{
	return number >= 1 && number <= SHELL_JOBS_MAX ? shell->jobs[number - 1] : NULL;
}

/* The job that %N, a pid, or nothing (the latest) means. Return: its number, 0 for none. */
static int job_number(const struct shell *shell, const char *word)
{
	unsigned int number;

	if (!word) {
		for (int i = SHELL_JOBS_MAX; i > 0; i--)
			if (shell->jobs[i - 1])
				return i;
		return 0;
	}
	if (kstrtouint(word[0] == '%' ? word + 1 : word, 10, &number))
		return 0;
	if (word[0] == '%')
		return shell_background_find(shell, number) ? (int)number : 0;
	for (int i = 0; i < SHELL_JOBS_MAX; i++)
		for (int pid = 0; shell->jobs[i] && pid < shell->jobs[i]->children.count; pid++)
			if (shell->jobs[i]->children.pids[pid] == (pid_t)number)
				return i + 1;
	return 0;
}

int cmd_jobs(struct shell *shell, int argc, char **argv)
{
	shell_background_poll(shell, false);
	for (int i = 0; i < SHELL_JOBS_MAX; i++)
		if (shell->jobs[i])
			shell_background_print(shell->jobs[i], i + 1, cmd_printf);
	return 0;
}

/* Waits for one job and forgets it. Return: its status, or 130 when the wait was ended. */
static int job_finish(struct shell *shell, int number)
{
	struct shell_background *background = shell->jobs[number - 1];
	int status = shell_wait_foreground(shell, background->job, &background->children);

	background->done = true;
	shell_background_free(background);
	shell->jobs[number - 1] = NULL;
	return status;
}

int cmd_wait(struct shell *shell, int argc, char **argv)
{
	int status = 0;

	if (argc > 1) {
		for (int i = 1; i < argc; i++) {
			int number = job_number(shell, argv[i]);

			if (!number)
				return cmd_fail("%s: no such job", argv[i]), 127;
			status = job_finish(shell, number);
		}
		return status;
	}
	for (int i = 0; i < SHELL_JOBS_MAX && !shell_must_stop(shell); i++)
		if (shell->jobs[i])
			job_finish(shell, i + 1);
	while (shell->unnumbered && !shell_must_stop(shell)) {
		struct shell_background *background = shell_background_take_unnumbered(shell);

		shell_wait_foreground(shell, background->job, &background->children);
		shell_background_free(background);
	}
	return 0;
}

int cmd_fg(struct shell *shell, int argc, char **argv)
{
	int number = job_number(shell, argv[1]);

	if (!number)
		return cmd_fail("%s: no such job", argv[1] ? argv[1] : "current");
	cmd_printf("%s\n", shell->jobs[number - 1]->text);
	cmd_flush();
	return job_finish(shell, number);
}
