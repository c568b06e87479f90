/* SPDX-License-Identifier: MIT */
/* Variables of histograms: defining them, and finding what a `$name` refers to. */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

LIST_HEAD(hist_triggers);

int hist_variable_find(const struct hist_trigger *hist, const char *name)
{
	for (u32 i = 0; i < hist->variable_count; i++)
		if (!strcmp(hist->variables[i].name, name))
			return (int)i;
	return -1;
}

void hist_variable_init(struct hist_trigger *hist, struct hist_variable *variable, char *name,
			struct hist_field *value)
{
	variable->name = name;
	variable->value = value;
	variable->word = hist->element_words;
	hist->element_words += value->is_string ? HIST_STRING_WORDS : 1;
}

/* Whether this event has a variable of that name already. */
static bool is_defined(const struct hist_parser *parser, const char *name)
{
	const struct hist_trigger *hist;

	if (hist_variable_find(parser->hist, name) >= 0)
		return true;
	if (parser->remove || parser->pause || parser->resume || parser->clear)
		return false;
	list_for_each_entry (hist, &hist_triggers, list)
		if (hist->trigger->file == parser->hist->trigger->file &&
		    hist_variable_find(hist, name) >= 0)
			return true;
	return false;
}

int hist_variables_parse(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	char *one;
	int error;

	while ((one = strsep(&text, ","))) {
		char *name = strsep(&one, "="), *copy;
		struct hist_field *value;

		if (!one)
			return hist_mistake(parser, name, "Malformed assignment");
		if (!*one)
			return hist_mistake(parser, name, "Empty assignment");
		if (hist->variable_count == HIST_VARIABLES_MAX)
			return hist_mistake(parser, name, "Too many variables defined");
		if (is_defined(parser, name))
			return hist_mistake(parser, name, "Variable already defined");
		value = hist_expression_parse(parser, one, HIST_AS_VARIABLE, &error);
		if (!value)
			return error;
		copy = kstrdup(name, GFP_KERNEL);
		hist_variable_init(hist, &hist->variables[hist->variable_count++], copy, value);
		if (!copy)
			return -ENOMEM;
	}
	return 0;
}

/* Whether an event is SYSTEM.EVENT, or what is written as `SYSTEM.EVENT.`. */
static bool event_is(const struct trace_event *event, const char *system, const char *name)
{
	return !strcmp(event->system, system) && !strcmp(event->name, name);
}

static bool event_is_written(const struct trace_event *event, const char *text, size_t length)
{
	size_t system = strlen(event->system), name = strlen(event->name);

	return length == system + name + 2 && !strncmp(text, event->system, system) &&
	       text[system] == '.' && !strncmp(text + system + 1, event->name, name) &&
	       text[length - 1] == '.';
}

static bool is_matched(const struct hist_trigger *hist, const struct trace_event *event)
{
	for (u32 i = 0; i < hist->action_count; i++)
		if (hist->actions[i].handler == HIST_ONMATCH &&
		    event_is(event, hist->actions[i].match_system, hist->actions[i].match_event))
			return true;
	return false;
}

/*
 * Return: the histogram that has it, NULL if none has. *@count: how many have it, of those that are
 * to be preferred.
 */
static struct hist_trigger *find_owner(struct hist_parser *parser, const char *where, size_t length,
				       const char *name, u32 *count)
{
	struct hist_trigger *hist, *found = NULL;
	bool preferred = false;

	*count = 0;
	list_for_each_entry (hist, &hist_triggers, list) {
		const struct trace_event_file *file = hist->trigger->file;
		bool matched = is_matched(parser->hist, file->event);

		if (file->tr != parser->hist->trigger->file->tr ||
		    hist_variable_find(hist, name) < 0 ||
		    (length && !event_is_written(file->event, where, length)) ||
		    (preferred && !matched))
			continue;
		if (matched && !preferred)
			*count = 0;
		preferred |= matched;
		found = hist;
		++*count;
	}
	return found;
}

bool hist_keys_fit(const struct hist_trigger *a, const struct hist_trigger *b)
{
	if (a->key_count != b->key_count || a->key_words != b->key_words)
		return false;
	for (u32 i = 0; i < a->key_count; i++)
		if (a->key_at[i] != b->key_at[i] || a->keys[i]->is_string != b->keys[i]->is_string)
			return false;
	return true;
}

/* The same variable is read once however often it is mentioned. Return: its index, or -1: full. */
static int add_ref(struct hist_trigger *hist, struct hist_trigger *owner, u32 variable)
{
	u32 i = 0;

	while (i < hist->ref_count &&
	       (hist->refs[i].hist != owner || hist->refs[i].variable != variable))
		i++;
	if (i == HIST_REFS_MAX)
		return -1;
	if (i == hist->ref_count) {
		hist->refs[hist->ref_count++] = (struct hist_ref){owner, variable, false};
		owner->users++;
	}
	return (int)i;
}

int hist_reference(struct hist_parser *parser, struct hist_field *field, const char *where,
		   size_t length, const char *name)
{
	struct hist_trigger *hist = parser->hist, *owner = hist;
	const struct trace_event *event = hist->trigger->file->event;
	int variable = hist_variable_find(hist, name), ref;
	const struct hist_field *value;
	u32 count;

	if (variable < 0 || (length && !event_is_written(event, where, length))) {
		owner = find_owner(parser, where, length, name, &count);
		if (!owner)
			return hist_mistake(parser, where, "Couldn't find variable");
		if (count > 1)
			return hist_mistake(parser, where,
					    "Variable name not unique, need to use fully qualified "
					    "name (subsys.event.var) for variable");
		if (!hist_keys_fit(hist, owner))
			return hist_mistake(parser, where, "The variable belongs to another key");
		variable = hist_variable_find(owner, name);
	}
	value = owner->variables[variable].value;
	field->is_string = value->is_string;
	field->is_signed = value->is_signed;
	field->in_usecs = value->in_usecs;
	field->size = value->size;
	if (owner == hist) {
		field->source = HIST_OWN;
		field->word = hist->variables[variable].word;
		return 0;
	}
	ref = add_ref(hist, owner, (u32)variable);
	if (ref < 0)
		return hist_mistake(parser, where, "Too many variables defined");
	field->source = HIST_REFERENCE;
	field->word = (u32)ref;
	return 0;
}
