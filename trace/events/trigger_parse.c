/* SPDX-License-Identifier: MIT */
/* Reading what is written to `trigger`. */
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/strerror.h"
#include "lib/string.h"
#include "trace/core/func_command.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"
#include "trace/events/trigger.h"

const struct trigger_command *trigger_command_find(const char *name)
{
	const struct trigger_command *command = trigger_commands;

	while (command->name && strcmp(command->name, name))
		command++;
	return command->name ? command : NULL;
}

/* SYSTEM:EVENT, for those that have a target. Return: 0 or -EINVAL. */
static int trigger_parse_target(struct event_trigger *trigger, char **parameters)
{
	const char *system, *name;
	const struct trace_event *event = NULL;

	if (trigger->command->kind < TRIGGER_EVENT)
		return 0;
	system = strsep(parameters, ":");
	name = strsep(parameters, ":");
	if (system && name)
		event = trace_event_find(system, name);
	if (event)
		trigger->target = trace_event_file_find(event, trigger->file->tr);
	return trigger->target ? 0 : -EINVAL;
}

static int trigger_parse_count(struct event_trigger *trigger, char *parameters)
{
	const char *number = strsep(&parameters, ":");
	unsigned long count;
	int error;

	if (!number || !*number)
		return 0;
	error = kstrtoul(number, 0, &count);
	if (!error && count >> 63)
		error = -EINVAL;
	if (!error)
		trigger->left = (s64)count;
	return error;
}

/* Adds or takes away one that is a single step. @trigger is used up. Return: 0 or an errno. */
static int trigger_obey(struct event_trigger *trigger, char *parameters, const char *filter,
			bool remove)
{
	const struct func_command *function = trigger->function;
	struct event_trigger *found;
	int error = trigger_parse_target(trigger, &parameters);

	if (!error && !remove)
		error = trigger_parse_count(trigger, parameters);
	if (!error && !remove)
		error = filter ? trigger_set_filter(trigger, filter) : -EINVAL;
	found = error ? NULL : trigger_find(trigger);
	if (!error && !remove && found)
		error = -EEXIST;
	if (!error && !remove && function && function->prepare)
		error = function->prepare(trigger->file->tr);
	if (!error && !remove)
		error = trigger_add(trigger);
	if (error || remove)
		trigger_free(trigger);
	if (!error && remove && found)
		trigger_remove(found);
	return error;
}

/*
 * Ends the parameters where `if` begins. Return: the text behind it, "" without one, NULL if there
 * is something else.
 */
static char *trigger_split_filter(char *text)
{
	char *blank = text + strcspn(text, " \t"), *rest = skip_spaces(blank);

	if (!*rest)
		return rest;
	*blank = '\0';
	if (strncmp(rest, "if", 2) || !isspace(rest[2]))
		return NULL;
	return skip_spaces(rest + 2);
}

int trace_trigger_write(struct trace_event_file *file, char *text)
{
	bool remove = *text == '!';
	const struct trigger_command *command;
	char *whole, *name = text + remove, *rest, *filter, end;
	struct event_trigger *trigger;
	int error;

	if (!*text)
		return 0;
	whole = kstrdup(text, GFP_KERNEL);
	if (!whole)
		return -ENOMEM;
	rest = name + strcspn(name, ": \t");
	end = *rest;
	if (end)
		*rest++ = '\0';
	command = trigger_command_find(name);
	trigger = command ? trigger_alloc(file, command) : NULL;
	if (!trigger) {
		error = command ? -ENOMEM : -EINVAL;
	} else if (command->kind == TRIGGER_HIST) {
		error = hist_trigger_write(trigger, whole, text, rest, remove);
	} else {
		/* `traceoff if ...`: the blank was the end of the name. */
		if (end && end != ':')
			*--rest = ' ';
		filter = trigger_split_filter(rest);
		error = trigger_obey(trigger, rest, filter, remove);
	}
	kfree(whole);
	return error;
}

/* EVENT or SYSTEM:EVENT, a dot, and the trigger. */
static int trigger_boot_one(const char *name, char *text)
{
	const char *colon = strchr(name, ':'), *event = colon ? colon + 1 : name;
	struct trace_event_file *file;
	size_t length = event - name;

	list_for_each_entry (file, &global_trace.events, list) {
		const char *system = file->event->system;

		if (!strcmp(file->event->name, event) &&
		    (!colon ||
		     (strlen(system) + 1 == length && !strncmp(system, name, length - 1))))
			return text ? trace_trigger_write(file, text) : -EINVAL;
	}
	return -ENOENT;
}

void trace_trigger_boot(const char *list)
{
	char *copy = kstrdup(list, GFP_KERNEL), *rest = copy, *text;

	trace_event_lock_acquire();
	while (rest && (text = strsep(&rest, ","))) {
		const char *name = strsep(&text, ".");
		int error = trigger_boot_one(name, text);

		if (error)
			pr_warn("ftrace: trace_trigger=%s: %s, ignored\n", name, strerror(-error));
	}
	trace_event_lock_release();
	kfree(copy);
}
