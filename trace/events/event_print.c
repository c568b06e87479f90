/* SPDX-License-Identifier: MIT */
/* What the print texts of events call, names of bits and of values; and events in the log. */
#include "kernel/printk.h"
#include "trace/events/event_file.h"

/* An event that printing one has caused is not printed: printing would go on for ever. */
static DEFINE_PER_CPU(u32, event_printk_running);

void trace_event_printk(const struct trace_event *event, const struct trace_entry *record)
{
	char line[EVENT_PRINTK_MAX];
	struct seq_buf text;

	if (event_printk_running)
		return;
	event_printk_running = 1;
	seq_buf_init(&text, line, sizeof(line));
	event->print(&text, event, record);
	pr_info("%s: %s\n", event->name, seq_buf_str(&text));
	event_printk_running = 0;
}

const char *trace_print_flag_names(struct seq_buf *scratch, unsigned long value,
				   const char *delimiter, const struct trace_print_flag *flags)
{
	size_t start = scratch->len;

	for (; flags->name; flags++) {
		if ((value & flags->mask) != flags->mask)
			continue;
		if (scratch->len > start)
			seq_buf_puts(scratch, delimiter);
		seq_buf_puts(scratch, flags->name);
		value &= ~flags->mask;
	}
	if (value)
		seq_buf_printf(scratch, "%s0x%lx", scratch->len > start ? delimiter : "", value);
	seq_buf_putc(scratch, '\0');
	return seq_buf_str(scratch) + start;
}

const char *trace_print_symbol_name(struct seq_buf *scratch, unsigned long value,
				    const struct trace_print_flag *symbols)
{
	size_t start = scratch->len;

	while (symbols->name && symbols->mask != value)
		symbols++;
	if (symbols->name)
		return symbols->name;
	seq_buf_printf(scratch, "0x%lx", value);
	seq_buf_putc(scratch, '\0');
	return seq_buf_str(scratch) + start;
}
