/* SPDX-License-Identifier: MIT */
/*
 * What a histogram does beyond counting: HANDLER.ACTION, where the handler is
 * onmatch(SYSTEM.EVENT), onmax($variable) or onchange($variable), the action trace(EVENT,VALUE...)
 * or EVENT(VALUE...), save(FIELD...) or snapshot().
 */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_snapshot.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"
#include "trace/events/synth_event.h"

/* Of a line that is made here. */
#define TRIGGER_TEXT_MAX 1024

static const char *const handlers[] = {
	[HIST_ONMATCH] = "onmatch(", [HIST_ONMAX] = "onmax(", [HIST_ONCHANGE] = "onchange("};

/* Cuts `(...)` off behind its `(`. Return: what is behind the `)`, or NULL, noted. */
static char *cut_parentheses(struct hist_parser *parser, char *text)
{
	char *end = strchr(text, ')');

	if (!end) {
		hist_mistake(parser, text, "No closing paren found");
		return NULL;
	}
	*end = '\0';
	return end + 1;
}

static int parse_match(struct hist_parser *parser, struct hist_action *action, char *text)
{
	char *system = strim(strsep(&text, ".")), *name = text ? strim(text) : NULL;
	const struct trace_event *event;

	if (!name)
		return hist_mistake(parser, system, "Missing subsystem");
	event = trace_event_find(system, name);
	if (!event || !trace_event_file_find(event, parser->hist->trigger->file->tr))
		return hist_mistake(parser, system, "Invalid subsystem or event name");
	action->match_system = kstrdup(system, GFP_KERNEL);
	action->match_event = kstrdup(name, GFP_KERNEL);
	return action->match_system && action->match_event ? 0 : -ENOMEM;
}

/* What is shown: without blanks. */
static char *squeezed(const char *text)
{
	char *copy = kstrdup(text, GFP_KERNEL), *to = copy;

	for (; copy && *text; text++)
		if (*text != ' ' && *text != '\t')
			*to++ = *text;
	if (copy)
		*to = '\0';
	return copy;
}

int hist_action_parse_handler(struct hist_parser *parser, struct hist_action *action, char *text)
{
	u32 handler = 0;
	size_t length = 0;
	char *rest;

	while (handler < ARRAY_SIZE(handlers) &&
	       !(length = str_has_prefix(text, handlers[handler])))
		handler++;
	if (!length)
		return -EINVAL;
	action->handler = handler;
	action->text = squeezed(text);
	if (!action->text)
		return -ENOMEM;
	action->handler_text = text + length;
	rest = cut_parentheses(parser, text + length);
	if (!rest)
		return -EINVAL;
	if (*rest != '.' || !strchr(rest, '('))
		return hist_mistake(parser, rest, "No action found");
	action->rest = rest + 1;
	return handler == HIST_ONMATCH ? parse_match(parser, action, text + length) : 0;
}

static int parse_tracked(struct hist_parser *parser, struct hist_action *action)
{
	const char *text = strim(action->handler_text);
	int error;

	if (*text != '$')
		return hist_mistake(parser, text,
				    "For onmax(x) or onchange(x), x must be a variable");
	if (hist_variable_find(parser->hist, text + 1) < 0)
		return hist_mistake(parser, text, "Couldn't find onmax or onchange variable");
	action->tracked = hist_expression_parse(parser, text, HIST_AS_VARIABLE, &error);
	action->tracked_word = parser->hist->element_words++;
	return action->tracked ? 0 : error;
}

static int parse_save(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	char *one;
	int error;

	if (hist->saved_count)
		return hist_mistake(parser, text,
				    "Can't have more than one save() action per hist");
	if (!*strim(text))
		return hist_mistake(parser, text, "No params found for save()");
	while ((one = strsep(&text, ","))) {
		struct hist_field *value;
		char *name;

		one = strim(one);
		if (hist->saved_count == HIST_VARIABLES_MAX)
			return hist_mistake(parser, one, "Too many field variables defined");
		value = hist_expression_parse(parser, one, HIST_AS_VARIABLE, &error);
		if (!value)
			return error;
		name = kstrdup(one, GFP_KERNEL);
		hist_variable_init(hist, &hist->saved[hist->saved_count++], name, value);
		if (!name)
			return -ENOMEM;
	}
	return 0;
}

/* A histogram of @file with the same kind of key, which has the variable @name if that is given. */
static struct hist_trigger *find_fitting(const struct hist_trigger *hist,
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
 * A field of the matched event, which is over: another histogram there, with the same key, keeps
 * it in a variable. Return: 0 or an errno, noted.
 */
static int keep_field(struct hist_parser *parser, const struct trace_event_file *file,
		      const char *where, const char *name)
{
	struct hist_trigger *hist = parser->hist, *other = find_fitting(hist, file, NULL);
	char *text = kmalloc(TRIGGER_TEXT_MAX, GFP_KERNEL);
	int error = -ENOMEM;
	size_t keys;

	if (text && !other)
		error = hist_mistake(parser, where, "Matching event histogram not found");
	if (text && other && hist->hidden_count < HIST_PARAMS_MAX) {
		keys = strcspn(other->spec, ":");
		snprintf(text, TRIGGER_TEXT_MAX, "hist:%.*s:synthetic_%s=%s%s%s", (int)keys,
			 other->spec, name, name, other->trigger->filter_text ? " if " : "",
			 other->trigger->filter_text ? other->trigger->filter_text : "");
		error = trace_trigger_write(other->trigger->file, text);
		if (error)
			hist_mistake(parser, where, "Couldn't create histogram for field");
		else
			hist->hidden[hist->hidden_count++] = list_first_entry(
				&other->trigger->file->triggers, struct event_trigger, list);
	}
	kfree(text);
	return error;
}

/* `SYSTEM.EVENT.FIELD`, or a field of the event of onmatch. Return: its variable's reference. */
static struct hist_field *parse_far_param(struct hist_parser *parser, struct hist_action *action,
					  const char *text, int *error)
{
	const struct trace_event *event;
	const struct trace_event_file *file;
	const char *dot = strrchr(text, '.'), *name = dot ? dot + 1 : text;
	char reference[3 * HIST_NAME_MAX + 16];

	event = trace_event_find(action->match_system, action->match_event);
	file = event ? trace_event_file_find(event, parser->hist->trigger->file->tr) : NULL;
	snprintf(reference, sizeof(reference), "%s.%s.%s", action->match_system,
		 action->match_event, name);
	if (!file || (dot && strcmp(reference, text))) {
		*error = hist_mistake(parser, text, "Couldn't find param");
		return NULL;
	}
	snprintf(reference, sizeof(reference), "synthetic_%s", name);
	*error = 0;
	if (!find_fitting(parser->hist, file, reference))
		*error = keep_field(parser, file, text, name);
	snprintf(reference, sizeof(reference), "%s.%s.$synthetic_%s", action->match_system,
		 action->match_event, name);
	return *error ? NULL : hist_expression_parse(parser, reference, HIST_AS_VARIABLE, error);
}

/* Whether this word is not one of the event at hand, but there is another one. */
static bool is_far_param(const struct hist_parser *parser, const struct hist_action *action,
			 const char *text)
{
	const char *dot = strchr(text, '.');

	if (action->handler != HIST_ONMATCH || strchr(text, '$'))
		return false;
	if (dot)
		return strchr(dot + 1, '.') != NULL;
	return !hist_event_has_field(parser->hist->trigger->file->event, text);
}

static int parse_trace(struct hist_parser *parser, struct hist_action *action, char *name,
		       char *text)
{
	struct synth_event *synth = synth_event_find(strim(name));
	char *one;
	int error = 0;

	if (!synth)
		return hist_mistake(parser, name, "Couldn't find synthetic event");
	action->synth = synth;
	synth->users++;
	while ((one = strsep(&text, ","))) {
		struct hist_field *param;

		one = strim(one);
		if (action->param_count == HIST_PARAMS_MAX)
			return hist_mistake(parser, one, "Too many action params");
		param = is_far_param(parser, action, one)
				? parse_far_param(parser, action, one, &error)
				: hist_expression_parse(parser, one, HIST_AS_VARIABLE, &error);
		if (!param)
			return error;
		action->params[action->param_count++] = param;
		if (action->param_count <= synth->event.field_count &&
		    !synth_field_takes(synth, action->param_count - 1, param->is_string,
				       param->size, param->is_signed))
			return hist_mistake(parser, one,
					    "Param type doesn't match synthetic event field type");
	}
	if (action->param_count != synth->event.field_count)
		return hist_mistake(parser, name,
				    "Param count doesn't match synthetic event field count");
	return 0;
}

/* What takes a snapshot needs the spare buffer. */
static int prepare_snapshot(const struct hist_trigger *hist)
{
	int error;

	trace_types_lock_acquire();
	error = tracing_alloc_snapshot_instance(hist->trigger->file->tr);
	trace_types_lock_release();
	return error;
}

int hist_action_parse(struct hist_parser *parser, struct hist_action *action)
{
	char *name = action->rest, *text = strchr(name, '(');
	int error = action->handler == HIST_ONMATCH ? 0 : parse_tracked(parser, action);

	*text++ = '\0';
	if (error || !cut_parentheses(parser, text))
		return error ? error : -EINVAL;
	if (!strcmp(name, "save") || !strcmp(name, "snapshot")) {
		if (action->handler == HIST_ONMATCH)
			return hist_mistake(parser, name, "Handler doesn't support action");
		action->act = name[1] == 'a' ? HIST_SAVE : HIST_SNAPSHOT;
		return action->act == HIST_SAVE ? parse_save(parser, text)
						: prepare_snapshot(parser->hist);
	}
	action->act = HIST_TRACE;
	if (!strcmp(name, "trace"))
		name = strsep(&text, ",");
	return parse_trace(parser, action, name, text);
}

void hist_action_free(struct hist_action *action)
{
	if (action->synth)
		action->synth->users--;
	for (u32 i = 0; i < action->param_count; i++)
		hist_field_free(action->params[i]);
	hist_field_free(action->tracked);
	kfree(action->match_system);
	kfree(action->match_event);
	kfree(action->text);
}

/* Whether @value is worth an action after @last. */
static bool is_news(const struct hist_action *action, u64 last, u64 value)
{
	return action->handler == HIST_ONMAX ? value > last : value != last;
}

/* Remembers the variable's value. Return: whether it is news for this element. */
static bool track_value(const struct hist_action *action, const struct hist_hit *hit, u64 *value)
{
	u64 *word = &hit->element[action->tracked_word], last = hist_word_read(word);

	*value = hist_field_value(action->tracked, hit);
	do {
		if (!is_news(action, last, *value))
			return false;
	} while (!__atomic_compare_exchange_n(word, &last, *value, false, __ATOMIC_RELAXED,
					      __ATOMIC_RELAXED));
	return true;
}

static noinline void fire_synthetic(const struct hist_action *action, const struct hist_hit *hit)
{
	u64 values[HIST_PARAMS_MAX];

	for (u32 i = 0; i < action->param_count; i++)
		values[i] = hist_field_value(action->params[i], hit);
	synth_event_emit(action->synth, values);
}

/* The snapshot is of the most newsworthy of all elements. */
static void take_snapshot(struct hist_action *action, const struct hist_hit *hit, u64 value)
{
	if (!is_news(action, READ_ONCE(action->snapshot_value), value) ||
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

		if (action->handler != HIST_ONMATCH && !track_value(action, hit, &value))
			continue;
		if (action->act == HIST_TRACE)
			fire_synthetic(action, hit);
		else if (action->act == HIST_SNAPSHOT)
			take_snapshot(action, hit, value);
		else
			for (u32 j = 0; j < hist->saved_count; j++)
				hist_variable_set(&hist->saved[j], hit);
	}
}
