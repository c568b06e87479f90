/* SPDX-License-Identifier: MIT */
/* Variables of histograms: defining them, and finding what a `$name` refers to. */
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

void hist_variable_add(struct hist_trigger *hist, struct hist_variable *variables, u32 *count,
		       const char *name, struct hist_field *value)
{
	variables[(*count)++] = (struct hist_variable){hist_strndup(hist, name, strlen(name)),
						       value, hist->element_words};
	hist->element_words += value->is_string ? HIST_STRING_WORDS : 1;
}

/* Whether this event has a variable of that name already. */
static bool hist_variable_is_defined(const struct hist_parser *parser, const char *name)
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

void hist_variables_parse(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	char *one;

	while (!parser->error && (one = strsep(&text, ","))) {
		char *name = strsep(&one, "=");

		if (!one || !*name)
			hist_mistake(parser, name, "Malformed assignment");
		else if (!*one)
			hist_mistake(parser, name, "Empty assignment");
		else if (hist->variable_count == HIST_VARIABLES_MAX)
			hist_mistake(parser, name, "Too many variables defined");
		else if (hist_variable_is_defined(parser, name))
			hist_mistake(parser, name, "Variable already defined");
		else
			hist_variable_add(hist, hist->variables, &hist->variable_count, name,
					  hist_expression_parse(parser, one, HIST_AS_VARIABLE));
	}
}

/* Whether an event is the one that is written as `SYSTEM.EVENT.`. */
static bool hist_event_is_written(const struct trace_event *event, const char *text, size_t length)
{
	size_t system = strlen(event->system), name = strlen(event->name);

	return length == system + name + 2 && !strncmp(text, event->system, system) &&
	       text[system] == '.' && !strncmp(text + system + 1, event->name, name) &&
	       text[length - 1] == '.';
}

static bool hist_event_is_matched(const struct hist_trigger *hist,
				  const struct trace_event_file *file)
{
	for (u32 i = 0; i < hist->action_count; i++)
		if (hist->actions[i].match == file)
			return true;
	return false;
}

/*
 * Return: the histogram that has it, NULL if none has. *@count: how many have it, of those that are
 * to be preferred.
 */
static struct hist_trigger *hist_find_owner(struct hist_parser *parser, const char *where,
					    size_t length, const char *name, u32 *count)
{
	struct hist_trigger *hist, *found = NULL;
	bool preferred = false;

	*count = 0;
	list_for_each_entry (hist, &hist_triggers, list) {
		const struct trace_event_file *file = hist->trigger->file;
		bool matched = hist_event_is_matched(parser->hist, file);

		if (file->tr != parser->hist->trigger->file->tr ||
		    hist_variable_find(hist, name) < 0 ||
		    (length && !hist_event_is_written(file->event, where, length)) ||
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
	bool fit = b->key_count <= a->key_count;

	for (u32 i = 0; fit && i < b->key_count; i++)
		fit = a->key_at[i] == b->key_at[i] &&
		      a->keys[i]->is_string == b->keys[i]->is_string;
	return fit && b->key_words <= a->key_words;
}

/* The same variable is read once however often it is mentioned. Return: its index. */
static u32 hist_add_ref(struct hist_trigger *hist, struct hist_trigger *owner, u32 variable)
{
	u32 i = 0;

	while (i < hist->ref_count &&
	       (hist->refs[i].hist != owner || hist->refs[i].variable != variable))
		i++;
	if (i == hist->ref_count && i < HIST_REFS_MAX) {
		hist->refs[hist->ref_count++] = (struct hist_ref){owner, variable, false};
		owner->users++;
	}
	return i;
}

void hist_reference(struct hist_parser *parser, struct hist_field *field, const char *where,
		    size_t length)
{
	struct hist_trigger *hist = parser->hist, *owner = hist;
	const char *name = field->text + length + 1;
	int variable = hist_variable_find(hist, name);
	const struct hist_field *value;
	u32 count = 1;

	if (!length)
		field->name = name;
	if (variable < 0 ||
	    (length && !hist_event_is_written(hist->trigger->file->event, where, length)))
		owner = hist_find_owner(parser, where, length, name, &count);
	if (!owner)
		hist_mistake(parser, where, "Couldn't find variable");
	else if (count > 1)
		hist_mistake(parser, where,
			     "Variable name not unique, need to use fully qualified "
			     "name (subsys.event.var) for variable");
	else if (!hist_keys_fit(hist, owner))
		hist_mistake(parser, where, "The variable belongs to another key");
	if (parser->error)
		return;
	variable = hist_variable_find(owner, name);
	value = owner->variables[variable].value;
	field->is_string = value->is_string;
	field->is_signed = value->is_signed;
	field->in_usecs = value->in_usecs;
	field->size = value->size;
	field->source = owner == hist ? HIST_OWN : HIST_REFERENCE;
	field->word = owner == hist ? hist->variables[variable].word
				    : hist_add_ref(hist, owner, (u32)variable);
	if (owner != hist && field->word == HIST_REFS_MAX)
		hist_mistake(parser, where, "Too many variables defined");
}
