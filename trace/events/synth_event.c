/* SPDX-License-Identifier: MIT */
/* Synthetic events at work: the record, its text, and the list of them. */
#include "trace/events/synth_event.h"

#include "arch/x86_64/percpu.h"
#include "kernel/fs/seq_file.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/events/event_file.h"

/* One event fires another through histograms, in a circle if somebody asks for it. */
#define NESTED_MAX 8

LIST_HEAD(synth_events);

static DEFINE_PER_CPU(u32, synth_nested);

struct synth_event *synth_event_find(const char *name)
{
	struct synth_event *synth;

	list_for_each_entry (synth, &synth_events, list)
		if (!strcmp(synth->name, name))
			return synth;
	return NULL;
}

bool synth_field_takes(const struct synth_event *synth, u32 index, bool is_string, u32 bytes,
		       bool is_signed)
{
	const struct synth_type *type = synth->fields[index].type;

	if (!type || is_string)
		return !type && is_string;
	return type->bytes == bytes && type->is_signed == is_signed;
}

/* Like strscpy(), which is traced, and with NULs up to the end. */
static void synth_copy_string(char *to, const char *from, u32 bytes)
{
	u32 i = 0;

	for (; i + 1 < bytes && from[i]; i++)
		to[i] = from[i];
	for (; i < bytes; i++)
		to[i] = '\0';
}

bool synth_event_emit(struct synth_event *synth, const u64 *values)
{
	struct {
		struct trace_entry ent;
		char bytes[SYNTH_BYTES_MAX + EVENT_STRINGS_MAX];
	} TRACE_RECORD record;
	u32 size = synth->record_bytes;

	if (synth_nested >= NESTED_MAX)
		return false;
	synth_nested++;
	for (u32 i = 0; i < synth->event.field_count; i++) {
		const struct synth_field *field = &synth->fields[i];
		char *to = (char *)&record + synth->table[i].offset;
		u64 value = values[i];

		if (!field->type && field->length)
			synth_copy_string(to, (const char *)value, field->length);
		else if (!field->type)
			value = trace_event_string(&record.ent, synth->record_bytes, &size,
						   (const char *)value);
		if (field->type || !field->length)
			__builtin_memcpy(to, &value, sizeof(value));
	}
	trace_event_emit(&synth->event, &record.ent, size);
	synth_nested--;
	return true;
}

/* As print_fmt says, but without commas. */
void synth_event_print(struct seq_buf *seq, const struct trace_event *event,
		       const struct trace_entry *record)
{
	const struct synth_event *synth = container_of(event, struct synth_event, event);

	for (u32 i = 0; i < event->field_count; i++) {
		const struct synth_field *field = &synth->fields[i];
		const struct synth_type *type = field->type;
		const char *at = (const char *)record + synth->table[i].offset;
		u32 shift = type ? 64 - 8 * type->bytes : 0;
		u64 value;

		memcpy(&value, at, sizeof(value));
		seq_buf_printf(seq, "%s%.*s=", i ? " " : "", field->name_length, field->name);
		if (!type)
			seq_buf_puts(seq, field->length ? at : (const char *)record + (u16)value);
		else if (type->is_signed)
			seq_buf_printf(seq, type->format, (s64)(value << shift) >> shift);
		else
			seq_buf_printf(seq, type->format, value << shift >> shift);
	}
}

/* Return: 0, -ENOENT, -EBUSY. */
int synth_event_remove(const char *name)
{
	struct synth_event *synth;
	int error;

	trace_event_lock_acquire();
	synth = synth_event_find(name);
	error = !synth ? -ENOENT : synth->users ? -EBUSY : 0;
	if (!error)
		list_del(&synth->list); /* so that no action finds it */
	trace_event_lock_release();
	if (error)
		return error;
	error = trace_event_unregister(&synth->event);
	if (error) {
		trace_event_lock_acquire();
		list_add_tail(&synth->list, &synth_events);
		trace_event_lock_release();
		return error;
	}
	kfree(synth);
	return 0;
}

bool synth_events_busy(void)
{
	const struct synth_event *synth;
	bool busy = false;

	trace_event_lock_acquire();
	list_for_each_entry (synth, &synth_events, list)
		busy |= synth->users || synth->event.users || synth->event.references;
	trace_event_lock_release();
	return busy;
}

int synth_events_remove_all(void)
{
	char name[SYNTH_NAME_MAX];
	int error = 0;

	while (!error) {
		trace_event_lock_acquire();
		*name = '\0';
		if (!list_empty(&synth_events))
			strscpy(name,
				list_first_entry(&synth_events, struct synth_event, list)->name,
				sizeof(name));
		trace_event_lock_release();
		if (!*name)
			return 0;
		error = synth_event_remove(name);
	}
	return error;
}

void synth_events_show(struct seq_file *m, const char *prefix)
{
	const struct synth_event *synth;

	trace_event_lock_acquire();
	list_for_each_entry (synth, &synth_events, list) {
		seq_printf(m, "%s%s\t", prefix, synth->name);
		for (u32 i = 0; i < synth->event.field_count; i++) {
			const struct synth_field *field = &synth->fields[i];

			seq_puts(m, i ? "; " : "");
			if (field->type)
				seq_puts(m, field->type->name);
			else if (field->length)
				seq_printf(m, "char[%u]", field->length);
			else
				seq_puts(m, "char[]");
			seq_printf(m, " %.*s", field->name_length, field->name);
		}
		seq_putc(m, '\n');
	}
	trace_event_lock_release();
}
