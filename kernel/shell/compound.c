/* SPDX-License-Identifier: MIT */
/* Running if, while, until, for, groups. */
#include "kernel/shell/exec.h"
#include "lib/string.h"

static int run_if(struct shell *shell, const struct shell_node *node)
{
	if (!shell_run_list(shell, node->condition) && !shell_must_stop(shell))
		return shell_run_list(shell, node->body);
	if (shell_must_stop(shell))
		return shell->status;
	return node->otherwise ? shell_run_list(shell, node->otherwise) : 0;
}

/* Runs a loop's body once. Return: whether the loop goes on. */
static bool loop_iterate(struct shell *shell, const struct shell_node *node)
{
	shell_run_list(shell, node->body);
	if (shell->breaks && (--shell->breaks || !shell->continuing))
		return false;
	shell->continuing = false;
	return !shell_must_stop(shell);
}

static int run_while(struct shell *shell, const struct shell_node *node)
{
	bool until = node->kind == NODE_UNTIL;
	int status = 0;

	shell->loops++;
	for (;;) {
		shell_run_list(shell, node->condition);
		if ((shell->status != 0) != until || shell_must_stop(shell))
			break;
		if (!loop_iterate(shell, node))
			break;
		status = shell->status;
	}
	shell->loops--;
	return shell_must_stop(shell) ? shell->status : status;
}

static int run_for(struct shell *shell, const struct shell_node *node)
{
	struct shell_arena *arena = shell_arena_create();
	struct shell_strings items = {.count = 0};
	struct shell_expand env;
	int error = 0;

	if (!arena)
		return 1;
	shell_expand_init(&env, shell, arena);
	if (!node->without_items)
		error = shell_expand_words(&env, node->words, &items);
	for (int i = 1; node->without_items && i < shell->argument_count && !error; i++)
		error = shell_strings_add(arena, &items, shell->arguments[i]);
	if (error)
		shell_message("%s", env.message[0] ? env.message : "no memory");
	shell->status = error ? 1 : 0;
	shell->loops++;
	for (size_t i = 0; i < items.count && !error && !shell_must_stop(shell); i++) {
		error = shell_set(shell, node->name, strlen(node->name), items.items[i]);
		if (!error && !loop_iterate(shell, node))
			break;
	}
	shell->loops--;
	shell_arena_put(arena);
	return shell->status;
}

int shell_run_compound(struct shell *shell, const struct shell_node *node)
{
	switch (node->kind) {
	case NODE_IF:
		return run_if(shell, node);
	case NODE_WHILE:
	case NODE_UNTIL:
		return run_while(shell, node);
	case NODE_FOR:
		return run_for(shell, node);
	default:
		return shell_run_list(shell, node->body);
	}
}
