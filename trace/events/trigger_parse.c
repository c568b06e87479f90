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
	if (event && !(event->triggers_only && trigger->command->kind == TRIGGER_EVENT))
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
	int error = trigger_parse_target(trigger, &parameters);
	struct event_trigger *found = error ? NULL : trigger_find(trigger);

	if (!error && !remove)
		error = trigger_parse_count(trigger, parameters);
	if (!error && !remove)
		error = trigger_set_filter(trigger, filter);
	if (!error && !remove && found)
		error = -EEXIST;
	if (!error && !remove && function && function->prepare)
		error = function->prepare(trigger->file->tr);
	if (!error && !remove)
		error = trigger_add(trigger);
	if (error || remove)
		trigger_free(trigger);
	if (remove && found)
		trigger_remove(found);
	return error;
}

/* Ends the text in front of ` if `. Return: what follows, or "". */
static char *trigger_split_filter(char *text)
{
	for (char *found = text; (found = strstr(found, "if")); found += 2)
		if (found > text && isspace(found[-1]) && isspace(found[2])) {
			found[-1] = '\0';
			return skip_spaces(found + 2);
		}
	return text + strlen(text);
}

int trace_trigger_write(struct trace_event_file *file, char *text)
{
	bool remove = *text == '!';
	const struct trigger_command *command;
	char *whole, *name = text + remove, *rest, *filter;
	struct event_trigger *trigger;
	int error;

	if (!*text)
		return 0;
	whole = kstrdup(text, GFP_KERNEL);
	if (!whole)
		return -ENOMEM;
	filter = trigger_split_filter(name);
	rest = name + strcspn(name, ": \t");
	if (*rest)
		*rest++ = '\0';
	command = trigger_command_find(name);
	trigger = command ? trigger_alloc(file, command) : NULL;
	if (!trigger)
		error = command ? -ENOMEM : -EINVAL;
	else if (command->kind == TRIGGER_HIST)
		error = hist_trigger_write(trigger, whole, text, rest, filter, remove);
	else
		error = trigger_obey(trigger, strim(rest), filter, remove);
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
