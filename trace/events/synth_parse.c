/* SPDX-License-Identifier: MIT */
/* Making a synthetic event from `NAME TYPE FIELD[; TYPE FIELD]...`. */
#include "kernel/mm/slab.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/error_log.h"
#include "trace/events/event_file.h"
#include "trace/events/synth_event.h"

struct synth_parser {
	const char *whole, *base;
	struct synth_event *synth;
};

static const struct synth_type synth_types[] = {
	{"s64", 8, true, "%lld"},  {"u64", 8, false, "%llu"},
	{"s32", 4, true, "%d"},	   {"u32", 4, false, "%u"},
	{"s16", 2, true, "%d"},	   {"u16", 2, false, "%u"},
	{"s8", 1, true, "%d"},	   {"u8", 1, false, "%u"},
	{"char", 1, true, "%d"},   {"unsigned char", 1, false, "%u"},
	{"short", 2, true, "%d"},  {"unsigned short", 2, false, "%u"},
	{"int", 4, true, "%d"},	   {"unsigned int", 4, false, "%u"},
	{"long", 8, true, "%ld"},  {"unsigned long", 8, false, "%lu"},
	{"bool", 1, false, "%d"},  {"pid_t", 4, true, "%d"},
	{"gfp_t", 4, false, "%x"},
};

static int synth_mistake(const struct synth_parser *parser, const char *where, const char *text)
{
	tracing_log_err(NULL, "synthetic_events", parser->whole, text, (u32)(where - parser->base));
	return -EINVAL;
}

static bool synth_is_identifier(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (isalnum(*name) || *name == '_')
		name++;
	return !*name;
}

/* `[]` or `[LENGTH]` of a string, which becomes "". Return: whether it is good. */
static bool synth_parse_length(struct synth_field *field, char *bracket)
{
	char *end = strchr(bracket, ']');
	unsigned int length = 0;

	*bracket++ = '\0';
	if (!end || end[1])
		return false;
	*end = '\0';
	if (*bracket && (kstrtouint(bracket, 0, &length) || !length || length > SYNTH_STRING_MAX))
		return false;
	field->length = (u16)length;
	return true;
}

/* Puts the field, whose name and type are known, at the record's end. */
static int synth_place_field(const struct synth_parser *parser, struct synth_field *field,
			     const char *where)
{
	struct synth_event *synth = parser->synth;
	const struct synth_type *type = field->type;
	struct trace_field *entry = &synth->table[synth->event.field_count++];

	*entry = (struct trace_field){.name = field->name,
				      .offset = (u16)synth->record_bytes,
				      .is_signed = !type || type->is_signed};
	entry->type = type ? type->name : field->length ? "char" : "__data_loc char[]";
	entry->size = type ? type->bytes : field->length ? field->length : sizeof(u32);
	synth->record_bytes += ALIGN_UP(entry->size, 8u);
	if (synth->record_bytes > SYNTH_BYTES_MAX)
		return synth_mistake(parser, where, "Too many fields");
	return 0;
}

/* Cuts off a word. Return: what follows it. */
static char *synth_cut_word(char *text)
{
	char *end = text + strcspn(text, " \t");

	if (*end)
		*end++ = '\0';
	return skip_spaces(end);
}

/* `TYPE FIELD`, at the front of @text. Return: what follows, or NULL, noted. */
static char *synth_parse_field(const struct synth_parser *parser, char *text)
{
	struct synth_event *synth = parser->synth;
	struct synth_field *field = &synth->fields[synth->event.field_count];
	size_t sign = str_has_prefix(text, "unsigned ");
	char *name = synth_cut_word(skip_spaces(text + sign)), *rest = synth_cut_word(name),
	     *bracket;
	const char *mistake = NULL, *where = name;

	bracket = strchr(name, '[');
	if (synth->event.field_count == SYNTH_FIELDS_MAX) {
		mistake = "Too many fields";
	} else if (!*name) {
		mistake = sign ? "Incomplete type" : "Invalid field";
		where = text;
	} else if (bracket && !synth_parse_length(field, bracket)) {
		mistake = "Invalid array specification";
	} else if (!synth_is_identifier(name) || strlen(name) >= SYNTH_NAME_MAX) {
		mistake = "Illegal name";
	} else {
		for (u32 i = 0; i < ARRAY_SIZE(synth_types) && !bracket; i++)
			if (!strcmp(synth_types[i].name, text))
				field->type = &synth_types[i];
		if (bracket ? strcmp(text, "char") != 0 : !field->type)
			mistake = "Invalid type";
		where = text;
	}
	if (mistake) {
		synth_mistake(parser, where, mistake);
		return NULL;
	}
	field->name_length = (u16)snprintf(field->name, sizeof(field->name), "%s", name);
	if (field->length)
		snprintf(field->name + field->name_length, sizeof(field->name) - field->name_length,
			 "[%u]", field->length);
	return synth_place_field(parser, field, text) ? NULL : rest;
}

static void synth_write_print_fmt(struct synth_event *synth)
{
	struct seq_buf text;

	seq_buf_init(&text, synth->print_fmt, sizeof(synth->print_fmt));
	for (u32 i = 0; i < synth->event.field_count; i++) {
		const struct synth_field *field = &synth->fields[i];

		seq_buf_printf(&text, "%s%.*s=%s", i ? ", " : "\"", field->name_length, field->name,
			       field->type ? field->type->format : "%s");
	}
	seq_buf_putc(&text, '"');
	for (u32 i = 0; i < synth->event.field_count; i++) {
		const struct synth_field *field = &synth->fields[i];

		seq_buf_printf(&text,
			       field->type || field->length ? ", REC->%.*s" : ", __get_str(%.*s)",
			       field->name_length, field->name);
	}
	seq_buf_str(&text);
}

/* The event comes with the histograms that fire it: nothing else has to be switched. */
static int synth_event_enable(struct trace_event *event, bool on)
{
	return 0;
}

/* Between two fields stands a semicolon; or, as it once was, nothing. */
static int synth_parse(const struct synth_parser *parser, char *text)
{
	static const char form[] = "Command must be of the form: <name> field[;field] ...";
	struct synth_event *synth = parser->synth;
	char *name = text, *rest = synth_cut_word(text), *one;

	if (!*rest || *rest == ';' || strchr(name, ';'))
		return synth_mistake(parser, name, form);
	if (!synth_is_identifier(name) || strlen(name) >= SYNTH_NAME_MAX)
		return synth_mistake(parser, name, "Illegal name");
	strscpy(synth->name, name, sizeof(synth->name));
	synth->record_bytes = sizeof(struct trace_entry);
	while ((one = strsep(&rest, ";"))) {
		one = strim(one);
		if (!*one && rest)
			return synth_mistake(parser, one, form);
		while (one && *one)
			one = synth_parse_field(parser, one);
		if (!one)
			return -EINVAL;
	}
	return 0;
}

int synth_event_create(const char *whole, const char *base, char *text)
{
	struct synth_event *synth = kzalloc(sizeof(*synth), GFP_KERNEL);
	struct synth_parser parser = {whole, base, synth};
	int error = synth ? synth_parse(&parser, text) : -ENOMEM;

	if (!error) {
		synth_write_print_fmt(synth);
		synth->event.system = "synthetic";
		synth->event.name = synth->name;
		synth->event.fields = synth->table;
		synth->event.print_fmt = synth->print_fmt;
		synth->event.print = synth_event_print;
		synth->event.enable = synth_event_enable;
		error = trace_event_register(&synth->event);
		if (error == -EEXIST)
			synth_mistake(&parser, text, "Event already exists");
	}
	if (error) {
		kfree(synth);
		return error;
	}
	trace_event_lock_acquire();
	list_add_tail(&synth->list, &synth_events);
	trace_event_lock_release();
	return 0;
}
