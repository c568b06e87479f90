/* SPDX-License-Identifier: MIT */
/* Switching events on and off: one by one, by the words that name them, and by the tasks that run.
 */
#include "arch/x86_64/irqflags.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/glob.h"
#include "lib/strerror.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/events/event_file.h"

/* One user more or less; the first switches the event on, the last off. */
static int use_event(struct trace_event *event, bool on)
{
	int error = 0;

	if (event->users == !on) {
		if (event->enable)
			error = event->enable(event, on);
		else
			error = on ? static_key_enable(event->key) : static_key_disable(event->key);
	}
	if (!error)
		event->users += on ? 1 : -1;
	return error;
}

/* Makes the file a user of its event, or no user, as it wants to be. */
static int update_called(struct trace_event_file *file)
{
	bool wanted = (file->flags & EVENT_ON) || file->soft_users;
	int error = 0;

	if (wanted != file->is_called)
		error = use_event(file->event, wanted);
	if (!error)
		file->is_called = wanted;
	return error;
}

/* Should the machine not stop for switching it off: it comes by, and nobody wants it. */
int trace_event_enable(struct trace_event_file *file, bool on)
{
	int error = 0;

	if (file->event->triggers_only)
		return 0;
	if (on) {
		trace_types_lock_acquire();
		error = tracing_update_buffers(file->tr);
		trace_types_lock_release();
	}
	if (error)
		return error;
	file->has_been_on |= on;
	trace_event_file_flag(file, EVENT_ON, on);
	error = update_called(file);
	if (error && on)
		trace_event_file_flag(file, EVENT_ON, false);
	return on ? error : 0;
}

int trace_event_soft_get(struct trace_event_file *file)
{
	int error;

	file->soft_users++;
	error = update_called(file);
	if (error)
		file->soft_users--;
	return error;
}

void trace_event_soft_put(struct trace_event_file *file)
{
	file->soft_users--;
	update_called(file);
}

/* An empty name is any. */
static bool name_matches(const char *pattern, const char *name)
{
	return !*pattern || glob_match(pattern, name);
}

/* SYSTEM: and EVENT of a word, or the one word that is either. */
static bool word_matches(const char *system, const char *name, const struct trace_event *event)
{
	if (system)
		return name_matches(system, event->system) && name_matches(name, event->name);
	return glob_match(name, event->system) || glob_match(name, event->name);
}

int trace_events_set(struct trace_array *tr, const char *word, bool on)
{
	char copy[FILTER_WORD_MAX], *name = copy, *system = NULL;
	struct trace_event_file *file;
	int error = 0;
	bool found = false;

	if (!*word || strscpy(copy, word, sizeof(copy)) < 0)
		return -EINVAL;
	if (strchr(copy, ':'))
		system = strsep(&name, ":");
	trace_event_lock_acquire();
	list_for_each_entry (file, &tr->events, list) {
		if (error || file->event->triggers_only || !word_matches(system, name, file->event))
			continue;
		found = true;
		error = trace_event_enable(file, on);
	}
	trace_event_lock_release();
	return error || found ? error : -EINVAL;
}

void trace_events_set_boot(struct trace_array *tr, const char *option, const char *list)
{
	char *copy = kstrdup(list, GFP_KERNEL), *rest = copy;

	while (rest && *rest) {
		const char *word = strsep(&rest, ",");
		int error = trace_events_set(tr, word, true);

		if (error)
			pr_warn("ftrace: %s=%s: %s, ignored\n", option, word, strerror(-error));
	}
	kfree(copy);
}

char trace_events_state(struct trace_array *tr, const char *system)
{
	const struct trace_event_file *file;
	u32 seen = 0;

	trace_event_lock_acquire();
	list_for_each_entry (file, &tr->events, list)
		if (!file->event->triggers_only &&
		    (!system || !strcmp(system, file->event->system)))
			seen |= 1u << (file->flags & EVENT_ON);
	trace_event_lock_release();
	return "?01X"[seen];
}

void trace_events_pids_changed(struct trace_array *tr)
{
	struct trace_event_file *file;

	trace_event_lock_acquire();
	list_for_each_entry (file, &tr->events, list)
		trace_event_file_flag(file, EVENT_BY_PID, pid_filter_has_lists(&tr->event_pids));
	trace_event_lock_release();
}
