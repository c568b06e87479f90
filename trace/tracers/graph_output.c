/* SPDX-License-Identifier: MIT */
/*
 * The graph tracer's records as a tree, in Linux's layout to the character. A
 * call whose end is the next record of its processor becomes one line; that is
 * found out here, not when it is recorded, so losses show.
 */
#include "kernel/mm/slab.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/output/trace_text.h"
#include "trace/tracers/graph_line.h"
#include "trace/tracers/tracers.h"

/* The end of a call, copied: another record may lie there when it is printed. */
struct graph_exit {
	u64 func;
	s32 depth;
	u32 overrun;
	u64 duration;
	bool has_retval;
	u64 retval;
};

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
	if (end || !graph_is_irq_entry(func))
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
	s32 depth = line->cpu ? line->cpu->depth : 0;
	size_t end;

	graph_print_switch(line);
	graph_print_context(line);
	graph_print_no_duration(line);
	graph_print_indent(line, depth > 0 ? depth + 1 : 0);
	seq_buf_puts(line->seq, "/* ");
	if (line->iter->entry->type == TRACE_PRINT)
		trace_print_message(line->iter);
	else
		trace_print_record(line->iter);
	end = line->seq->len;
	if (end && end <= line->seq->size && line->seq->buffer[end - 1] == '\n')
		seq_buf_truncate(line->seq, end - 1);
	seq_buf_puts(line->seq, " */\n");
}

static struct graph_line graph_new_line(struct trace_iterator *iter)
{
	return (struct graph_line){
		.iter = iter,
		.seq = &iter->seq,
		.flags = tracer_flags_of(iter->tr, &function_graph_tracer),
		.context = iter->options & TRACE_OPTION_CONTEXT_INFO,
	};
}

void graph_print_record(struct trace_iterator *iter)
{
	struct graph_line line = graph_new_line(iter);

	if (iter->entry->type == TRACE_GRAPH_ENT)
		graph_print_begin(&line);
	else
		graph_print_end(&line);
}

static bool graph_print_line(struct trace_iterator *iter)
{
	struct graph_line line = graph_new_line(iter);

	line.cpu = graph_find_cpu(iter);

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

const struct tracer_output graph_output = {
	.print_header = graph_print_header,
	.print_line = graph_print_line,
};
