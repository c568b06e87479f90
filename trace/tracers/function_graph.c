/* SPDX-License-Identifier: MIT */
/*
 * Graph tracer: a TRACE_GRAPH_ENT record when a wanted function begins and a
 * TRACE_GRAPH_RET record when it returns. graph_output.c makes a tree of them.
 *
 * The hot paths run in every context, NMI included. Where a call is not
 * recorded, because of graph_limits.h, it is not followed either, so the depth
 * counts recorded calls only.
 */
#include "trace/tracers/function_graph.h"

#include "kernel/time/clock.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "trace/core/fgraph.h"
#include "trace/core/filter.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_event.h"
#include "trace/core/trace_latency.h"
#include "trace/ring/ring_fast.h"
#include "trace/tracers/graph_limits.h"
#include "trace/tracers/selftest.h"
#include "trace/tracers/tracers.h"

/* fgraph_task.open: a function of set_graph_function has not returned. */
#define GRAPH_OPEN	  1
#define GRAPH_OPEN_IN_IRQ 2 /* the same, and it was called in an interrupt */

/*
 * Whether the call is to be followed, and as what. Return: the marks of its frame;
 * 0: not at all.
 */
static noinline u64 graph_judge(struct trace_array *tr, const struct fgraph_task *task, u64 ip,
				u32 count)
{
	const struct graph_list *only = graph_limits.list[FTRACE_ONLY];
	const struct graph_list *never = graph_limits.list[FTRACE_NEVER];
	u64 marks = tr->graph_user.bit;
	u8 open = task->open;

	if (task->hidden)
		return 0;
	if (never && graph_list_has(never, ip))
		return marks | marks << FGRAPH_MARK_HIDDEN;
	if (only && !open) {
		if (!graph_list_has(only, ip))
			return 0;
		open = count & HARDIRQ_MASK ? GRAPH_OPEN_IN_IRQ : GRAPH_OPEN;
		marks |= marks << FGRAPH_MARK_ROOT;
	}
	if (graph_limits.max_depth && task->depth >= graph_limits.max_depth)
		return 0;
	if ((count & HARDIRQ_MASK) && !(tr->tracer_flags & GRAPH_OPTION_IRQS) &&
	    open != GRAPH_OPEN_IN_IRQ)
		return 0;
	return marks;
}

/* A frame with more marks than the user's was pushed. Return: whether it is to be recorded. */
static noinline bool graph_begin_special(struct fgraph_task *task, u64 marks, u64 bit, u32 count)
{
	if (marks & bit << FGRAPH_MARK_HIDDEN) {
		task->hidden = 1;
		return false;
	}
	if (marks & bit << FGRAPH_MARK_ROOT)
		task->open = count & HARDIRQ_MASK ? GRAPH_OPEN_IN_IRQ : GRAPH_OPEN;
	return true;
}

/* The same at its end. */
static noinline bool graph_end_special(struct fgraph_task *task, u64 marks, u64 bit)
{
	if (marks & bit << FGRAPH_MARK_HIDDEN) {
		task->hidden = 0;
		return false;
	}
	task->open = 0;
	return true;
}

static __always_inline void graph_record_entry(struct trace_array *tr, u64 ip, u32 depth, u32 count)
{
	struct ring_buffer_per_cpu *rb = tr->buffer->cpu[smp_processor_id()];
	struct ftrace_graph_ent_entry *entry;
	struct ring_claim claim;

	entry = ring_claim(rb, sizeof(*entry), &claim);
	if (likely(entry)) {
		entry->func = ip;
		entry->depth = (s32)depth;
		trace_record_fill(&entry->ent, TRACE_GRAPH_ENT, trace_gen_ctx_at(count));
		ring_claim_commit(rb, &claim);
		return;
	}
	entry = trace_record_reserve(rb, TRACE_GRAPH_ENT, sizeof(*entry), trace_gen_ctx_at(count));
	if (!entry)
		return;
	entry->func = ip;
	entry->depth = (s32)depth;
	trace_record_commit(rb, entry, sizeof(*entry));
}

/* Preemption is off. */
static __always_inline void graph_enter(struct trace_array *tr, u64 ip, struct ftrace_regs *fregs,
					u32 count)
{
	struct fgraph_user *user = &tr->graph_user;
	u64 bit = user->bit, marks = bit;
	struct fgraph_stack *stack = current->trace.fgraph;
	struct fgraph_frame *frame;
	struct fgraph_task *task;

	if (unlikely(!bit || !stack))
		return;
	task = fgraph_task(stack, user);
	if (unlikely(graph_limits.any || !(tr->tracer_flags & GRAPH_OPTION_IRQS))) {
		marks = graph_judge(tr, task, ip, count);
		if (!marks)
			return;
	}
	frame = fgraph_push(stack, marks, ip, fregs);
	if (unlikely(!frame))
		return;
	if (unlikely(marks != bit) && !graph_begin_special(task, marks, bit, count))
		return;
	if (likely(!tracing_thresh_ns))
		graph_record_entry(tr, ip, task->depth, count);
	task->depth++;
	frame->start = local_clock();
}

/* In an interrupt, or in a callback. */
static noinline void graph_trace_nested(u64 ip, struct trace_array *tr, struct ftrace_regs *fregs,
					u32 count)
{
	u32 bit = trace_recursion_enter(count);

	if (!bit)
		return;
	graph_enter(tr, ip, fregs, count);
	trace_recursion_exit(bit);
}

/* Recording the beginning: hot. */
static void graph_trace_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			     struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	u32 count = preempt_count();

	if (unlikely(!trace_context_is_plain(count)))
		return graph_trace_nested(ip, tr, fregs, count);
	trace_recursion_set(TRACE_RECURSION_OFFSET);
	graph_enter(tr, ip, fregs, count);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

static __always_inline void graph_fill_exit(struct ftrace_graph_ret_entry *entry,
					    const struct fgraph_stack *stack,
					    const struct fgraph_frame *frame, u32 depth, u64 end)
{
	entry->func = frame->func;
	entry->depth = (s32)depth;
	entry->overrun = stack->overrun;
	entry->calltime = frame->start;
	entry->rettime = end;
}

/* Recording the end: hot. */
static void graph_trace_return(struct fgraph_user *user, struct fgraph_stack *stack,
			       struct fgraph_frame *frame, u64 end, u32 count)
{
	struct trace_array *tr = user->private;
	struct fgraph_task *task = &stack->user[user->slot];
	struct ring_buffer_per_cpu *rb = tr->buffer->cpu[smp_processor_id()];
	struct ftrace_graph_ret_entry *entry;
	struct ring_claim claim;
	u64 bit = user->bit;

	if (unlikely(frame->marks & (bit << FGRAPH_MARK_HIDDEN | bit << FGRAPH_MARK_ROOT)) &&
	    !graph_end_special(task, frame->marks, bit))
		return;
	task->depth--;
	if (unlikely(end - frame->start < tracing_thresh_ns))
		return;
	entry = ring_claim(rb, sizeof(*entry), &claim);
	if (likely(entry)) {
		graph_fill_exit(entry, stack, frame, task->depth, end);
		trace_record_fill(&entry->ent, TRACE_GRAPH_RET, trace_gen_ctx_at(count));
		ring_claim_commit(rb, &claim);
		return;
	}
	entry = trace_record_reserve(rb, TRACE_GRAPH_RET, sizeof(*entry), trace_gen_ctx_at(count));
	if (!entry)
		return;
	graph_fill_exit(entry, stack, frame, task->depth, end);
	trace_record_commit(rb, entry, sizeof(*entry));
}

static int graph_tracer_start(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;
	int error;

	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY; /* its sites could not be switched off */
	tr->graph_user.exit = graph_trace_return;
	tr->graph_user.private = tr;
	error = register_fgraph_user(&tr->graph_user);
	if (error)
		return error;
	fgraph_count_sleep(tr->tracer_flags & GRAPH_OPTION_SLEEP_TIME);
	ops->func = graph_trace_call;
	__atomic_fetch_and(&ops->skip, ~FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
	error = register_ftrace_function(ops);
	if (error)
		unregister_fgraph_user(&tr->graph_user);
	return error;
}

/* Calls that have not returned yet do so unnoticed. */
static void graph_tracer_stop(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;

	if (unregister_ftrace_function(ops))
		__atomic_fetch_or(&ops->skip, FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
	unregister_fgraph_user(&tr->graph_user);
	fgraph_count_sleep(true);
}

static int graph_set_option(struct trace_array *tr, u32 bit, bool on)
{
	if (bit == GRAPH_OPTION_SLEEP_TIME)
		fgraph_count_sleep(on);
	return 0;
}

static const struct tracer_option graph_option_list[] = {
	{"funcgraph-overrun", GRAPH_OPTION_OVERRUN},
	{"funcgraph-cpu", GRAPH_OPTION_CPU},
	{"funcgraph-overhead", GRAPH_OPTION_OVERHEAD},
	{"funcgraph-proc", GRAPH_OPTION_PROC},
	{"funcgraph-duration", GRAPH_OPTION_DURATION},
	{"funcgraph-abstime", GRAPH_OPTION_ABSTIME},
	{"funcgraph-irqs", GRAPH_OPTION_IRQS},
	{"funcgraph-tail", GRAPH_OPTION_TAIL},
	{"sleep-time", GRAPH_OPTION_SLEEP_TIME},
	{"graph-time", GRAPH_OPTION_GRAPH_TIME},
	{NULL, 0},
};

static const struct tracer_options graph_options = {
	.list = graph_option_list,
	.initial = GRAPH_OPTION_CPU | GRAPH_OPTION_OVERHEAD | GRAPH_OPTION_DURATION |
		   GRAPH_OPTION_IRQS | GRAPH_OPTION_SLEEP_TIME | GRAPH_OPTION_GRAPH_TIME,
	.set = graph_set_option,
};

#define SELFTEST_CALLS 10

/* Calls two nested functions: four records each time, and none once it is off. */
static int graph_tracer_selftest(struct trace_array *tr)
{
	int error = ftrace_filter_set(tr, FTRACE_ONLY, "trace_target_*");
	u64 before, after;
	u32 i;

	if (error)
		return error;
	error = tracing_set_tracer(tr, "function_graph");
	if (error)
		goto out;
	before = trace_selftest_records(tr);
	for (i = 0; i < SELFTEST_CALLS; i++)
		trace_target_nested();
	after = trace_selftest_records(tr);
	error = tracing_set_tracer(tr, "nop");
	trace_target_nested();
	if (!error && (after - before != 4 * SELFTEST_CALLS || trace_selftest_records(tr) != after))
		error = -EIO;
out:
	ftrace_filter_set(tr, FTRACE_ONLY, "");
	return error;
}

const struct tracer function_graph_tracer = {
	.name = "function_graph",
	.start = graph_tracer_start,
	.stop = graph_tracer_stop,
	.output = &graph_output,
	.selftest = graph_tracer_selftest,
	.options = &graph_options,
};
