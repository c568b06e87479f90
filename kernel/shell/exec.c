/* SPDX-License-Identifier: MIT */
/* Running lists, pipelines and simple commands. */
#include "kernel/shell/exec.h"

#include "kernel/fs/syscalls.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/child.h"
#include "kernel/shell/jobs.h"
#include "kernel/shell/redirect.h"
#include "kernel/shell/stdio.h"
#include "kernel/shell/tty_job.h"
#include "lib/errno.h"
#include "lib/string.h"

int shell_wait_foreground(struct shell *shell, struct shell_job *job,
			  struct shell_children *children)
{
	int error;

	if (!shell->job)
		tty_job_set(shell, job);
	do {
		error = shell_children_wait(children, true);
		/* The console's shell cannot be killed. */
		if (error == -EINTR && shell->interactive)
			flush_signals(current);
	} while (error == -EINTR && shell->interactive);
	if (!shell->job)
		tty_job_set(shell, NULL);
	return error ? 128 + SIGINT : children->status;
}

/* Splits assignments off the front of a command. Return: the first word that is none. */
static const struct shell_word *shell_assign(struct shell *shell, struct shell_expand *env,
					     const struct shell_word *words, int *error)
{
	for (; words; words = words->next) {
		size_t name = shell_name_length(words->raw);
		const char *value;

		if (!name || words->raw[name] != '=')
			break;
		value = shell_expand_string(env, words->raw + name + 1);
		*error = value ? shell_set(shell, words->raw, name, value) : -EINVAL;
		if (*error)
			break;
	}
	return words;
}

/* Runs a builtin, or only the redirections of a command without words, in this task. */
static int run_in_shell(struct shell *shell, struct shell_arena *arena,
			const struct shell_node *node, const struct shell_strings *words)
{
	struct shell_saved saved = {.count = 0};
	int status = shell->substitution_status;

	if (shell_redirect(shell, arena, node->redirects, &saved))
		status = 1;
	else if (words->count)
		status = shell_run_command(shell, words);
	shell_redirect_undo(&saved);
	return status;
}

static int run_child(struct shell *shell, const struct shell_work *work)
{
	struct shell_children children = {.count = 0};
	struct shell_job *job = shell_new_job(shell);
	struct shell_child *child = job ? shell_child_create(shell, NULL, work) : NULL;
	int status = 1;

	if (child) {
		shell_child_start(child, job, &children);
		status = shell_wait_foreground(shell, job, &children);
	}
	shell_job_put(job);
	return status;
}

/* Expands a simple command. Return: 0, or an error, which is printed. */
static int shell_expand_simple(struct shell *shell, struct shell_arena *arena,
			       const struct shell_node *node, struct shell_strings *words)
{
	struct shell_expand env;
	const struct shell_word *rest;
	int error = 0;

	shell->substitution_status = 0;
	shell_expand_init(&env, shell, arena);
	rest = shell_assign(shell, &env, node->words, &error);
	if (!error)
		error = shell_expand_words(&env, rest, words);
	if (error)
		shell_message("%s", env.message[0] ? env.message : "no memory");
	return error;
}

static bool shell_is_builtin(const char *name)
{
	const struct shell_command *command = shell_command_find(name);

	return command && command->builtin;
}

static int run_simple(struct shell *shell, const struct shell_node *node)
{
	struct shell_arena *arena = shell_arena_create();
	struct shell_strings *words = arena ? shell_arena_alloc(arena, sizeof(*words)) : NULL;
	struct shell_work work = {.words = words, .node = node, .arena = arena};
	int status = 1;

	if (!words) {
		shell_message("no memory");
	} else {
		if (!shell_expand_simple(shell, arena, node, words))
			status = !words->count || shell_is_builtin(words->items[0])
					 ? run_in_shell(shell, arena, node, words)
					 : run_child(shell, &work);
	}
	shell_arena_put(arena);
	return status;
}

static int run_node(struct shell *shell, const struct shell_node *node)
{
	struct shell_work subshell = {.node = node};
	struct shell_saved saved = {.count = 0};
	struct shell_arena *arena;
	int status = 1;

	if (node->kind == NODE_SIMPLE)
		return run_simple(shell, node);
	arena = shell_arena_create();
	subshell.arena = arena;
	if (!arena)
		shell_message("no memory");
	else if (node->kind == NODE_SUBSHELL)
		status = run_child(shell, &subshell);
	else if (!shell_redirect(shell, arena, node->redirects, &saved))
		status = shell_run_compound(shell, node);
	shell_redirect_undo(&saved);
	shell_arena_put(arena);
	return status;
}

/* Starts one command of a pipeline. Return: whether that worked. */
static bool start_piped(struct shell *shell, const struct shell_node *node,
			const struct shell_wiring *wiring, struct shell_job *job,
			struct shell_children *children)
{
	struct shell_arena *arena = shell_arena_create();
	struct shell_strings *words = arena ? shell_arena_alloc(arena, sizeof(*words)) : NULL;
	struct shell_work work = {.node = node, .arena = arena};
	struct shell_child *child = NULL;

	if (!words)
		shell_message("no memory");
	else if (node->kind != NODE_SIMPLE)
		child = shell_child_create(shell, wiring, &work);
	else if (!shell_expand_simple(shell, arena, node, words)) {
		work.words = words;
		child = shell_child_create(shell, wiring, &work);
	}
	if (child)
		shell_child_start(child, job, children);
	shell_arena_put(arena);
	return child;
}

/* Starts all commands of a pipeline, each reading what the one before writes. */
static int start_pipeline(struct shell *shell, const struct shell_pipeline *pipeline,
			  struct shell_job *job, struct shell_children *children, bool background)
{
	struct shell_wiring wiring = {.in = -1, .background = background};
	const struct shell_node *node;
	bool started = true;

	for (node = pipeline->first; node && started; node = node->piped) {
		int fds[2] = {-1, -1};

		if (children->count == PIPELINE_MAX) {
			shell_message("a pipeline of more than %d commands", PIPELINE_MAX);
			started = false;
		} else if (node->piped && do_pipe2(fds, 0)) {
			shell_message("no pipe can be made");
			started = false;
		}
		wiring.out = fds[1];
		wiring.unused = fds[0];
		if (started)
			started = start_piped(shell, node, &wiring, job, children);
		if (wiring.in >= 0)
			ksys_close(wiring.in);
		if (fds[1] >= 0)
			ksys_close(fds[1]);
		wiring.in = fds[0];
	}
	if (wiring.in >= 0)
		ksys_close(wiring.in);
	return started ? 0 : -1;
}

static int run_pipeline(struct shell *shell, const struct shell_pipeline *pipeline)
{
	struct shell_children children = {.count = 0};
	struct shell_job *job;
	int error, status;

	if (!pipeline->first->piped)
		return run_node(shell, pipeline->first);
	job = shell_new_job(shell);
	if (!job)
		return 1;
	error = start_pipeline(shell, pipeline, job, &children, false);
	status = shell_wait_foreground(shell, job, &children);
	shell_job_put(job);
	return error ? 1 : status;
}

int shell_run_chain(struct shell *shell, const struct shell_pipeline *list)
{
	bool run = true;

	for (;;) {
		if (run && !shell_must_stop(shell)) {
			int status = run_pipeline(shell, list);

			shell->status = list->negated ? !status : status;
		}
		if (list->join == JOIN_AND)
			run = !shell->status;
		else if (list->join == JOIN_OR)
			run = shell->status;
		else
			return shell->status;
		list = list->next;
	}
}

static void run_background(struct shell *shell, const struct shell_pipeline *list)
{
	struct shell_wiring wiring = {.in = -1, .out = -1, .unused = -1, .background = true};
	struct shell_work work = {.list = list};
	struct shell_children children = {.count = 0};
	struct shell_job *job = shell_new_job(shell);
	struct shell_child *child;
	int number;

	shell->status = 1;
	if (!job)
		return;
	if (list->join == JOIN_BACKGROUND) {
		if (!start_pipeline(shell, list, job, &children, true))
			shell->status = 0;
	} else {
		child = shell_child_create(shell, &wiring, &work);
		if (child) {
			shell_child_start(child, job, &children);
			shell->status = 0;
		}
	}
	number = shell_background_add(shell, job, &children, list->text);
	if (shell->interactive && number) {
		cmd_printf("[%d] %d\n", number, shell->last_background);
		cmd_flush();
	}
}

int shell_run_list(struct shell *shell, const struct shell_pipeline *list)
{
	while (list && !shell_must_stop(shell)) {
		const struct shell_pipeline *last = list;

		while (last->join == JOIN_AND || last->join == JOIN_OR)
			last = last->next;
		if (last->join == JOIN_BACKGROUND)
			run_background(shell, list);
		else
			shell_run_chain(shell, list);
		list = last->next;
	}
	return shell->status;
}
