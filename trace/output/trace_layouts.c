/* SPDX-License-Identifier: MIT */
/*
 * Layouts for programs: numbers in decimal (raw), in hexadecimal (hex), as they
 * are in memory (bin), and fields by their names (fields).
 */
#include "lib/math.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/output/trace_text.h"

/* How many numbers the record is, 0 if it is not a row of numbers. */
static u32 record_numbers(const struct trace_iterator *iter)
{
	const struct trace_record_type *type = trace_record_types;

	while (type->name && type->type != iter->entry->type)
		type++;
	return type->numbers;
}

static u64 record_number(const struct trace_iterator *iter, u32 index)
{
	u64 number;

	memcpy(&number, (const char *)(iter->entry + 1) + index * sizeof(number), sizeof(number));
	return number;
}

static void print_type_alone(struct trace_iterator *iter)
{
	seq_buf_printf(&iter->seq, "type: %u\n", iter->entry->type);
}

/* PID CPU TIME, then the record: one of numbers, or one that is as its text. */
static void print_raw(struct trace_iterator *iter)
{
	const struct print_entry *print = (const void *)iter->entry;
	u32 i, numbers = record_numbers(iter);

	if (iter->options & TRACE_OPTION_CONTEXT_INFO)
		seq_buf_printf(&iter->seq, "%d %u %lu ", iter->entry->pid, iter->cpu, iter->ts);
	for (i = 0; i < numbers; i++)
		seq_buf_printf(&iter->seq, i + 1 < numbers ? "%lx " : "%lx\n",
			       record_number(iter, i));
	if (numbers)
		return;
	if (iter->entry->type == TRACE_RAW_DATA)
		trace_print_record(iter);
	else if (iter->entry->type == TRACE_PRINT)
		seq_buf_printf(&iter->seq, "# %lx %s", print->ip, print->buf);
	else
		print_type_alone(iter);
}

static void print_hex(struct trace_iterator *iter)
{
	u32 i, numbers = record_numbers(iter);

	if (iter->options & TRACE_OPTION_CONTEXT_INFO)
		seq_buf_printf(&iter->seq, "%08x %08x %016lx ", (u32)iter->entry->pid, iter->cpu,
			       iter->ts);
	for (i = 0; i < numbers; i++)
		seq_buf_printf(&iter->seq, "%016lx ", record_number(iter, i));
	if (!numbers)
		print_type_alone(iter);
	seq_buf_putc(&iter->seq, '\n');
}

static void print_bin(struct trace_iterator *iter)
{
	u32 i, numbers = record_numbers(iter);

	if (iter->options & TRACE_OPTION_CONTEXT_INFO) {
		seq_buf_putmem(&iter->seq, &iter->entry->pid, sizeof(iter->entry->pid));
		seq_buf_putmem(&iter->seq, &iter->cpu, sizeof(iter->cpu));
		seq_buf_putmem(&iter->seq, &iter->ts, sizeof(iter->ts));
	}
	for (i = 0; i < numbers; i++) {
		u64 number = record_number(iter, i);

		seq_buf_putmem(&iter->seq, &number, sizeof(number));
	}
	if (!numbers)
		print_type_alone(iter);
}

void trace_print_unformatted(struct trace_iterator *iter)
{
	if (iter->options & TRACE_OPTION_BIN)
		print_bin(iter);
	else if (iter->options & TRACE_OPTION_HEX)
		print_hex(iter);
	else
		print_raw(iter);
}

/* The number of @bytes bytes at @data, its sign extended if it has one. */
static u64 field_value(const char *data, u32 bytes, bool is_signed)
{
	u64 value = 0;
	u32 unused = (u32)(sizeof(value) - bytes) * 8;

	memcpy(&value, data, bytes);
	return is_signed ? (u64)((s64)(value << unused) >> unused) : value;
}

static u32 element_size(const char *type)
{
	if (strstr(type, "char") || !strcmp(type, "u8") || !strcmp(type, "__u8"))
		return 1;
	if (strstr(type, "short") || !strcmp(type, "u16"))
		return 2;
	if (strstr(type, "long") || strchr(type, '*') || !strcmp(type, "u64"))
		return 8;
	return 4;
}

static void print_number(struct seq_buf *seq, const struct trace_field *field, const char *data,
			 u32 bytes)
{
	u64 value = field_value(data, bytes, field->is_signed);

	if (field->is_signed)
		seq_buf_printf(seq, "%ld", (s64)value);
	else if (bytes == sizeof(u64))
		seq_buf_printf(seq, "0x%lx (%pS)", value, (void *)value);
	else
		seq_buf_printf(seq, "%lu", value);
}

/* What a string field says of where its text is; cut where the record ends. */
static void print_string(struct trace_iterator *iter, u32 place)
{
	u32 offset = place & 0xffff, size = place >> 16;

	if (offset < iter->entry_size)
		seq_buf_putmem(&iter->seq, (const char *)iter->entry + offset,
			       strnlen((const char *)iter->entry + offset,
				       min(size, iter->entry_size - offset)));
}

/* An array is cut where the record ends. */
static void print_field(struct trace_iterator *iter, const struct trace_field *field)
{
	const char *data = (const char *)iter->entry + field->offset;
	const char *bracket = strchr(field->name, '[');
	u32 size = field->size ? field->size : iter->entry_size - field->offset;
	u32 i, element = bracket ? element_size(field->type) : size;
	struct seq_buf *seq = &iter->seq;

	if (field->offset + size > iter->entry_size)
		return;
	seq_buf_putc(seq, ' ');
	seq_buf_putmem(seq, field->name,
		       bracket ? (size_t)(bracket - field->name) : strlen(field->name));
	seq_buf_putc(seq, '=');
	if (str_has_prefix(field->type, "__data_loc")) {
		print_string(iter, (u32)field_value(data, size, false));
		return;
	}
	if (bracket && !strcmp(field->type, "char")) {
		size = (u32)strnlen(data, size);
		while (size && data[size - 1] == '\n')
			size--;
		seq_buf_putmem(seq, data, size);
		return;
	}
	for (i = 0; i + element <= size; i += element) {
		if (i)
			seq_buf_putc(seq, ',');
		print_number(seq, field, data + i, element);
	}
}

void trace_print_fields(struct trace_iterator *iter)
{
	const struct trace_event *event;

	preempt_disable(); /* no event goes meanwhile */
	event = trace_event_by_id(iter->entry->type);
	if (event)
		seq_buf_printf(&iter->seq, "%s:", event->name);
	for (u32 i = 0; event && i < event->field_count; i++)
		print_field(iter, &event->fields[i]);
	if (event)
		seq_buf_putc(&iter->seq, '\n');
	else
		print_type_alone(iter);
	preempt_enable_notrace();
}
