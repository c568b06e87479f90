/* SPDX-License-Identifier: MIT */
/* What names mean in a filter of an event. */
#include "lib/bitops.h"
#include "lib/string.h"
#include "trace/core/predicate.h"
#include "trace/events/event.h"

struct event_names {
	struct predicate_names names;
	const struct trace_event *event;
};

static void describe_field(const struct trace_field *field, struct predicate_operand *operand)
{
	bool is_array = strchr(field->name, '[');
	bool is_char = strstr(field->type, "char");
	/* Up to the record's end is up to its NUL. */
	u32 size = field->size ? field->size : PREDICATE_STRING_MAX;

	*operand = (struct predicate_operand){.kind = PREDICATE_NUMBER,
					      .offset = field->offset,
					      .size = size,
					      .is_signed = field->is_signed};
	if (strstr(field->type, "__data_loc"))
		operand->kind = strcmp(field->type, "__data_loc char[]") ? PREDICATE_OPAQUE
									 : PREDICATE_DATA_LOC;
	else if (!strcmp(field->type, "char *") || !strcmp(field->type, "const char *"))
		operand->kind = PREDICATE_POINTER;
	else if (!strcmp(field->type, "cpumask_t"))
		operand->kind = PREDICATE_CPUMASK;
	else if (is_array && is_char)
		operand->kind = PREDICATE_STRING;
	else if (is_array || !is_power_of_2(field->size) || field->size > 8)
		operand->kind = PREDICATE_OPAQUE;
}

static bool find_field(const struct predicate_names *names, const char *name, size_t length,
		       struct predicate_operand *operand)
{
	const struct event_names *of = (const struct event_names *)names;
	const struct trace_field *field = trace_event_find_field(of->event, name, length);

	if (field)
		describe_field(field, operand);
	return field;
}

int event_predicate_compile(const struct trace_event *event, const char *text,
			    struct predicate **result, struct predicate_error *error)
{
	const struct event_names of = {.names = {.find = find_field}, .event = event};
	int failed = predicate_compile(text, &of.names, result, error);

	if (failed)
		error->offset = error->linux_offset;
	return failed;
}
