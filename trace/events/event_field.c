/* SPDX-License-Identifier: MIT */
/* Finding a field of a record by its name. */
#include "lib/string.h"
#include "trace/events/event.h"

/* Those of struct trace_entry; tools know them as common_NAME. */
static const struct trace_field common_fields[] = {
	TRACE_FIELD(struct trace_entry, u16, type),
	TRACE_FIELD(struct trace_entry, u8, flags),
	TRACE_FIELD(struct trace_entry, u8, preempt_count),
	TRACE_FIELD(struct trace_entry, s32, pid),
};

const struct trace_field *trace_event_find_field(const struct trace_event *event, const char *name,
						 size_t length)
{
	const struct trace_field *field = event->fields, *end = field + event->field_count;
	size_t common = str_has_prefix(name, "common_");

	if (common && common < length) {
		name += common;
		length -= common;
		field = common_fields;
		end = field + ARRAY_SIZE(common_fields);
	}
	for (; field < end; field++)
		if (strcspn(field->name, "[") == length && !strncmp(field->name, name, length))
			return field;
	return NULL;
}
