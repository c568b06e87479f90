/* SPDX-License-Identifier: MIT */
/*
 * The common layout of a line, and the lines above all others. It is Linux's to
 * the character, so that scripts made for one read the other.
 */
#include "trace/output/trace_text.h"

#include "kernel/kallsyms.h"
#include "kernel/smp/cpumask.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/trace_clock.h"
#include "trace/core/tracer.h"
#include "trace/events/event_file.h"
#include "trace/output/saved_cmdlines.h"

#define NS_PER_SEC 1000000000ul

/* The five characters; each column says the worst that holds. */
void trace_print_flags(struct seq_buf *seq, const struct trace_entry *entry)
{
	static const char hex[] = ".123456789abcdef";
	u8 flags = entry->flags;
	bool hardirq = flags & TRACE_FLAG_HARDIRQ, softirq = flags & TRACE_FLAG_SOFTIRQ;
	char text[5];

	text[0] = '.';
	if (flags & TRACE_FLAG_IRQS_OFF)
		text[0] = flags & TRACE_FLAG_BH_OFF ? 'D' : 'd';
	else if (flags & TRACE_FLAG_BH_OFF)
		text[0] = 'b';
	text[1] = flags & TRACE_FLAG_NEED_RESCHED ? 'N' : '.';
	if (flags & TRACE_FLAG_NMI)
		text[2] = hardirq ? 'Z' : 'z';
	else if (hardirq)
		text[2] = softirq ? 'H' : 'h';
	else
		text[2] = softirq ? 's' : '.';
	text[3] = hex[entry->preempt_count & 15];
	text[4] = hex[entry->preempt_count >> 4];
	seq_buf_putmem(seq, text, sizeof(text));
}

/* @value in at least @digits digits. */
static void put_digits(struct seq_buf *seq, u32 value, u32 digits)
{
	char text[10];
	u32 n = digits;

	while (n) {
		text[--n] = (char)('0' + value % 10);
		value /= 10;
	}
	seq_buf_putmem(seq, text, digits);
}

void trace_print_time(struct trace_iterator *iter, u64 ts)
{
	struct seq_buf *seq = &iter->seq;
	u64 us;

	if (!iter->clock->in_ns) {
		seq_buf_put_decimal(seq, ts, 12);
	} else {
		us = (ts + 500) / 1000;
		seq_buf_put_decimal(seq, us / 1000000, 5);
		seq_buf_putc(seq, '.');
		put_digits(seq, (u32)(us % 1000000), 6);
	}
}

/* The column of the option record-tgid, or nothing. */
static const char *trace_group_column(struct trace_iterator *iter, s32 pid, char text[16])
{
	s32 tgid;

	text[0] = '\0';
	if (!(iter->options & TRACE_OPTION_RECORD_TGID))
		return text;
	tgid = iter->atomic ? 0 : trace_find_tgid(pid);
	if (tgid)
		scnprintf(text, 16, "(%7d) ", tgid);
	else
		strscpy(text, "(-------) ", 16);
	return text;
}

/* The name of task @pid, and the beginning of its lines. */
const struct trace_name *trace_find_name(struct trace_iterator *iter, s32 pid)
{
	struct trace_name *name = &iter->names->name[(u32)pid % TRACE_NAMES];
	char group[16];

	if (name->length && name->pid == pid)
		return name;
	name->pid = pid;
	if (iter->atomic)
		trace_lookup_cmdline_atomic(pid, name->comm);
	else
		trace_lookup_cmdline(pid, name->comm);
	name->length = (u32)scnprintf(name->text, sizeof(name->text), "%16s-%-7d %s[", name->comm,
				      pid, trace_group_column(iter, pid, group));
	return name;
}

const char *trace_find_cmdline(struct trace_iterator *iter, s32 pid)
{
	return trace_find_name(iter, pid)->comm;
}

static void trace_print_default_context(struct trace_iterator *iter)
{
	const struct trace_name *name = trace_find_name(iter, iter->entry->pid);
	struct seq_buf *seq = &iter->seq;

	seq_buf_putmem(seq, name->text, name->length);
	put_digits(seq, iter->cpu, 3);
	seq_buf_putmem(seq, "] ", 2);
	if (iter->options & TRACE_OPTION_IRQ_INFO)
		trace_print_flags(seq, iter->entry);
	seq_buf_putc(seq, ' ');
	trace_print_time(iter, iter->ts);
	seq_buf_putmem(seq, ": ", 2);
}

void trace_print_context(struct trace_iterator *iter)
{
	if (iter->options & TRACE_OPTION_LATENCY_FORMAT)
		trace_print_latency_context(iter);
	else
		trace_print_default_context(iter);
}

/* Looks the name up once per iterator. Return: NULL for an address without one. */
static const struct trace_symbol *trace_find_symbol(struct trace_iterator *iter, u64 ip)
{
	struct trace_symbol *symbol = &iter->names->symbol[(ip ^ ip >> 8) % TRACE_SYMBOLS];
	struct kallsym found;

	if (symbol->ip != ip) {
		symbol->ip = ip;
		symbol->name = kallsyms_lookup(ip, &found) && !found.module ? found.name : NULL;
		symbol->length = symbol->name ? strlen(symbol->name) : 0;
	}
	return symbol->name ? symbol : NULL;
}

void trace_print_symbol(struct trace_iterator *iter, u64 ip)
{
	const struct trace_symbol *symbol = trace_find_symbol(iter, ip);
	struct seq_buf *seq = &iter->seq;

	if (!ip)
		seq_buf_putc(seq, '0');
	else if (iter->options & TRACE_OPTION_SYM_OFFSET)
		seq_buf_printf(seq, "%pS", (void *)ip);
	else if (symbol)
		seq_buf_putmem(seq, symbol->name, symbol->length);
	else
		seq_buf_printf(seq, "%ps", (void *)ip);
	if (ip && (iter->options & TRACE_OPTION_SYM_ADDR))
		seq_buf_printf(seq, " <%016lx>", ip);
}

/* What comes before some records: losses, and a processor's first line after an overrun. */
static void trace_print_notices(struct trace_iterator *iter)
{
	if (iter->lost)
		seq_buf_printf(&iter->seq, "CPU:%u [LOST %lu EVENTS]\n", iter->cpu, iter->lost);
	if (cpumask_test_cpu(iter->cpu, iter->started))
		return;
	cpumask_set_cpu(iter->cpu, &iter->started);
	if (iter->index && iter->had_overrun && !iter->consuming &&
	    (iter->options & TRACE_OPTION_ANNOTATE))
		seq_buf_printf(&iter->seq, "##### CPU %u buffer started ####\n", iter->cpu);
}

void trace_print_record(struct trace_iterator *iter)
{
	const struct trace_record_type *type = trace_record_types;
	const struct trace_event *event;

	while (type->name && type->type != iter->entry->type)
		type++;
	if (type->name) {
		type->print(iter);
		return;
	}
	preempt_disable(); /* no event goes meanwhile */
	event = trace_event_by_id(iter->entry->type);
	if (event && event->print) {
		seq_buf_printf(&iter->seq, "%s: ", event->name);
		iter->seq.hashed = iter->options & TRACE_OPTION_HASH_PTR;
		event->print(&iter->seq, event, iter->entry);
		iter->seq.hashed = false;
		seq_buf_putc(&iter->seq, '\n');
	} else {
		seq_buf_printf(&iter->seq, "Unknown type %u\n", iter->entry->type);
	}
	preempt_enable_notrace();
}

void trace_print_line(struct trace_iterator *iter)
{
	const struct tracer_output *own = iter->tracer->output;
	size_t before;

	trace_print_notices(iter);
	before = iter->seq.len;
	if (own && own->print_line && own->print_line(iter))
		return;
	if ((iter->options & TRACE_OPTION_PRINTK_MSGONLY) && iter->entry->type == TRACE_PRINT) {
		trace_print_message(iter);
	} else if (iter->options & (TRACE_OPTION_RAW | TRACE_OPTION_HEX | TRACE_OPTION_BIN)) {
		trace_print_unformatted(iter);
	} else {
		if (iter->options & TRACE_OPTION_CONTEXT_INFO)
			trace_print_context(iter);
		if (iter->options & TRACE_OPTION_FIELDS)
			trace_print_fields(iter);
		else
			trace_print_record(iter);
	}
	if (seq_buf_has_overflowed(&iter->seq)) {
		seq_buf_truncate(&iter->seq, before);
		seq_buf_puts(&iter->seq, "[LINE TOO BIG]\n");
	}
}

/* With record-tgid there is a column more, and what is right of it moves. */
static void trace_print_column_titles(struct trace_iterator *iter)
{
	bool group = iter->options & TRACE_OPTION_RECORD_TGID;
	struct seq_buf *seq = &iter->seq;
	int indent = group ? 42 : 32;

	if (!(iter->options & TRACE_OPTION_IRQ_INFO)) {
		seq_buf_printf(seq,
			       "#           TASK-PID    %s CPU#     TIMESTAMP  FUNCTION\n"
			       "#              | |      %s   |         |         |\n",
			       group ? "   TGID   " : "", group ? "     |    " : "");
		return;
	}
	seq_buf_printf(seq, "#%*s_-----=> irqs-off/BH-disabled\n", indent, "");
	seq_buf_printf(seq, "#%*s/ _----=> need-resched\n", indent - 1, "");
	seq_buf_printf(seq, "#%*s| / _---=> hardirq/softirq\n", indent - 2, "");
	seq_buf_printf(seq, "#%*s|| / _--=> preempt-depth\n", indent - 2, "");
	seq_buf_printf(seq, "#%*s||| / _-=> migrate-disable\n", indent - 2, "");
	seq_buf_printf(seq, "#%*s|||| /     delay\n", indent - 2, "");
	seq_buf_printf(seq,
		       "#           TASK-PID    %s CPU#  |||||  TIMESTAMP  FUNCTION\n"
		       "#              | |      %s   |   |||||     |         |\n",
		       group ? "   TGID   " : "", group ? "     |    " : "");
}

void trace_print_tracer(struct trace_iterator *iter)
{
	seq_buf_printf(&iter->seq, "# tracer: %s\n#\n", iter->tracer->name);
	if (ftrace_is_dead())
		seq_buf_puts(&iter->seq, "# WARNING: FUNCTION TRACING IS CORRUPTED\n"
					 "#          MAY BE MISSING FUNCTION EVENTS\n");
}

void trace_count_entries(struct trace_iterator *iter, u64 *entries, u64 *written)
{
	u32 cpu;

	*entries = *written = 0;
	for_each_cpu (cpu, iter->cpus) {
		*entries += ring_buffer_entries_cpu(iter->buffer, cpu);
		*written += ring_buffer_overrun_cpu(iter->buffer, cpu);
	}
	*written += *entries;
}

void trace_print_header(struct trace_iterator *iter)
{
	const struct tracer_output *own = iter->tracer->output;
	u64 entries, written;

	trace_print_tracer(iter);
	if (own && own->print_header) {
		own->print_header(iter);
		return;
	}
	if (!(iter->options & TRACE_OPTION_CONTEXT_INFO))
		return;
	trace_count_entries(iter, &entries, &written);
	if (iter->options & TRACE_OPTION_LATENCY_FORMAT) {
		if (trace_print_latency_header(iter) && !(iter->options & TRACE_OPTION_VERBOSE))
			trace_print_latency_titles(iter);
	} else if (!(iter->options & TRACE_OPTION_VERBOSE)) {
		seq_buf_printf(&iter->seq,
			       "# entries-in-buffer/entries-written: %lu/%lu   #P:%u\n#\n", entries,
			       written, cpumask_weight(cpu_online_mask));
		trace_print_column_titles(iter);
	}
}
