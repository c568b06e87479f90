/* SPDX-License-Identifier: MIT */
/* The life of a histogram: made from a line, sharing a table, paused and cleared, taken away. */
#include "kernel/mm/slab.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/predicate.h"
#include "trace/core/trace_clock.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

bool hist_trigger_is_used(const struct hist_trigger *hist)
{
	return hist->users != 0;
}

static void drop_table(struct hist_table *table)
{
	if (!table || --table->users)
		return;
	hist_map_destroy(&table->map);
	kfree(table);
}

static void drop_references(struct hist_trigger *hist)
{
	for (u32 i = 0; i < hist->ref_count; i++) {
		if (hist->refs[i].hist)
			hist->refs[i].hist->users--;
		WRITE_ONCE(hist->refs[i].hist, NULL);
	}
}

static void free_variables(struct hist_variable *variables, u32 count)
{
	for (u32 i = 0; i < count; i++) {
		kfree(variables[i].name);
		hist_field_free(variables[i].value);
	}
}

void hist_trigger_detach(struct hist_trigger *hist)
{
	drop_references(hist);
	hist->hidden_count = 0;
}

void hist_trigger_free(struct hist_trigger *hist)
{
	if (hist->list.next)
		list_del(&hist->list);
	drop_references(hist);
	for (u32 i = 0; i < hist->hidden_count; i++)
		if (!hist->hidden[i]->hist->users)
			trigger_remove(hist->hidden[i]);
	for (u32 i = 0; i < hist->action_count; i++)
		hist_action_free(&hist->actions[i]);
	free_variables(hist->variables, hist->variable_count);
	free_variables(hist->saved, hist->saved_count);
	for (u32 i = 0; i < hist->key_count; i++)
		hist_field_free(hist->keys[i]);
	for (u32 i = 0; i < hist->value_count; i++)
		hist_field_free(hist->values[i]);
	drop_table(hist->table);
	kfree(hist->clock);
	kfree(hist->name);
	kfree(hist->spec);
	kfree(hist);
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_actions(const struct hist_trigger *a, const struct hist_trigger *b)
{
	if (a->action_count != b->action_count)
		return false;
	for (u32 i = 0; i < a->action_count; i++)
		if (strcmp(a->actions[i].text, b->actions[i].text))
			return false;
	return true;
}

/* Return: the one that says the same on the same event, or NULL. */
static struct hist_trigger *find_same(const struct hist_trigger *like)
{
	struct hist_trigger *hist;

	list_for_each_entry (hist, &hist_triggers, list)
		if (hist->trigger->file == like->trigger->file && !strcmp(hist->spec, like->spec) &&
		    same_text(hist->name, like->name) &&
		    same_text(hist->trigger->filter_text, like->trigger->filter_text) &&
		    same_actions(hist, like))
			return hist;
	return NULL;
}

/* Those of one name count in one table. Return: 0 or an errno, noted. */
static int share_table(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist, *other;

	list_for_each_entry (other, &hist_triggers, list) {
		if (!hist->name || !same_text(hist->name, other->name))
			continue;
		if (strcmp(hist->spec, other->spec) || !hist_keys_fit(hist, other) ||
		    hist->element_words != other->element_words)
			return hist_mistake(parser, parser->base,
					    "Named hist trigger doesn't match existing named "
					    "trigger (includes variables)");
		hist->table = other->table;
		hist->table->users++;
		return 0;
	}
	return 0;
}

static int make_table(struct hist_trigger *hist)
{
	int error;

	hist->table = kzalloc(sizeof(*hist->table), GFP_KERNEL);
	if (!hist->table)
		return -ENOMEM;
	hist->table->users = 1;
	error = hist_map_init(&hist->table->map, hist->size, hist->key_words, hist->element_words);
	return error;
}

static int set_clock(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	struct trace_array *tr = hist->trigger->file->tr;
	const struct trace_clock *clock;

	if (!hist->uses_time)
		return 0;
	if (!hist->clock)
		hist->clock = kstrdup("global", GFP_KERNEL);
	if (!hist->clock)
		return -ENOMEM;
	clock = trace_clock_find(hist->clock);
	if (!clock)
		return hist_mistake(parser, parser->base, "Couldn't set trace_clock");
	if (clock != tr->clock)
		tracing_set_clock(tr, clock);
	return 0;
}

/* What is to be done to one that is there. */
static int change(struct hist_parser *parser, struct hist_trigger *hist)
{
	struct hist_table *table = hist->table;
	bool paused = table->paused;

	if (parser->clear) {
		WRITE_ONCE(table->paused, true);
		trace_event_wait();
		for (u32 i = 0; i < hist->action_count; i++) {
			hist->actions[i].snapshot_element = NULL;
			hist->actions[i].snapshot_value = 0;
		}
		hist_map_clear(&table->map);
		WRITE_ONCE(table->paused, paused);
	} else if (parser->pause || parser->resume) {
		WRITE_ONCE(table->paused, parser->pause);
	} else {
		hist_mistake(parser, parser->base, "Hist trigger already exists");
		return -EEXIST;
	}
	return 0;
}

static int add(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	int error;

	if (parser->clear || parser->resume) {
		hist_mistake(parser, parser->base,
			     "Can't clear or continue a nonexistent hist trigger");
		return -ENOENT;
	}
	error = share_table(parser);
	if (!error && !hist->table)
		error = make_table(hist);
	if (!error)
		error = set_clock(parser);
	if (!error && parser->pause)
		hist->table->paused = true;
	if (!error)
		error = trigger_add(hist->trigger);
	if (!error)
		list_add_tail(&hist->list, &hist_triggers);
	return error;
}

/* Ends the text in front of ` if `. Return: what follows, or "". */
static char *split_if(char *text)
{
	char *found = text;

	while ((found = strstr(found, "if"))) {
		if (found > text && isspace(found[-1]) && isspace(found[2])) {
			found[-1] = '\0';
			return skip_spaces(found + 2);
		}
		found += 2;
	}
	return text + strlen(text);
}

int hist_trigger_write(struct event_trigger *trigger, const char *whole, char *base, char *text,
		       bool remove)
{
	struct hist_trigger *hist = kzalloc(sizeof(*hist), GFP_KERNEL), *same;
	struct hist_parser parser = {.hist = hist, .whole = whole, .base = base, .remove = remove};
	char *filter = split_if(text);
	int error = -ENOMEM;

	trigger->hist = hist;
	if (hist) {
		hist->trigger = trigger;
		error = hist_parse(&parser, text);
	}
	if (!error)
		error = trigger_set_filter(trigger, filter);
	same = error ? NULL : find_same(hist);
	if (!error && !remove && !same) {
		error = add(&parser);
		if (!error)
			return 0;
	}
	if (!error && same && !remove)
		error = change(&parser, same);
	trigger_free(trigger); /* and what it refers to, which `same` may want to take along */
	if (!error && same && remove)
		error = same->users ? -EBUSY : 0;
	if (!error && same && remove)
		trigger_remove(same->trigger);
	return error;
}
