/* SPDX-License-Identifier: MIT */
/* The file `hist`: what a histogram has counted, in Linux's layout. */
#include "kernel/fs/seq_file.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/task.h"
#include "lib/math.h"
#include "lib/sort.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

#define BAR_WIDTH 20

/* An element in its place, and what it is sorted by. */
struct hist_row {
	const struct hist_trigger *hist;
	const u64 *element;
};

/* Sums and maxima of each value, for shares of them. */
struct hist_totals {
	u64 sum[HIST_VALUES_MAX], most[HIST_VALUES_MAX];
};

static int hist_compare_numbers(u64 a, u64 b, bool is_signed)
{
	u64 sign = is_signed ? 1ul << 63 : 0;

	return (a ^ sign) < (b ^ sign) ? -1 : (a ^ sign) > (b ^ sign);
}

static int hist_compare_by(const struct hist_trigger *hist, u32 index, const u64 *a, const u64 *b)
{
	u32 key = index - HIST_VALUES_MAX, at;
	const struct hist_field *field;

	if (index < HIST_VALUES_MAX)
		return hist_compare_numbers(a[index], b[index], false);
	field = hist->keys[key];
	at = hist->element_words + hist->key_at[key];
	if (field->is_string || field->source == HIST_STACK)
		return memcmp(a + at, b + at,
			      field->is_string ? field->size : HIST_STACK_FRAMES * sizeof(u64));
	return hist_compare_numbers(a[at], b[at], field->is_signed);
}

/* Equals stand in the order in which they came. */
static int hist_compare_rows(const void *a, const void *b)
{
	const struct hist_row *left = a, *right = b;
	const struct hist_trigger *hist = left->hist;

	for (u32 i = 0; i < hist->sort_count; i++) {
		int order =
			hist_compare_by(hist, hist->sorts[i].index, left->element, right->element);

		if (order)
			return hist->sorts[i].descending ? -order : order;
	}
	return left->element < right->element ? -1 : left->element > right->element;
}

static void hist_print_number(struct seq_file *m, const struct hist_trigger *hist,
			      const struct hist_field *key, u64 value, const u64 *element)
{
	char name[KSYM_SYMBOL_LEN];

	switch (key->modifier) {
	case HIST_HEX:
		seq_printf(m, "%lx", value);
		break;
	case HIST_SYM:
		sprint_symbol_no_offset(name, value);
		seq_printf(m, "[%lx] %-45s", value, name);
		break;
	case HIST_SYM_OFFSET:
		sprint_symbol(name, value);
		seq_printf(m, "[%lx] %-55s", value, name);
		break;
	case HIST_SYSCALL:
		seq_printf(m, "%-30s[%3lu]", "unknown_syscall", value);
		break;
	case HIST_EXECNAME:
		seq_printf(m, "%-16s[%10lu]",
			   value ? (const char *)&element[hist->comm_word] : "<idle>", value);
		break;
	case HIST_LOG2:
		seq_printf(m, "~ 2^%-2lu", value);
		break;
	case HIST_BUCKETS:
		seq_printf(m, "~ %lu-%lu", value, value + key->number - 1);
		break;
	default:
		seq_printf(m, "%10lu", value);
	}
}

static void hist_print_key(struct seq_file *m, const struct hist_trigger *hist, const u64 *element)
{
	bool lines = false;

	seq_puts(m, "{ ");
	for (u32 i = 0; i < hist->key_count; i++) {
		const struct hist_field *key = hist->keys[i];
		const u64 *value = element + hist->element_words + hist->key_at[i];

		seq_printf(m, "%s%s:", i ? ", " : "", key->name);
		if (key->source == HIST_STACK) {
			seq_putc(m, '\n');
			for (u32 j = 0; j < HIST_STACK_FRAMES && value[j]; j++)
				seq_printf(m, "         %pS\n", (void *)value[j]);
			lines = true;
		} else if (key->is_string) {
			seq_printf(m, " %-50.*s", (int)key->size, (const char *)value);
		} else {
			seq_putc(m, ' ');
			hist_print_number(m, hist, key, *value, element);
		}
	}
	seq_puts(m, lines ? "}" : " }");
}

/* How many of so many parts of the whole it is. Both may be large, and it may be too much now. */
static u64 hist_share(u64 value, u64 whole, u64 parts)
{
	if (value > ~0ul / parts)
		whole /= parts;
	else
		value *= parts;
	return whole ? value / whole : 0;
}

static void hist_print_value(struct seq_file *m, const struct hist_trigger *hist, u32 index,
			     const u64 *element, const struct hist_totals *totals)
{
	const struct hist_field *field = hist->values[index];
	u64 value = element[index], share;
	char bar[BAR_WIDTH + 1];

	if (index > hist->no_hitcount)
		seq_putc(m, ' ');
	switch (field->modifier) {
	case HIST_HEX:
		seq_printf(m, " %s: %10lx", field->name, value);
		break;
	case HIST_PERCENT:
		share = hist_share(value, totals->sum[index], 10000);
		seq_printf(m, " %s (%%): %3lu.%02lu", field->name, share / 100, share % 100);
		break;
	case HIST_GRAPH:
		/* It has been counted on since the most was looked for. */
		share = min(hist_share(value, totals->most[index], BAR_WIDTH), (u64)BAR_WIDTH);
		memset(bar, ' ', BAR_WIDTH);
		memset(bar, '#', share);
		bar[BAR_WIDTH] = '\0';
		seq_printf(m, " %s: %s", field->name, bar);
		break;
	default:
		seq_printf(m, " %s: %10lu", field->name, value);
	}
}

/* What actions remember for an element. */
static void hist_print_tracked(struct seq_file *m, const struct hist_trigger *hist,
			       const u64 *element)
{
	for (u32 i = 0; i < hist->action_count; i++) {
		const struct hist_action *action = &hist->actions[i];

		if (action->handler != HIST_ONMATCH && action->act != HIST_SNAPSHOT)
			seq_printf(m, "\n\t%s: %10lu",
				   action->handler == HIST_ONMAX ? "max" : "changed",
				   element[action->tracked_word]);
		for (u32 j = 0; action->act == HIST_SAVE && j < hist->saved_count; j++) {
			const u64 *word = &element[hist->saved[j].word];

			seq_printf(m, "  %s: ", hist->saved[j].name);
			if (hist->saved[j].value->is_string)
				seq_printf(m, "%-32s", (const char *)word);
			else
				seq_printf(m, "%10lu", *word);
		}
	}
}

static void hist_print_snapshots(struct seq_file *m, const struct hist_trigger *hist)
{
	for (u32 i = 0; i < hist->action_count; i++) {
		const struct hist_action *action = &hist->actions[i];

		if (!action->snapshot_element)
			continue;
		seq_printf(m,
			   "\nSnapshot taken (see tracing/snapshot).  Details:\n"
			   "\ttriggering value { %s($%s) }: %10lu\n"
			   "\ttriggered by event with key: ",
			   action->handler == HIST_ONMAX ? "onmax" : "onchange",
			   action->tracked->name, action->snapshot_value);
		hist_print_key(m, hist, action->snapshot_element);
		seq_putc(m, '\n');
	}
}

void hist_trigger_show_info(struct seq_file *m, const struct event_trigger *trigger)
{
	const struct hist_trigger *hist = trigger->hist;

	seq_puts(m, "hist:");
	if (hist->name)
		seq_printf(m, "%s:", hist->name);
	seq_printf(m, "%s:size=%u", hist->spec, hist->table->map.size);
	if (hist->uses_time)
		seq_printf(m, ":clock=%s", hist->clock);
	if (hist->no_hitcount)
		seq_puts(m, ":nohitcount");
	seq_puts(m, hist->deeds);
	if (trigger->filter_text)
		seq_printf(m, " if %s", trigger->filter_text);
	seq_printf(m, " [%s]\n", READ_ONCE(hist->table->stopped) ? "paused" : "active");
}

/* Return: how many rows there are in @rows, which has room for all. */
static u32 hist_collect_rows(const struct hist_trigger *hist, struct hist_row *rows,
			     struct hist_totals *totals)
{
	const struct hist_map *map = &hist->table->map;
	u32 count = 0;

	for (u32 i = 0; i < map->slot_count; i++) {
		const u64 *element = hist_map_at(map, i);

		if (!element)
			continue;
		rows[count++] = (struct hist_row){hist, element};
		for (u32 j = 0; j < hist->value_count; j++) {
			totals->sum[j] += element[j];
			totals->most[j] = max(totals->most[j], element[j]);
		}
	}
	sort(rows, count, sizeof(rows[0]), hist_compare_rows);
	return count;
}

static void hist_print(struct seq_file *m, const struct event_trigger *trigger)
{
	const struct hist_trigger *hist = trigger->hist;
	const struct hist_map *map = &hist->table->map;
	struct hist_row *rows = vmalloc(map->size * sizeof(rows[0]));
	struct hist_totals totals = {0};
	u32 count = rows ? hist_collect_rows(hist, rows, &totals) : 0;

	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	hist_trigger_show_info(m, trigger);
	seq_puts(m, "#\n\n");
	for (u32 i = 0; i < count; i++) {
		hist_print_key(m, hist, rows[i].element);
		for (u32 j = hist->no_hitcount; j < hist->value_count; j++)
			hist_print_value(m, hist, j, rows[i].element, &totals);
		hist_print_tracked(m, hist, rows[i].element);
		seq_putc(m, '\n');
	}
	hist_print_snapshots(m, hist);
	seq_printf(m, "\nTotals:\n    Hits: %lu\n    Entries: %u\n    Dropped: %lu\n", map->hits,
		   count, map->drops);
	vfree(rows);
}

void trace_hist_show(struct seq_file *m, struct trace_event_file *file)
{
	const struct event_trigger *trigger;
	bool several = false;

	list_for_each_entry (trigger, &file->triggers, list) {
		if (!trigger->hist)
			continue;
		if (several)
			seq_puts(m, "\n\n");
		hist_print(m, trigger);
		several = true;
	}
}
