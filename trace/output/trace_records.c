/* SPDX-License-Identifier: MIT */
/* How each type of record prints, and the table of them. */
#include "trace/output/trace_text.h"

#include "lib/math.h"
#include "lib/string.h"
#include "trace/tracers/function_graph.h"

/* NAME(ARGUMENTS) <-CALLER */
static void print_function_record(struct trace_iterator *iter)
{
	const struct ftrace_entry *entry = (const void *)iter->entry;

	trace_print_symbol(iter, entry->ip);
	if (iter->entry_size > sizeof(*entry))
		trace_print_args(&iter->seq, entry->ip, entry->args,
				 iter->entry_size - sizeof(*entry));
	if ((iter->options & TRACE_OPTION_PRINT_PARENT) && entry->parent_ip) {
		seq_buf_putmem(&iter->seq, " <-", 3);
		trace_print_symbol(iter, entry->parent_ip);
	}
	seq_buf_putc(&iter->seq, '\n');
}

/* NAME <-CALLER (repeats: COUNT, last_ts: TIME) */
static void print_func_repeats_record(struct trace_iterator *iter)
{
	const struct func_repeats_entry *entry = (const void *)iter->entry;
	u64 delta = (u64)entry->top_delta_ts << 32 | entry->bottom_delta_ts;

	trace_print_symbol(iter, entry->ip);
	if ((iter->options & TRACE_OPTION_PRINT_PARENT) && entry->parent_ip) {
		seq_buf_putmem(&iter->seq, " <-", 3);
		trace_print_symbol(iter, entry->parent_ip);
	}
	seq_buf_printf(&iter->seq, " (repeats: %u, last_ts: ", entry->count);
	trace_print_time(iter, iter->ts - delta);
	seq_buf_puts(&iter->seq, ")\n");
}

/* A line for each caller. */
static void print_stack_record(struct trace_iterator *iter)
{
	const struct stack_entry *entry = (const void *)iter->entry;
	s32 fits = (s32)((iter->entry_size - sizeof(*entry)) / sizeof(entry->caller[0]));
	s32 i;

	seq_buf_puts(&iter->seq, "<stack trace>\n");
	for (i = 0; i < min(entry->size, fits); i++) {
		seq_buf_putmem(&iter->seq, " => ", 4);
		trace_print_symbol(iter, entry->caller[i]);
		seq_buf_putc(&iter->seq, '\n');
	}
}

void trace_print_message(struct trace_iterator *iter)
{
	const struct print_entry *entry = (const void *)iter->entry;
	size_t most = iter->entry_size - sizeof(*entry);

	seq_buf_putmem(&iter->seq, entry->buf, strnlen(entry->buf, most));
}

/* WHO PRINTED: TEXT */
static void print_print_record(struct trace_iterator *iter)
{
	trace_print_symbol(iter, ((const struct print_entry *)iter->entry)->ip);
	seq_buf_putmem(&iter->seq, ": ", 2);
	trace_print_message(iter);
}

/* # ID buf: BYTES */
static void print_raw_data_record(struct trace_iterator *iter)
{
	const struct raw_data_entry *entry = (const void *)iter->entry;
	size_t i, bytes = iter->entry_size - sizeof(*entry);

	seq_buf_printf(&iter->seq, "# %x buf:", entry->id);
	for (i = 0; i < bytes; i++)
		seq_buf_printf(&iter->seq, " %02x", entry->buf[i]);
	seq_buf_putc(&iter->seq, '\n');
}

const struct trace_record_type trace_record_types[] = {
	{TRACE_FN, "function", print_function_record, 2},
	{TRACE_STACK, "kernel_stack", print_stack_record, 0},
	{TRACE_PRINT, "print", print_print_record, 0},
	{TRACE_GRAPH_RET, "funcgraph_exit", graph_print_record, 0},
	{TRACE_GRAPH_ENT, "funcgraph_entry", graph_print_record, 0},
	{TRACE_RAW_DATA, "raw_data", print_raw_data_record, 0},
	{TRACE_FUNC_REPEATS, "func_repeats", print_func_repeats_record, 0},
	{0, NULL, NULL, 0},
};
