/* SPDX-License-Identifier: MIT */
/* The life of a histogram: made from a line, sharing a table, paused and cleared, taken away. */
#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/predicate.h"
#include "trace/core/trace_clock.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"
#include "trace/events/synth_event.h"

/*
 * A text of so many characters cannot say more than fits here: each field, operator and name takes
 * two characters of it at least.
 */
#define ROOM_PER_CHARACTER 128
#define ROOM_AT_LEAST	   4096

void *hist_alloc(struct hist_trigger *hist, size_t bytes)
{
	void *memory = hist->room + hist->room_used;

	hist->room_used += ALIGN_UP(bytes, sizeof(u64));
	if (hist->room_used > hist->room_bytes)
		panic("hist: %lu bytes for a text are not enough", hist->room_bytes);
	return memory;
}

char *hist_strndup(struct hist_trigger *hist, const char *text, size_t length)
{
	return memcpy(hist_alloc(hist, length + 1), text, length);
}

static struct hist_trigger *hist_trigger_alloc(struct event_trigger *trigger, size_t length)
{
	size_t bytes = length * ROOM_PER_CHARACTER + ROOM_AT_LEAST;
	struct hist_trigger *hist = kzalloc(sizeof(*hist) + bytes, GFP_KERNEL);

	if (!hist)
		return NULL;
	INIT_LIST_HEAD(&hist->list);
	hist->room_bytes = bytes;
	hist->trigger = trigger;
	trigger->hist = hist;
	return hist;
}

void hist_trigger_detach(struct hist_trigger *hist)
{
	for (u32 i = 0; i < hist->ref_count; i++) {
		if (hist->refs[i].hist)
			hist->refs[i].hist->users--;
		WRITE_ONCE(hist->refs[i].hist, NULL);
	}
	hist->hidden_count = 0;
}

void hist_trigger_free(struct hist_trigger *hist)
{
	struct hist_table *table = hist->table;
	u32 hidden = hist->hidden_count;

	list_del(&hist->list);
	hist_trigger_detach(hist);
	for (u32 i = 0; i < hidden; i++)
		if (!hist->hidden[i]->hist->users)
			trigger_remove(hist->hidden[i]);
	for (u32 i = 0; i < hist->action_count; i++)
		if (hist->actions[i].synth)
			hist->actions[i].synth->users--;
	if (table && !--table->users) {
		hist_map_destroy(&table->map);
		kfree(table);
	}
	kfree(hist);
}

static bool hist_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* Return: the one that says the same on the same event, or NULL. */
static struct hist_trigger *hist_find_same(const struct hist_trigger *like)
{
	struct hist_trigger *hist;

	list_for_each_entry (hist, &hist_triggers, list)
		if (hist->trigger->file == like->trigger->file && !strcmp(hist->spec, like->spec) &&
		    hist_same_text(hist->name, like->name) &&
		    hist_same_text(hist->trigger->filter_text, like->trigger->filter_text) &&
		    !strcmp(hist->deeds, like->deeds))
			return hist;
	return NULL;
}

/* Those of one name count in one table, the others each in their own. */
static int hist_get_table(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist, *other;

	list_for_each_entry (other, &hist_triggers, list) {
		if (!hist->name || !hist_same_text(hist->name, other->name))
			continue;
		if (strcmp(hist->spec, other->spec) || !hist_keys_fit(hist, other) ||
		    hist->key_words != other->key_words ||
		    hist->element_words != other->element_words) {
			hist_mistake(parser, parser->base,
				     "Named hist trigger doesn't match existing named trigger "
				     "(includes variables)");
			return parser->error;
		}
		hist->table = other->table;
		hist->table->users++;
		return 0;
	}
	hist->table = kzalloc(sizeof(*hist->table), GFP_KERNEL);
	if (!hist->table)
		return -ENOMEM;
	hist->table->users = 1;
	hist->table->stopped = parser->pause ? HIST_PAUSED : 0;
	return hist_map_init(&hist->table->map, hist->size, hist->key_words, hist->element_words);
}

static int hist_set_clock(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	struct trace_array *tr = hist->trigger->file->tr;
	const struct trace_clock *clock;

	if (!hist->uses_time)
		return 0;
	if (!hist->clock)
		hist->clock = "global";
	clock = trace_clock_find(hist->clock);
	if (!clock)
		hist_mistake(parser, parser->base, "Couldn't set trace_clock");
	else if (clock != tr->clock)
		tracing_set_clock(tr, clock);
	return parser->error;
}

static void hist_clear_table(struct hist_trigger *hist)
{
	hist_table_stop(hist->table, HIST_CLEARING, true);
	trace_event_wait();
	for (u32 i = 0; i < hist->action_count; i++)
		hist->actions[i].snapshot_element = NULL;
	hist_map_clear(&hist->table->map);
	hist_table_stop(hist->table, HIST_CLEARING, false);
}

/* There is one that says the same. */
static int hist_change_same(struct hist_parser *parser, struct hist_trigger *same)
{
	if (parser->clear) {
		hist_clear_table(same);
	} else if (parser->pause || parser->resume) {
		hist_table_stop(same->table, HIST_PAUSED, parser->pause);
	} else {
		hist_mistake(parser, parser->base, "Hist trigger already exists");
		return -EEXIST;
	}
	return 0;
}

static int hist_add_new(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	int error;

	if (parser->clear || parser->resume) {
		hist_mistake(parser, parser->base,
			     "Can't clear or continue a nonexistent hist trigger");
		return -ENOENT;
	}
	error = hist_get_table(parser);
	if (!error)
		error = hist_set_clock(parser);
	if (!error)
		error = trigger_add(hist->trigger);
	if (!error)
		list_add_tail(&hist->list, &hist_triggers);
	return error;
}

int hist_trigger_write(struct event_trigger *trigger, const char *whole, char *base, char *text,
		       const char *filter, bool remove)
{
	struct hist_trigger *hist = hist_trigger_alloc(trigger, strlen(text)), *same = NULL;
	struct hist_parser parser = {.hist = hist, .whole = whole, .base = base, .remove = remove};
	int error = hist ? hist_parse(&parser, text) : -ENOMEM;

	if (!error)
		error = trigger_set_filter(trigger, filter);
	if (!error)
		same = hist_find_same(hist);
	if (!error && !same && !remove) {
		error = hist_add_new(&parser);
		if (!error)
			return 0;
	}
	if (same && !remove)
		error = hist_change_same(&parser, same);
	trigger_free(trigger); /* and what it refers to, which `same` may want to take along */
	if (!same || !remove)
		return error;
	if (same->users)
		return -EBUSY;
	trigger_remove(same->trigger);
	return 0;
}
