/* SPDX-License-Identifier: MIT */
/* The text of a histogram: its parts, and the keys, values and order in them. */
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/seq_buf.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

void hist_mistake(struct hist_parser *parser, const char *where, const char *text)
{
	const struct trace_event_file *file = parser->hist->trigger->file;
	char location[64];

	if (parser->error)
		return;
	parser->error = -EINVAL;
	snprintf(location, sizeof(location), "hist:%s:%s", file->event->system, file->event->name);
	tracing_log_err(file->tr, location, parser->whole, text, (u32)(where - parser->base));
}

/* Where each `WORD=` goes. */
static void hist_parse_assignment(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	char *size = NULL, *name = NULL, *clock = NULL;
	const struct {
		const char *word;
		char **where;
	} words[] = {
		{"keys=", &parser->keys},   {"key=", &parser->keys},   {"values=", &parser->values},
		{"vals=", &parser->values}, {"val=", &parser->values}, {"sort=", &parser->sorts},
		{"size=", &size},	    {"name=", &name},	       {"clock=", &clock},
	};
	u32 i = 0;

	if (!*(strchr(text, '=') + 1))
		hist_mistake(parser, text, "Empty assignment");
	while (i < ARRAY_SIZE(words) && !str_has_prefix(text, words[i].word))
		i++;
	if (i < ARRAY_SIZE(words))
		*words[i].where = text + strlen(words[i].word);
	else if (parser->variable_count < HIST_VARIABLES_MAX)
		parser->variables[parser->variable_count++] = text;
	else
		hist_mistake(parser, text, "Too many variables defined");
	if (size && kstrtouint(size, 0, &hist->size))
		parser->error = -EINVAL;
	if (name)
		hist->name = hist_strndup(hist, name, strlen(name));
	if (clock)
		hist->clock = hist_strndup(hist, clock, strlen(clock));
}

/* Sorts the parts between the colons by what they are. */
static void hist_parse_parts(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;
	char *part, *deeds = hist_alloc(hist, strlen(text) + 2);

	hist->deeds = deeds;
	while (!parser->error && (part = strsep(&text, ":"))) {
		part = strim(part);
		if (str_has_prefix(part, "on") && strchr(part, '(')) {
			*deeds++ = ':';
			for (const char *from = part; *from; from++)
				if (!isspace(*from))
					*deeds++ = *from;
			hist_action_parse_handler(parser, part);
		} else if (strchr(part, '=')) {
			hist_parse_assignment(parser, part);
		} else if (!strcmp(part, "pause")) {
			parser->pause = true;
		} else if (!strcmp(part, "continue") || !strcmp(part, "cont")) {
			parser->resume = true;
		} else if (!strcmp(part, "clear")) {
			parser->clear = true;
		} else if (!strcmp(part, "nohitcount")) {
			hist->no_hitcount = true;
		} else {
			parser->error = -EINVAL;
		}
	}
}

static u32 hist_key_words(const struct hist_field *field)
{
	if (field->source == HIST_STACK)
		return HIST_STACK_FRAMES;
	return field->is_string ? DIV_ROUND_UP(field->size, 8u) : 1;
}

/* Return: the field that a variable of this histogram is to be, if it is one alone, or NULL. */
static char *hist_find_assigned(const struct hist_parser *parser, const char *variable)
{
	size_t length = strlen(variable);

	for (u32 i = 0; i < parser->variable_count; i++)
		for (char *at = parser->variables[i]; at; at = strchr(at, ',')) {
			at += *at == ',';
			if (!strncmp(at, variable, length) && at[length] == '=')
				return strcspn(at, "$+-*/") < strcspn(at, ",") ? NULL
									       : at + length + 1;
		}
	return NULL;
}

/* A variable stands for the field that it is, for none has a value before the key is known. */
static struct hist_field *hist_parse_key(struct hist_parser *parser, char *text)
{
	char *field = *text == '$' ? hist_find_assigned(parser, text + 1) : NULL;
	char *end = field ? field + strcspn(field, ",") : NULL, behind;
	struct hist_field *key;

	if (!field)
		return hist_expression_parse(parser, text, HIST_AS_KEY);
	behind = *end;
	*end = '\0';
	key = hist_expression_parse(parser, field, HIST_AS_KEY);
	*end = behind;
	return key;
}

static void hist_parse_keys(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	char *text = parser->keys, *one;

	while (!parser->error && (one = strsep(&text, ","))) {
		struct hist_field *key = hist_parse_key(parser, strim(one));

		if (hist->key_count == HIST_KEYS_MAX) {
			parser->error = -EINVAL;
			return;
		}
		hist->keys[hist->key_count] = key;
		hist->key_at[hist->key_count++] = (u16)hist->key_words;
		hist->key_words += hist_key_words(key);
		if (key->modifier == HIST_EXECNAME && !hist->comm_word) {
			hist->comm_word = hist->element_words;
			hist->element_words += TASK_COMM_LEN / 8;
		}
	}
	if (!hist->key_count || hist->key_words > HIST_KEY_WORDS_MAX)
		parser->error = -EINVAL;
}

static void hist_parse_values(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	char *text = parser->values, *one;

	hist->values[0] = hist_expression_parse(parser, "hitcount", HIST_AS_VALUE);
	hist->value_count = 1;
	while (!parser->error && (one = strsep(&text, ","))) {
		struct hist_field *value = hist_expression_parse(parser, strim(one), HIST_AS_VALUE);

		/* Another modifier makes it another column. */
		if (value->source == HIST_HITCOUNT && !hist->values[0]->modifier)
			hist->values[0] = value;
		else if (hist->value_count < HIST_VALUES_MAX)
			hist->values[hist->value_count++] = value;
		else
			parser->error = -EINVAL;
	}
	if (hist->no_hitcount && hist->value_count == 1)
		hist_mistake(parser, parser->base, "nohitcount needs another value");
}

/* Return: the field with that index: a value or, from HIST_VALUES_MAX on, a key; or NULL. */
static const struct hist_field *hist_sort_field(const struct hist_trigger *hist, u32 index)
{
	if (index < HIST_VALUES_MAX)
		return index < hist->value_count ? hist->values[index] : NULL;
	index -= HIST_VALUES_MAX;
	return index < hist->key_count ? hist->keys[index] : NULL;
}

static void hist_parse_sorts(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	char *text = parser->sorts, *one;
	const char *whole = text ? text - strlen("sort=") : NULL;

	hist->sort_count = !text;
	while (!parser->error && (one = strsep(&text, ","))) {
		const char *name = strsep(&one, ".");
		const struct hist_field *field = NULL;
		u32 index = 0;

		for (; index < HIST_VALUES_MAX + HIST_KEYS_MAX; index++) {
			field = hist_sort_field(hist, index);
			if (field && !strcmp(field->name, name))
				break;
			field = NULL;
		}
		if (hist->sort_count == HIST_SORTS_MAX) {
			hist_mistake(parser, whole, "Too many sort fields (Max = 2)");
			return;
		}
		if (!*name)
			hist_mistake(parser, whole, "Empty sort field");
		else if (one && strcmp(one, "descending") && strcmp(one, "ascending"))
			hist_mistake(parser, one, "Invalid sort modifier");
		else if (!field)
			hist_mistake(parser, name, "Sort field must be a key or a val");
		hist->sorts[hist->sort_count].descending = one && *one == 'd';
		hist->sorts[hist->sort_count++].index = index;
	}
}

/* Writes what makes one the same as another, and what follows it in the line that is shown. */
static void hist_write_spec(struct hist_parser *parser)
{
	struct hist_trigger *hist = parser->hist;
	size_t bytes = (HIST_KEYS_MAX + 2) * strlen(parser->whole) + 64;
	struct seq_buf text;

	hist->spec = hist_alloc(hist, bytes);
	seq_buf_init(&text, (char *)hist->spec, bytes);
	for (u32 i = 0; i < hist->key_count; i++)
		seq_buf_printf(&text, "%s%s", i ? "," : "keys=", hist->keys[i]->text);
	for (u32 i = hist->no_hitcount; i < hist->value_count; i++)
		seq_buf_printf(&text, "%s%s",
			       i > hist->no_hitcount ? "," : ":vals=", hist->values[i]->text);
	for (u32 i = 0; i < hist->variable_count; i++)
		seq_buf_printf(&text, "%c%s=%s", i ? ',' : ':', hist->variables[i].name,
			       hist->variables[i].value->text);
	for (u32 i = 0; i < hist->sort_count; i++)
		seq_buf_printf(&text, "%s%s%s", i ? "," : ":sort=",
			       hist_sort_field(hist, hist->sorts[i].index)->name,
			       hist->sorts[i].descending ? ".descending" : "");
	seq_buf_str(&text);
}

int hist_parse(struct hist_parser *parser, char *text)
{
	struct hist_trigger *hist = parser->hist;

	hist->size = HIST_MAP_SIZE_DEFAULT;
	hist->element_words = HIST_MASK_WORD + 1;
	hist_parse_parts(parser, text);
	hist_parse_keys(parser);
	for (u32 i = 0; !parser->error && i < parser->variable_count; i++)
		hist_variables_parse(parser, parser->variables[i]);
	hist_parse_values(parser);
	hist_parse_sorts(parser);
	for (u32 i = 0; !parser->error && i < hist->action_count; i++)
		hist_action_parse(parser, &hist->actions[i]);
	hist->is_quick = !hist->variable_count && !hist->comm_word && !hist->action_count;
	for (u32 i = 0; i < hist->key_count; i++)
		hist->is_quick &= hist->keys[i]->is_simple;
	for (u32 i = 1; i < hist->value_count; i++)
		hist->is_quick &= hist->values[i]->is_simple;
	if (!parser->error)
		hist_write_spec(parser);
	return parser->error;
}
