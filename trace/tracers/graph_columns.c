/* SPDX-License-Identifier: MIT */
/* The columns of the graph tracer's tree: processor, task, flags, duration; and their titles. */
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/output/trace_text.h"
#include "trace/tracers/graph_line.h"

/* linker.ld: the functions that interrupts enter the kernel with. */
extern const u8 __irqentry_text_start[], __irqentry_text_end[];

bool graph_is_irq_entry(u64 func)
{
	return func >= (u64)__irqentry_text_start && func < (u64)__irqentry_text_end;
}

static void graph_print_cpu(struct graph_line *line)
{
	int width = nr_cpu_ids > 10 ? 2 : 1;

	seq_buf_printf(line->seq, " %*u) ", width, line->iter->cpu);
}

/* COMM-PID in the middle of 14 characters, seven of them for COMM. */
static void graph_print_proc(struct graph_line *line, s32 pid)
{
	char text[32];
	int length =
		scnprintf(text, sizeof(text), "%.7s-%d", trace_find_cmdline(line->iter, pid), pid);
	int spaces = length < 14 ? 14 - length : 0;

	seq_buf_pad(line->seq, ' ', spaces / 2);
	seq_buf_puts(line->seq, text);
	seq_buf_pad(line->seq, ' ', spaces - spaces / 2);
}

void graph_print_switch(struct graph_line *line)
{
	static const char dashes[] = " ------------------------------------------\n";
	s32 pid = line->iter->entry->pid, before;

	if (!line->cpu || line->cpu->pid == pid)
		return;
	before = line->cpu->pid;
	line->cpu->pid = pid;
	if (before == -1)
		return;
	seq_buf_puts(line->seq, dashes);
	graph_print_cpu(line);
	graph_print_proc(line, before);
	seq_buf_puts(line->seq, " => ");
	graph_print_proc(line, pid);
	seq_buf_printf(line->seq, "\n%s\n", dashes);
}

void graph_print_context(struct graph_line *line)
{
	struct trace_iterator *iter = line->iter;

	if (!line->context)
		return;
	if (line->flags & GRAPH_OPTION_ABSTIME)
		seq_buf_printf(line->seq, "%5lu.%06lu |  ", iter->ts / NSEC_PER_SEC,
			       iter->ts % NSEC_PER_SEC / 1000);
	if (line->flags & GRAPH_OPTION_CPU)
		graph_print_cpu(line);
	if (line->flags & GRAPH_OPTION_PROC) {
		graph_print_proc(line, iter->entry->pid);
		seq_buf_puts(line->seq, " | ");
	}
	if (iter->options & TRACE_OPTION_LATENCY_FORMAT) {
		seq_buf_putc(line->seq, ' ');
		trace_print_flags(line->seq, iter->entry);
		seq_buf_puts(line->seq, " | ");
	}
}

static bool graph_has_duration(const struct graph_line *line)
{
	return line->context && (line->flags & GRAPH_OPTION_DURATION);
}

void graph_print_no_duration(struct graph_line *line)
{
	if (graph_has_duration(line))
		seq_buf_puts(line->seq, "              |  ");
}

void graph_print_irq(struct graph_line *line, u64 func, const char *arrow)
{
	if (!graph_is_irq_entry(func))
		return;
	graph_print_context(line);
	seq_buf_printf(line->seq, graph_has_duration(line) ? "  %s |\n" : "%s\n", arrow);
}

/* How much time that is, for who glances at the column. */
static char graph_overhead_mark(u64 ns)
{
	static const struct {
		u64 above;
		char mark;
	} marks[] = {
		{1000 * NSEC_PER_MSEC, '$'}, {100 * NSEC_PER_MSEC, '@'}, {10 * NSEC_PER_MSEC, '*'},
		{NSEC_PER_MSEC, '#'},	     {100 * NSEC_PER_USEC, '!'}, {10 * NSEC_PER_USEC, '+'},
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (ns > marks[i].above)
			return marks[i].mark;
	return ' ';
}

void graph_format_duration(char text[GRAPH_DURATION_MAX], u64 ns)
{
	int length = scnprintf(text, GRAPH_DURATION_MAX, "%lu", ns / 1000), end = length;

	if (length < 7) {
		scnprintf(text + length, GRAPH_DURATION_MAX - (size_t)length, ".%03lu", ns % 1000);
		end = length + 1 + (7 - length < 3 ? 7 - length : 3);
	}
	scnprintf(text + end, GRAPH_DURATION_MAX - (size_t)end, " us %*s", max(8 - end, 0), "");
}

void graph_print_duration(struct graph_line *line, u64 ns)
{
	char text[GRAPH_DURATION_MAX];

	if (!graph_has_duration(line))
		return;
	graph_format_duration(text, ns);
	seq_buf_printf(line->seq, "%c %s|  ",
		       line->flags & GRAPH_OPTION_OVERHEAD ? graph_overhead_mark(ns) : ' ', text);
}

void graph_print_indent(struct graph_line *line, s32 depth)
{
	if (depth > 0)
		seq_buf_pad(line->seq, ' ', 2 * (depth < FGRAPH_DEPTH ? depth : FGRAPH_DEPTH));
}

/* What the letters mean, above their column. */
static void graph_print_latency_letters(struct seq_buf *seq, u32 flags)
{
	static const char *const lines[] = {
		"  _-----=> irqs-off        \n", " / _----=> need-resched    \n",
		"| / _---=> hardirq/softirq \n", "|| / _--=> preempt-depth   \n",
		"||| /                      \n",
	};
	int before = (flags & GRAPH_OPTION_ABSTIME ? 16 : 0) + (flags & GRAPH_OPTION_CPU ? 4 : 0) +
		     (flags & GRAPH_OPTION_PROC ? 17 : 0);

	for (u32 i = 0; i < ARRAY_SIZE(lines); i++) {
		seq_buf_puts(seq, "#");
		seq_buf_pad(seq, ' ', before);
		seq_buf_puts(seq, lines[i]);
	}
}

void graph_print_header(struct trace_iterator *iter)
{
	u32 flags = tracer_flags_of(iter->tr, iter->tracer);
	bool latency = iter->options & TRACE_OPTION_LATENCY_FORMAT;
	struct seq_buf *seq = &iter->seq;

	if (!(iter->options & TRACE_OPTION_CONTEXT_INFO))
		return;
	if (latency && !trace_print_latency_header(iter))
		return;
	if (latency)
		graph_print_latency_letters(seq, flags);
	seq_buf_puts(seq, "#");
	seq_buf_puts(seq, flags & GRAPH_OPTION_ABSTIME ? "     TIME       " : "");
	seq_buf_puts(seq, flags & GRAPH_OPTION_CPU ? " CPU" : "");
	seq_buf_puts(seq, flags & GRAPH_OPTION_PROC ? "  TASK/PID       " : "");
	seq_buf_puts(seq, latency ? "||||   " : "");
	seq_buf_puts(seq, flags & GRAPH_OPTION_DURATION ? "  DURATION   " : "");
	seq_buf_puts(seq, "               FUNCTION CALLS\n#");
	seq_buf_puts(seq, flags & GRAPH_OPTION_ABSTIME ? "      |         " : "");
	seq_buf_puts(seq, flags & GRAPH_OPTION_CPU ? " |  " : "");
	seq_buf_puts(seq, flags & GRAPH_OPTION_PROC ? "   |    |        " : "");
	seq_buf_puts(seq, latency ? "||||   " : "");
	seq_buf_puts(seq, flags & GRAPH_OPTION_DURATION ? "   |   |      " : "");
	seq_buf_puts(seq, "               |   |   |   |\n");
}
