/* SPDX-License-Identifier: MIT */
/*
 * What a histogram does beyond counting: HANDLER.ACTION, where the handler is
 * onmatch(SYSTEM.EVENT), onmax($variable) or onchange($variable), the action trace(EVENT,VALUE...)
 * or EVENT(VALUE...), save(FIELD...) or snapshot().
 */
#include "kernel/mm/slab.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/func_command.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_snapshot.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"
#include "trace/events/synth_event.h"

/* Of a line that is made here, and of a variable in it: SYSTEM.EVENT.$synthetic_FIELD. */
#define TRIGGER_TEXT_MAX 1024
#define REFERENCE_MAX	 256

static const char *const hist_handlers[] = {
	[HIST_ONMATCH] = "onmatch(", [HIST_ONMAX] = "onmax(", [HIST_ONCHANGE] = "onchange("};

/* Ends `...)` at its `)`. Return: what is behind it, "" after a mistake. */
static char *hist_cut_parentheses(struct hist_parser *parser, char *text)
{
	char *end = text + strcspn(text, ")");

	if (!*end)
		hist_mistake(parser, text, "No closing paren found");
	else
		*end++ = '\0';
	return end;
}

static struct trace_event_file *hist_find_event_file(const struct trace_array *tr,
						     const char *system, const char *name)
{
	const struct trace_event *event = trace_event_find(system, name);

	return event ? trace_event_file_find(event, tr) : NULL;
}

void hist_action_parse_handler(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	struct hist_action *action = &hist->actions[hist->action_count];
	char *name;
	u32 handler = 0;

	while (handler < ARRAY_SIZE(hist_handlers) && !str_has_prefix(text, hist_handlers[handler]))
		handler++;
	if (handler == ARRAY_SIZE(hist_handlers) || hist->action_count == HIST_ACTIONS_MAX) {
		parser->error = -EINVAL;
		return;
	}
	hist->action_count++;
	action->handler = handler;
	name = text + strlen(hist_handlers[handler]);
	action->subject = name;
	action->rest = hist_cut_parentheses(parser, name);
	if (*action->rest != '.' || !strchr(action->rest, '('))
		hist_mistake(parser, action->rest, "No action found");
	if (handler != HIST_ONMATCH || parser->error)
		return;
	strsep(&name, ".");
	if (!name) {
		hist_mistake(parser, action->subject, "Missing subsystem");
		return;
	}
	action->match = hist_find_event_file(hist->trigger->file->tr, action->subject, name);
	if (!action->match)
		hist_mistake(parser, action->subject, "Invalid subsystem or event name");
}

static void hist_parse_tracked(struct hist_parser *parser, struct hist_action *action)
{
	const char *text = action->subject;

	if (*text != '$')
		hist_mistake(parser, text, "For onmax(x) or onchange(x), x must be a variable");
	else if (hist_variable_find(parser->hist, text + 1) < 0)
		hist_mistake(parser, text, "Couldn't find onmax or onchange variable");
	action->tracked = hist_expression_parse(parser, text, HIST_AS_VARIABLE);
	action->tracked_word = parser->hist->element_words++;
}

static void hist_parse_save(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	char *one;

	if (hist->saved_count)
		hist_mistake(parser, text, "Can't have more than one save() action per hist");
	if (!*text)
		hist_mistake(parser, text, "No params found for save()");
	while (!parser->error && (one = strsep(&text, ","))) {
		one = strim(one);
		if (hist->saved_count == HIST_VARIABLES_MAX)
			hist_mistake(parser, one, "Too many field variables defined");
		else
			hist_variable_add(hist, hist->saved, &hist->saved_count, one,
					  hist_expression_parse(parser, one, HIST_AS_VARIABLE));
	}
}

/* A histogram of @file with the same kinds of keys, or fewer, which has the variable @name if that
 * is given. */
static struct hist_trigger *hist_find_fitting(const struct hist_trigger *hist,
					      const struct trace_event_file *file, const char *name)
{
	struct hist_trigger *other;

	list_for_each_entry (other, &hist_triggers, list)
		if (other->trigger->file == file && hist_keys_fit(hist, other) &&
		    (!name || hist_variable_find(other, name) >= 0))
			return other;
	return NULL;
}

/*
 * A field of the matched event, which is over: another histogram there, with the same key, keeps it
 * in a variable.
 */
static void hist_keep_field(struct hist_parser *parser, struct trace_event_file *file,
			    const char *where, const char *name)
{
	struct hist_trigger *hist = parser->hist, *other = hist_find_fitting(hist, file, NULL);
	char *text = kmalloc(TRIGGER_TEXT_MAX, GFP_KERNEL);
	const char *filter;

	if (!other) {
		hist_mistake(parser, where, "Matching event histogram not found");
	} else if (text) {
		filter = other->trigger->filter_text;
		snprintf(text, TRIGGER_TEXT_MAX, "hist:%.*s:synthetic_%s=%s%s%s",
			 (int)strcspn(other->spec, ":"), other->spec, name, name,
			 filter ? " if " : "", filter ? filter : "");
		if (hist->hidden_count < HIST_PARAMS_MAX && !trace_trigger_write(file, text))
			hist->hidden[hist->hidden_count++] =
				list_first_entry(&file->triggers, struct event_trigger, list);
		else
			hist_mistake(parser, where, "Couldn't create histogram for field");
	}
	kfree(text);
}

/* Whether this word is not one of the event at hand. */
static bool hist_is_far_param(const struct hist_parser *parser, const struct hist_action *action,
			      const char *text)
{
	const char *dot = strchr(text, '.');

	if (action->handler != HIST_ONMATCH || strchr(text, '$'))
		return false;
	return dot ? strchr(dot + 1, '.') != NULL
		   : !hist_event_has_field(parser->hist->trigger->file->event, text);
}

/* `SYSTEM.EVENT.FIELD`, or a field of the event of onmatch. Return: its variable's reference. */
static struct hist_field *hist_parse_far_param(struct hist_parser *parser,
					       const struct hist_action *action, const char *text)
{
	const struct trace_event *event = action->match->event;
	const char *dot = strrchr(text, '.'), *name = dot ? dot + 1 : text;
	char reference[REFERENCE_MAX];
	int prefix = snprintf(reference, sizeof(reference), "%s.%s.", event->system, event->name);

	if (dot && strncmp(reference, text, name - text))
		hist_mistake(parser, text, "Couldn't find param");
	snprintf(reference + prefix, sizeof(reference) - prefix, "$synthetic_%s", name);
	if (!parser->error &&
	    !hist_find_fitting(parser->hist, action->match, reference + prefix + 1))
		hist_keep_field(parser, action->match, text, name);
	return hist_expression_parse(parser, reference, HIST_AS_VARIABLE);
}

static void hist_parse_trace(struct hist_parser *parser, struct hist_action *action,
			     const char *name, char *text)
{
	struct synth_event *synth = synth_event_find(name);
	char *one;

	if (!synth) {
		hist_mistake(parser, name, "Couldn't find synthetic event");
		return;
	}
	action->synth = synth;
	synth->users++;
	while (!parser->error && (one = strsep(&text, ","))) {
		u32 i = action->param_count++;

		one = strim(one);
		if (i == synth->event.field_count) {
			hist_mistake(parser, name,
				     "Param count doesn't match synthetic event field count");
			return;
		}
		action->params[i] = hist_is_far_param(parser, action, one)
					    ? hist_parse_far_param(parser, action, one)
					    : hist_expression_parse(parser, one, HIST_AS_VARIABLE);
		if (!synth_field_takes(synth, i, action->params[i]->is_string,
				       action->params[i]->size, action->params[i]->is_signed))
			hist_mistake(parser, one,
				     "Param type doesn't match synthetic event field type");
	}
	if (action->param_count != synth->event.field_count)
		hist_mistake(parser, name, "Param count doesn't match synthetic event field count");
}

void hist_action_parse(struct hist_parser *parser, struct hist_action *action)
{
	char *name = action->rest + 1, *text = strchr(name, '(');

	if (action->handler != HIST_ONMATCH)
		hist_parse_tracked(parser, action);
	*text++ = '\0';
	hist_cut_parentheses(parser, text);
	text = strim(text);
	if (parser->error)
		return;
	action->act = !strcmp(name, "save")	  ? HIST_SAVE
		      : !strcmp(name, "snapshot") ? HIST_SNAPSHOT
						  : HIST_TRACE;
	if (action->act != HIST_TRACE && action->handler == HIST_ONMATCH) {
		hist_mistake(parser, name, "Handler doesn't support action");
	} else if (action->act == HIST_SAVE) {
		hist_parse_save(parser, text);
	} else if (action->act == HIST_SNAPSHOT) {
		parser->error =
			func_command_find("snapshot")->prepare(parser->hist->trigger->file->tr);
	} else {
		if (!strcmp(name, "trace"))
			name = strim(strsep(&text, ","));
		hist_parse_trace(parser, action, name, text);
	}
}

/* Whether @value is worth an action after @last. */
static bool hist_is_news(const struct hist_action *action, u64 last, u64 value)
{
	return action->handler == HIST_ONMAX ? value > last : value != last;
}

/* Remembers the variable's value. Return: whether it is news for this element. */
static bool hist_track_value(const struct hist_action *action, const struct hist_hit *hit,
			     u64 *value)
{
	u64 *word = &hit->element[action->tracked_word], last = hist_word_read(word);

	*value = hist_field_value(action->tracked, hit);
	do {
		if (!hist_is_news(action, last, *value))
			return false;
	} while (!__atomic_compare_exchange_n(word, &last, *value, false, __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	return true;
}

static noinline void hist_fire_synthetic(const struct hist_action *action,
					 const struct hist_hit *hit)
{
	u64 values[HIST_PARAMS_MAX];

	for (u32 i = 0; i < action->param_count; i++)
		values[i] = hist_field_value(action->params[i], hit);
	if (!synth_event_emit(action->synth, values))
		hist_word_add(&hit->hist->table->map.drops, 1);
}

/* The snapshot is of the most newsworthy of all elements. */
static void hist_take_snapshot(struct hist_action *action, const struct hist_hit *hit, u64 value)
{
	if (!hist_is_news(action, READ_ONCE(action->snapshot_value), value) ||
	    !tracing_snapshot_instance(hit->hist->trigger->file->tr))
		return;
	WRITE_ONCE(action->snapshot_value, value);
	WRITE_ONCE(action->snapshot_element, hit->element);
}

void hist_actions_run(const struct hist_hit *hit)
{
	struct hist_trigger *hist = hit->hist;
	u64 value = 0;

	for (u32 i = 0; i < hist->action_count; i++) {
		struct hist_action *action = &hist->actions[i];

		if (action->handler != HIST_ONMATCH && !hist_track_value(action, hit, &value))
			continue;
		if (action->act == HIST_TRACE)
			hist_fire_synthetic(action, hit);
		else if (action->act == HIST_SNAPSHOT)
			hist_take_snapshot(action, hit, value);
		else
			for (u32 j = 0; j < hist->saved_count; j++)
				hist_variable_set(&hist->saved[j], hit);
	}
}
