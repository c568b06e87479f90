/* SPDX-License-Identifier: MIT */
/*
 * The graph tracer's records as a tree, in Linux's layout to the character. A
 * call whose end is the next record of its processor becomes one line; that is
 * found out here, not when it is recorded, so losses show.
 */
#include "kernel/mm/slab.h"
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/core/fgraph.h"
#include "trace/output/trace_iterator.h"
#include "trace/tracers/function_graph.h"

/* What was printed last of one processor. */
struct graph_cpu {
	s32 pid;		 /* -1: nothing yet */
	s32 depth;		 /* for comments */
	s32 hidden_depth;	 /* of an interrupt's function that is not shown; -1: none */
	u64 begun[FGRAPH_DEPTH]; /* per depth: the function whose end is still to come */
};

/* What one line needs. */
struct graph_line {
	struct trace_iterator *iter;
	struct seq_buf *seq;
	struct graph_cpu *cpu; /* NULL in a dump */
	u32 flags;	       /* GRAPH_OPTION_ */
	bool context;
};

/* The end of a call, copied: another record may lie there when it is printed. */
struct graph_exit {
	u64 func;
	s32 depth;
	u32 overrun;
	u64 duration;
	bool has_retval;
	u64 retval;
};

/* linker.ld: the functions that interrupts enter the kernel with. */
extern const u8 __irqentry_text_start[], __irqentry_text_end[];

static bool is_irq_entry(u64 func)
{
	return func >= (u64)__irqentry_text_start && func < (u64)__irqentry_text_end;
}

static struct graph_cpu *graph_find_cpu(struct trace_iterator *iter)
{
	struct graph_cpu *cpus = iter->private;
	u32 i;

	if (!cpus && !iter->atomic) {
		cpus = kzalloc(nr_cpu_ids * sizeof(*cpus), GFP_KERNEL);
		for (i = 0; cpus && i < nr_cpu_ids; i++) {
			cpus[i].pid = -1;
			cpus[i].hidden_depth = -1;
		}
		iter->private = cpus;
	}
	return cpus ? &cpus[iter->cpu] : NULL;
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

/* Another task than that of the line before. */
static void graph_print_switch(struct graph_line *line)
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

/* What is in front of the duration. */
static void graph_print_context(struct graph_line *line)
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

static void graph_print_no_duration(struct graph_line *line)
{
	if (graph_has_duration(line))
		seq_buf_puts(line->seq, "              |  ");
}

/* The arrow at the beginning or the end of an interrupt. */
static void graph_print_irq(struct graph_line *line, u64 func, const char *arrow)
{
	if (!is_irq_entry(func))
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

static void graph_print_duration(struct graph_line *line, u64 ns)
{
	char text[GRAPH_DURATION_MAX];

	if (!graph_has_duration(line))
		return;
	graph_format_duration(text, ns);
	seq_buf_printf(line->seq, "%c %s|  ",
		       line->flags & GRAPH_OPTION_OVERHEAD ? graph_overhead_mark(ns) : ' ', text);
}

static void graph_print_indent(struct graph_line *line, s32 depth)
{
	if (depth > 0)
		seq_buf_pad(line->seq, ' ', 2 * (depth < FGRAPH_DEPTH ? depth : FGRAPH_DEPTH));
}

/* Whether funcgraph-irqs being off hides a call; @end: this is its end. */
static bool graph_hides(struct graph_line *line, u64 func, s32 depth, bool end)
{
	struct graph_cpu *cpu = line->cpu;

	if ((line->flags & GRAPH_OPTION_IRQS) || !cpu)
		return false;
	if (cpu->hidden_depth >= 0) {
		if (depth > cpu->hidden_depth)
			return true;
		cpu->hidden_depth = -1;
		if (end)
			return true;
	}
	if (end || !is_irq_entry(func))
		return false;
	cpu->hidden_depth = depth;
	return true;
}

/* Where line->cpu keeps the function that has begun at @depth. Return: NULL if nowhere. */
static u64 *graph_begun(struct graph_line *line, s32 depth)
{
	return line->cpu && depth >= 0 && depth < FGRAPH_DEPTH ? &line->cpu->begun[depth] : NULL;
}

static void graph_copy_exit(const struct graph_line *line, struct graph_exit *exit,
			    const struct ftrace_graph_ret_entry *entry, u32 size)
{
	*exit = (struct graph_exit){
		.func = entry->func,
		.depth = entry->depth,
		.overrun = entry->overrun,
		.duration = entry->rettime - entry->calltime,
		.has_retval = size > sizeof(*entry) && (line->flags & GRAPH_OPTION_RETVAL) &&
			      trace_has_retval(entry->func),
	};
	if (exit->has_retval)
		exit->retval = entry->retval[0];
}

static void graph_print_retval(struct graph_line *line, const struct graph_exit *exit)
{
	if (!exit->has_retval)
		return;
	seq_buf_puts(line->seq, " = ");
	trace_print_retval(line->seq, exit->func, exit->retval,
			   line->flags & GRAPH_OPTION_RETVAL_HEX);
}

/* Whether the record after that of @call is its end. Fills @exit in then. */
static bool graph_is_leaf(struct graph_line *line, const struct ftrace_graph_ent_entry *call,
			  struct graph_exit *exit)
{
	struct trace_iterator *iter = line->iter;
	const struct ftrace_graph_ret_entry *next;
	struct ring_event event;

	if (!trace_iterator_peek_next(iter, &event) || event.lost)
		return false;
	next = event.data;
	if (next->ent.type != TRACE_GRAPH_RET || next->ent.pid != call->ent.pid ||
	    next->func != call->func)
		return false;
	graph_copy_exit(line, exit, next, event.length);
	return trace_iterator_join(iter);
}

/* The words behind a record of a beginning: where it returns to, if they are odd; arguments. */
struct graph_words {
	u64 word[1 + TRACE_ARGUMENTS];
	u32 count;
};

static void graph_copy_words(const struct graph_line *line, struct graph_words *words)
{
	const struct ftrace_graph_ent_entry *entry = (const void *)line->iter->entry;

	words->count = min((u32)ARRAY_SIZE(words->word),
			   (line->iter->entry_size - (u32)sizeof(*entry)) / 8);
	memcpy(words->word, entry->args, words->count * sizeof(words->word[0]));
}

static void graph_print_call(struct graph_line *line, u64 func, const struct graph_words *words)
{
	u32 first = words->count & 1;

	trace_print_symbol(line->iter, func);
	if ((line->flags & GRAPH_OPTION_ARGS) && words->count > first)
		trace_print_args(line->seq, func, words->word + first, (words->count - first) * 8);
	else
		seq_buf_puts(line->seq, "()");
}

/* Behind that the address and, of a call with an @exit on the same line, the value it returns. */
static void graph_print_values(struct graph_line *line, const struct graph_words *words,
			       const struct graph_exit *exit)
{
	bool has_address = (line->flags & GRAPH_OPTION_RETADDR) && (words->count & 1);

	if (!has_address && !(exit && exit->has_retval))
		return;
	seq_buf_puts(line->seq, " /*");
	if (has_address)
		seq_buf_printf(line->seq, " <-%pS", (void *)words->word[0]);
	if (exit)
		graph_print_retval(line, exit);
	seq_buf_puts(line->seq, " */");
}

static void graph_print_begin(struct graph_line *line)
{
	struct trace_iterator *iter = line->iter;
	struct ftrace_graph_ent_entry call = *(const struct ftrace_graph_ent_entry *)iter->entry;
	u64 *begun = graph_begun(line, call.depth);
	struct graph_words words;
	struct graph_exit exit;
	bool leaf;

	if (graph_hides(line, call.func, call.depth, false))
		return;
	graph_copy_words(line, &words);
	leaf = graph_is_leaf(line, &call, &exit);
	iter->entry = &call.ent;
	graph_print_switch(line);
	graph_print_irq(line, call.func, "==========>");
	graph_print_context(line);
	if (leaf)
		graph_print_duration(line, exit.duration);
	else
		graph_print_no_duration(line);
	graph_print_indent(line, call.depth);
	graph_print_call(line, call.func, &words);
	seq_buf_puts(line->seq, leaf ? ";" : " {");
	graph_print_values(line, &words, leaf ? &exit : NULL);
	seq_buf_putc(line->seq, '\n');
	if (line->cpu)
		line->cpu->depth = leaf ? call.depth - 1 : call.depth;
	if (begun)
		*begun = leaf ? 0 : call.func;
	if (leaf)
		graph_print_irq(line, call.func, "<==========");
	iter->entry = NULL;
}

static void graph_print_end(struct graph_line *line)
{
	struct trace_iterator *iter = line->iter;
	struct graph_exit exit;
	u64 *begun;

	graph_copy_exit(line, &exit, (const void *)iter->entry, iter->entry_size);
	if (graph_hides(line, exit.func, exit.depth, true))
		return;
	if (line->cpu)
		line->cpu->depth = exit.depth - 1;
	graph_print_switch(line);
	graph_print_context(line);
	graph_print_duration(line, exit.duration);
	graph_print_indent(line, exit.depth);
	seq_buf_putc(line->seq, '}');
	begun = graph_begun(line, exit.depth);
	if ((line->flags & GRAPH_OPTION_TAIL) || exit.has_retval ||
	    (begun && *begun != exit.func)) {
		seq_buf_puts(line->seq, " /* ");
		trace_print_symbol(iter, exit.func);
		graph_print_retval(line, &exit);
		seq_buf_puts(line->seq, " */");
	}
	if (begun)
		*begun = 0;
	seq_buf_putc(line->seq, '\n');
	if (line->flags & GRAPH_OPTION_OVERRUN)
		seq_buf_printf(line->seq, " (Overruns: %u)\n", exit.overrun);
	graph_print_irq(line, exit.func, "<==========");
}

/* Any other record, one level deeper than the call it lies in. */
static void graph_print_comment(struct graph_line *line)
{
	const struct print_entry *print = (const void *)line->iter->entry;
	s32 depth = line->cpu ? line->cpu->depth : 0;
	size_t end;

	graph_print_switch(line);
	graph_print_context(line);
	graph_print_no_duration(line);
	graph_print_indent(line, depth > 0 ? depth + 1 : 0);
	seq_buf_puts(line->seq, "/* ");
	if (print->ent.type == TRACE_PRINT)
		seq_buf_putmem(line->seq, print->buf,
			       strnlen(print->buf, line->iter->entry_size - sizeof(*print)));
	else
		trace_print_record(line->iter);
	end = line->seq->len;
	if (end && end <= line->seq->size && line->seq->buffer[end - 1] == '\n')
		seq_buf_truncate(line->seq, end - 1);
	seq_buf_puts(line->seq, " */\n");
}

static bool graph_print_line(struct trace_iterator *iter)
{
	struct graph_line line = {
		.iter = iter,
		.seq = &iter->seq,
		.cpu = graph_find_cpu(iter),
		.flags = tracer_flags_of(iter->tr, iter->tracer),
		.context = iter->options & TRACE_OPTION_CONTEXT_INFO,
	};

	switch (iter->entry->type) {
	case TRACE_GRAPH_ENT:
		graph_print_begin(&line);
		return true;
	case TRACE_GRAPH_RET:
		graph_print_end(&line);
		return true;
	case TRACE_FN:
	case TRACE_STACK:
		return false;
	default:
		graph_print_comment(&line);
		return true;
	}
}

static void graph_print_header(struct trace_iterator *iter)
{
	u32 flags = tracer_flags_of(iter->tr, iter->tracer);
	bool latency = iter->options & TRACE_OPTION_LATENCY_FORMAT;
	struct seq_buf *seq = &iter->seq;

	if (!(iter->options & TRACE_OPTION_CONTEXT_INFO))
		return;
	if (latency)
		seq_buf_puts(seq, "#      _-----=> irqs-off        \n"
				  "#     / _----=> need-resched    \n"
				  "#    | / _---=> hardirq/softirq \n"
				  "#    || / _--=> preempt-depth   \n"
				  "#    ||| /                      \n");
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

const struct tracer_output graph_output = {
	.print_header = graph_print_header,
	.print_line = graph_print_line,
};
