/* SPDX-License-Identifier: MIT */
/* The text of a histogram: its parts, and the keys, values and order in them. */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/seq_buf.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

int hist_mistake(struct hist_parser *parser, const char *where, const char *text)
{
	const struct trace_event_file *file = parser->hist->trigger->file;
	char location[64];

	snprintf(location, sizeof(location), "hist:%s:%s", file->event->system, file->event->name);
	tracing_log_err(file->tr, location, parser->whole, text, (u32)(where - parser->base));
	return -EINVAL;
}

/* Return: what follows one of the words in front of a `=`, or NULL. */
static char *assigned(char *text, const char *const *words)
{
	size_t length;

	for (; *words; words++) {
		length = str_has_prefix(text, *words);
		if (length && text[length] == '=')
			return text + length + 1;
	}
	return NULL;
}

static int parse_assignment(struct hist_parser *parser, char *text)
{
	static const char *const keys[] = {"keys", "key", NULL}, *const sort[] = {"sort", NULL},
				 *const values[] = {"values", "vals", "val", NULL},
				 *const size[] = {"size", NULL}, *const name[] = {"name", NULL},
				 *const clock[] = {"clock", NULL};
	struct hist_trigger *hist = parser->hist;
	char *rest, **copy;

	if ((rest = assigned(text, keys))) {
		parser->keys = rest;
	} else if ((rest = assigned(text, values))) {
		parser->values = rest;
	} else if ((rest = assigned(text, sort))) {
		parser->sorts = rest;
	} else if ((rest = assigned(text, size))) {
		return kstrtouint(rest, 0, &hist->size) ? -EINVAL : 0;
	} else if ((rest = assigned(text, name)) || (rest = assigned(text, clock))) {
		copy = *text == 'n' ? &hist->name : &hist->clock;
		kfree(*copy);
		*copy = kstrdup(rest, GFP_KERNEL);
		return *copy ? 0 : -ENOMEM;
	} else if (parser->variable_count == HIST_VARIABLES_MAX) {
		return hist_mistake(parser, text, "Too many variables defined");
	} else {
		parser->variables[parser->variable_count++] = text;
	}
	return 0;
}

/* Sorts the parts between the colons by what they are. */
static int parse_parts(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	int error = 0;
	char *part;

	while (!error && (part = strsep(&text, ":"))) {
		part = strim(part);
		if (str_has_prefix(part, "on") && strchr(part, '(')) {
			if (hist->action_count == HIST_ACTIONS_MAX)
				return -EINVAL;
			error = hist_action_parse_handler(
				parser, &hist->actions[hist->action_count++], part);
		} else if (strchr(part, '=')) {
			error = parse_assignment(parser, part);
		} else if (!strcmp(part, "pause")) {
			parser->pause = true;
		} else if (!strcmp(part, "continue") || !strcmp(part, "cont")) {
			parser->resume = true;
		} else if (!strcmp(part, "clear")) {
			parser->clear = true;
		} else if (!strcmp(part, "nohitcount")) {
			hist->no_hitcount = true;
		} else {
			error = -EINVAL;
		}
	}
	return error;
}

static u32 words_of_key(const struct hist_field *field)
{
	if (field->source == HIST_STACK)
		return HIST_STACK_FRAMES;
	return field->is_string ? DIV_ROUND_UP(field->size, 8u) : 1;
}

static int parse_keys(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	char *text = parser->keys, *one;
	struct hist_field *key;
	int error;

	while ((one = strsep(&text, ","))) {
		if (hist->key_count == HIST_KEYS_MAX)
			return -EINVAL;
		key = hist_expression_parse(parser, strim(one), HIST_AS_KEY, &error);
		if (!key)
			return error;
		hist->keys[hist->key_count] = key;
		hist->key_at[hist->key_count++] = (u16)hist->key_words;
		hist->key_words += words_of_key(key);
		if (key->modifier == HIST_EXECNAME && !hist->comm_word) {
			hist->comm_word = hist->element_words;
			hist->element_words += TASK_COMM_LEN / 8;
		}
	}
	hist->one_number = hist->key_count == 1 && !hist->keys[0]->is_string &&
			   hist->keys[0]->source != HIST_STACK;
	return hist->key_words <= HIST_KEY_WORDS_MAX ? 0 : -EINVAL;
}

static int parse_values(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	char *text = parser->values, *one;
	int error = 0;

	hist->values[0] = hist_expression_parse(parser, "hitcount", HIST_AS_VALUE, &error);
	hist->value_count = 1;
	while (!error && (one = strsep(&text, ","))) {
		struct hist_field *value =
			hist_expression_parse(parser, strim(one), HIST_AS_VALUE, &error);

		if (value && value->source == HIST_HITCOUNT) {
			hist_field_free(hist->values[0]);
			hist->values[0] = value;
		} else if (value && hist->value_count < HIST_VALUES_MAX) {
			hist->values[hist->value_count++] = value;
		} else if (value) {
			hist_field_free(value);
			error = -EINVAL;
		}
	}
	if (!error && hist->no_hitcount && hist->value_count == 1)
		error = hist_mistake(parser, parser->base, "nohitcount needs another value");
	return error;
}

/* Return: the index of a value or, above HIST_VALUES_MAX, of a key; or -1. */
static int find_sort_field(const struct hist_trigger *hist, const char *name)
{
	for (u32 i = 0; i < hist->value_count; i++)
		if (!strcmp(hist->values[i]->name, name))
			return (int)i;
	for (u32 i = 0; i < hist->key_count; i++)
		if (!strcmp(hist->keys[i]->name, name))
			return (int)(HIST_VALUES_MAX + i);
	return -1;
}

static int parse_sorts(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	char *text = parser->sorts, *one, *name;
	int index;

	hist->sort_count = !text;
	while ((one = strsep(&text, ","))) {
		if (hist->sort_count == HIST_SORTS_MAX)
			return hist_mistake(parser, one, "Too many sort fields (Max = 2)");
		if (!*one)
			return hist_mistake(parser, one, "Empty sort field");
		name = strsep(&one, ".");
		if (one && strcmp(one, "descending") && strcmp(one, "ascending"))
			return hist_mistake(parser, one, "Invalid sort modifier");
		index = find_sort_field(hist, name);
		if (index < 0)
			return hist_mistake(parser, name, "Sort field must be a key or a val");
		hist->sorts[hist->sort_count].descending = one && *one == 'd';
		hist->sorts[hist->sort_count++].index = (u32)index;
	}
	return 0;
}

static const struct hist_field *sort_field(const struct hist_trigger *hist, u32 index)
{
	return index < HIST_VALUES_MAX ? hist->values[index] : hist->keys[index - HIST_VALUES_MAX];
}

/* Writes what makes one the same as another. */
static int write_spec(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	size_t bytes = 2 * strlen(parser->whole) + 64;
	struct seq_buf text;
	const char *comma = "";

	hist->spec = kmalloc(bytes, GFP_KERNEL);
	if (!hist->spec)
		return -ENOMEM;
	seq_buf_init(&text, hist->spec, bytes);
	for (u32 i = 0; i < hist->key_count; i++)
		seq_buf_printf(&text, "%s%s", i ? "," : "keys=", hist->keys[i]->text);
	seq_buf_puts(&text, ":vals=");
	for (u32 i = hist->no_hitcount; i < hist->value_count; i++, comma = ",")
		seq_buf_printf(&text, "%s%s", comma, hist->values[i]->text);
	for (u32 i = 0; i < hist->variable_count; i++)
		seq_buf_printf(&text, "%c%s=%s", i ? ',' : ':', hist->variables[i].name,
			       hist->variables[i].value->text);
	for (u32 i = 0; i < hist->sort_count; i++)
		seq_buf_printf(&text, "%s%s%s",
			       i ? "," : ":sort=", sort_field(hist, hist->sorts[i].index)->name,
			       hist->sorts[i].descending ? ".descending" : "");
	seq_buf_str(&text);
	return 0;
}

int hist_parse(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	int error;

	hist->size = HIST_MAP_SIZE_DEFAULT;
	hist->element_words = HIST_MASK_WORD + 1;
	error = parse_parts(parser, text);
	if (!error)
		error = parser->keys ? parse_keys(parser) : -EINVAL;
	for (u32 i = 0; !error && i < parser->variable_count; i++)
		error = hist_variables_parse(parser, parser->variables[i]);
	if (!error)
		error = parse_values(parser);
	if (!error)
		error = parse_sorts(parser);
	for (u32 i = 0; !error && i < hist->action_count; i++)
		error = hist_action_parse(parser, &hist->actions[i]);
	hist->is_plain = hist->value_count == 1 && !hist->variable_count && !hist->action_count &&
			 !hist->comm_word;
	return error ? error : write_spec(parser);
}
