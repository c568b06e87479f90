/* SPDX-License-Identifier: MIT */
/* Shells and their variables. */
#include "kernel/shell/state.h"

#include "kernel/mm/slab.h"
#include "kernel/sched/task.h"
#include "kernel/shell/jobs.h"
#include "lib/errno.h"
#include "lib/string.h"

static char *const no_arguments[] = {SHELL_NAME, NULL};

struct shell *shell_create(void)
{
	struct shell *shell = kzalloc(sizeof(*shell), GFP_KERNEL);

	if (!shell)
		return NULL;
	INIT_LIST_HEAD(&shell->variables);
	shell->pid = current->pid;
	shell->arguments = (char **)no_arguments;
	shell->argument_count = 1;
	return shell;
}

/* Copies $0, $1, ..., as the copy may outlive the memory they are in. Return: 0 or -ENOMEM. */
static int shell_copy_arguments(struct shell *copy, const struct shell *shell)
{
	struct shell_arena *arena = shell_arena_create();
	int count = shell->argument_count;
	char **arguments = arena ? shell_arena_alloc(arena, (count + 1) * sizeof(char *)) : NULL;

	copy->argument_owner = arena;
	for (int i = 0; arguments && i < count; i++) {
		const char *argument = shell->arguments[i];

		arguments[i] = shell_arena_copy(arena, argument, strlen(argument));
		if (!arguments[i])
			arguments = NULL;
	}
	if (!arguments)
		return -ENOMEM;
	copy->arguments = arguments;
	copy->argument_count = count;
	return 0;
}

struct shell *shell_copy(const struct shell *shell)
{
	struct shell *copy = shell_create();
	struct shell_variable *variable;

	if (!copy)
		return NULL;
	list_for_each_entry (variable, &shell->variables, list) {
		if (shell_set(copy, variable->name, strlen(variable->name), variable->value)) {
			shell_destroy(copy);
			return NULL;
		}
	}
	copy->status = shell->status;
	copy->pid = shell->pid;
	copy->last_background = shell->last_background;
	if (shell->argument_count > 1 && shell_copy_arguments(copy, shell)) {
		shell_destroy(copy);
		return NULL;
	}
	return copy;
}

static void shell_variable_free(struct shell_variable *variable)
{
	list_del(&variable->list);
	kfree(variable);
}

void shell_destroy(struct shell *shell)
{
	struct shell_variable *variable, *next;

	list_for_each_entry_safe (variable, next, &shell->variables, list)
		shell_variable_free(variable);
	for (int i = 0; i < SHELL_JOBS_MAX; i++)
		shell_background_free(shell->jobs[i]);
	shell_background_free_unnumbered(shell);
	shell_arena_put(shell->argument_owner);
	kfree(shell);
}

bool shell_must_stop(const struct shell *shell)
{
	return shell->exiting || shell->breaks || READ_ONCE(shell->interrupted) ||
	       signal_pending(current);
}

static struct shell_variable *shell_find(const struct shell *shell, const char *name,
					 size_t name_bytes)
{
	struct shell_variable *variable;

	list_for_each_entry (variable, &shell->variables, list)
		if (!strncmp(variable->name, name, name_bytes) && !variable->name[name_bytes])
			return variable;
	return NULL;
}

const char *shell_get(const struct shell *shell, const char *name, size_t name_bytes)
{
	const struct shell_variable *variable = shell_find(shell, name, name_bytes);

	return variable ? variable->value : NULL;
}

int shell_set(struct shell *shell, const char *name, size_t name_bytes, const char *value)
{
	struct shell_variable *old = shell_find(shell, name, name_bytes);
	size_t value_bytes = strlen(value) + 1;
	struct shell_variable *variable =
		kmalloc(sizeof(*variable) + name_bytes + 1 + value_bytes, GFP_KERNEL);

	if (!variable)
		return -ENOMEM;
	memcpy(variable->name, name, name_bytes);
	variable->name[name_bytes] = '\0';
	variable->value = variable->name + name_bytes + 1;
	memcpy(variable->value, value, value_bytes);
	list_add_tail(&variable->list, old ? &old->list : &shell->variables);
	if (old)
		shell_variable_free(old);
	return 0;
}
