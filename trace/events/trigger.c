/* SPDX-License-Identifier: MIT */
/* The triggers of an event: running them, and the list of them. */
#include "trace/events/trigger.h"

#include "kernel/fs/seq_file.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/core/func_command.h"
#include "trace/core/predicate.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

static __always_inline void trigger_fire(struct event_trigger *trigger, const void *record)
{
	const struct trigger_command *command = trigger->command;

	if (command->applies && !command->applies(trigger))
		return;
	if (trigger->left == TRIGGER_UNLIMITED || func_command_take_count(&trigger->left))
		command->act(trigger, record);
}

/* Those that come before, or behind, the record. Return: whether there are others. */
static bool trigger_call_all(struct trace_event_file *file, const void *record, bool post)
{
	struct event_trigger *trigger;
	bool others = false;

	list_for_each_entry (trigger, &file->triggers, list) {
		if (trigger->command->post != post)
			others = true;
		else if (!trigger->filter || predicate_matches(trigger->filter, record))
			trigger_fire(trigger, record);
	}
	return others;
}

__hot_return bool trace_triggers_call(struct trace_event_file *file, const void *record)
{
	struct list_head *head = &file->triggers, *first = READ_ONCE(head->next);
	struct event_trigger *trigger = list_entry(first, struct event_trigger, list);

	/* The common case: one histogram of all records. The last one may just have gone. */
	if (unlikely(first == head) || unlikely(READ_ONCE(first->next) != head) ||
	    unlikely(!trigger->hist) || unlikely(trigger->filter))
		return trigger_call_all(file, record, false);
	return hist_trigger_hit(trigger, record);
}

void trace_triggers_post_call(struct trace_event_file *file, const void *record)
{
	trigger_call_all(file, record, true);
}

struct event_trigger *trigger_alloc(struct trace_event_file *file,
				    const struct trigger_command *command)
{
	struct event_trigger *trigger = kzalloc(sizeof(*trigger), GFP_KERNEL);

	if (!trigger)
		return NULL;
	trigger->command = command;
	if (command->kind <= TRIGGER_EVENT)
		trigger->function = func_command_find(command->name);
	trigger->file = file;
	trigger->left = TRIGGER_UNLIMITED;
	return trigger;
}

void trigger_free(struct event_trigger *trigger)
{
	if (trigger->hist)
		hist_trigger_free(trigger->hist);
	predicate_free(trigger->filter);
	kfree(trigger->filter_text);
	kfree(trigger);
}

int trigger_set_filter(struct event_trigger *trigger, const char *text)
{
	struct trace_event_file *file = trigger->file;
	struct predicate_error mistake = {0};
	int error;

	if (!*text)
		return 0;
	error = event_predicate_compile(file->event, text, &trigger->filter, &mistake);
	if (error == -EINVAL)
		tracing_log_err(file->tr, "event filter parse error", text, mistake.text,
				mistake.offset);
	if (error)
		return mistake.linux_errno ? mistake.linux_errno : error;
	trigger->filter_text = kstrdup(text, GFP_KERNEL);
	return trigger->filter_text ? 0 : -ENOMEM;
}

struct event_trigger *trigger_find(const struct event_trigger *like)
{
	struct event_trigger *trigger;

	list_for_each_entry (trigger, &like->file->triggers, list)
		if (trigger->command->kind == like->command->kind &&
		    trigger->target == like->target)
			return trigger;
	return NULL;
}

int trigger_add(struct event_trigger *trigger)
{
	struct trace_event_file *file = trigger->file;
	int error = trace_event_soft_get(file);

	if (error)
		return error;
	if (trigger->target)
		error = trace_event_soft_get(trigger->target);
	if (error) {
		trace_event_soft_put(file);
		return error;
	}
	list_add(&trigger->list, &file->triggers);
	trace_event_file_flag(file, EVENT_TRIGGERED, true);
	return 0;
}

void trigger_remove(struct event_trigger *trigger)
{
	struct trace_event_file *file = trigger->file;

	/* Who walks the list goes on from this one. */
	list_unlink_between(trigger->list.prev, trigger->list.next);
	if (list_empty(&file->triggers))
		trace_event_file_flag(file, EVENT_TRIGGERED, false);
	trace_event_wait();
	trace_event_soft_put(file);
	if (trigger->target)
		trace_event_soft_put(trigger->target);
	trigger_free(trigger);
}

void trace_trigger_truncate(struct trace_event_file *file)
{
	struct event_trigger *trigger;
	struct list_head *at = &file->triggers;

	/* One may take others along: begin again. */
	while ((at = at->next) != &file->triggers) {
		trigger = list_entry(at, struct event_trigger, list);
		if (!trigger->hist || trigger->hist->users)
			continue;
		trigger_remove(trigger);
		at = &file->triggers;
	}
}

/* Those that use others' variables go with the others, whatever the order. */
void trace_trigger_remove_all(struct trace_array *tr)
{
	struct event_trigger *trigger, *next;
	struct trace_event_file *file;

	list_for_each_entry (file, &tr->events, list)
		list_for_each_entry_safe (trigger, next, &file->triggers, list)
			if (trigger->hist)
				hist_trigger_detach(trigger->hist);
	list_for_each_entry (file, &tr->events, list)
		list_for_each_entry_safe (trigger, next, &file->triggers, list)
			trigger_remove(trigger);
}

void trace_trigger_show(struct seq_file *m, struct trace_event_file *file)
{
	const struct event_trigger *trigger;

	if (list_empty(&file->triggers)) {
		seq_puts(m, "# Available triggers:\n#");
		for (const struct trigger_command *command = trigger_commands; command->name;
		     command++)
			seq_printf(m, " %s", command->name);
		seq_putc(m, '\n');
	}
	list_for_each_entry (trigger, &file->triggers, list) {
		if (trigger->hist) {
			hist_trigger_show_info(m, trigger);
			continue;
		}
		seq_puts(m, trigger->command->name);
		if (trigger->target)
			seq_printf(m, ":%s:%s", trigger->target->event->system,
				   trigger->target->event->name);
		if (trigger->left == TRIGGER_UNLIMITED)
			seq_puts(m, ":unlimited");
		else
			seq_printf(m, ":count=%ld", READ_ONCE(trigger->left));
		if (trigger->filter_text)
			seq_printf(m, " if %s", trigger->filter_text);
		seq_putc(m, '\n');
	}
}
