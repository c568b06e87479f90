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

#include "arch/x86_64/irqflags.h"
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

/* Marks of frames. */
#define GRAPH_MARK_ROOT 0x10000 /* it made fgraph_task.open nonzero */
#define GRAPH_MARK_HIDDEN \
	0x20000 /* in set_graph_notrace: what it calls is not recorded, nor is it */
#define GRAPH_MARK_THRESH 0x40000 /* recorded at its end, if it took long enough */

static __always_inline struct ring_buffer_per_cpu *graph_ring(const struct trace_array *tr)
{
	return tr->buffer->cpu[smp_processor_id()];
}

/*
 * The beginning, the uncommon way. An interrupt between the moment that counts as the beginning
 * and its record would be in the time of this call and drawn outside of it, so none is let in.
 */
static noinline void graph_record_entry(struct ring_buffer_per_cpu *rb, struct fgraph_frame *frame,
					u32 count)
{
	u32 ctx = trace_gen_ctx_at(count);
	u64 flags = local_irq_save();
	struct ftrace_graph_ent_entry *entry;

	frame->start = local_clock();
	entry = trace_record_reserve(rb, TRACE_GRAPH_ENT, sizeof(*entry), ctx);
	if (entry) {
		entry->func = frame->func;
		entry->depth = (s32)frame->depth;
		trace_record_commit(rb, entry, sizeof(*entry));
	}
	local_irq_restore(flags);
}

/* The rest of graph_trace_call(), for the top frame. */
static noinline void graph_enter_slow(struct ring_buffer_per_cpu *rb)
{
	graph_record_entry(rb, current->trace.fgraph->top - 1,
			   preempt_count() - TRACE_RECURSION_OFFSET);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

/* In an interrupt or a callback, the first call of its task, or there is no room. */
static noinline void graph_enter_uncommon(u64 ip, struct trace_array *tr, struct ftrace_regs *fregs)
{
	struct fgraph_stack *stack = current->trace.fgraph;
	u32 count = preempt_count();
	u32 bit = stack ? trace_recursion_enter(count) : 0;
	struct fgraph_frame *frame;

	if (!bit)
		return;
	frame = fgraph_push(stack, tr->graph_user.id, ip, local_clock(), fregs);
	if (frame)
		graph_record_entry(graph_ring(tr), frame, count);
	trace_recursion_exit(bit);
}

/* Recording the beginning: hot. As in function.c, the common case makes no call. */
static __hot_callback void graph_trace_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
					    struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	u32 depth;
	struct fgraph_stack *stack = current->trace.fgraph;
	struct ftrace_graph_ent_entry *entry;
	struct ring_buffer_per_cpu *rb;
	struct fgraph_frame *frame;
	struct ring_claim claim;
	u64 id = tr->graph_user.id, now;

	if (unlikely(!trace_context_is_plain(preempt_count()) || !stack))
		return graph_enter_uncommon(ip, tr, fregs);
	frame = stack->top;
	if (unlikely(!fgraph_is_plain(stack, frame, id)))
		return graph_enter_uncommon(ip, tr, fregs);
	trace_recursion_set(TRACE_RECURSION_OFFSET);
	now = ring_clock_local();
	__asm__("" : "+r"(now)); /* half of a product: else gcc keeps registers for both halves */
	depth = frame[-1].depth + 1;
	fgraph_fill(stack, frame, id, ip, now, depth, fregs);
	rb = graph_ring(tr);
	entry = ring_claim_at(rb, sizeof(*entry), now, &claim);
	if (unlikely(!entry))
		return graph_enter_slow(rb);
	entry->func = ip;
	entry->depth = (s32)depth;
	trace_record_fill(
		&entry->ent, 0,
		trace_plain_head(preempt_count() - TRACE_RECURSION_OFFSET, TRACE_GRAPH_ENT));
	ring_claim_commit(rb, &claim);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

/*
 * Whether graph_limits, an option or tracing_thresh let the call be followed.
 * Return: 0 or the marks of its frame; -1: no.
 */
static int graph_judge(const struct trace_array *tr, const struct fgraph_task *task, u64 ip,
		       u32 depth, u32 count)
{
	const struct graph_list *only = graph_limits.list[FTRACE_ONLY];
	const struct graph_list *never = graph_limits.list[FTRACE_NEVER];
	u32 open = task->open;
	int marks = READ_ONCE(tracing_thresh_ns) ? GRAPH_MARK_THRESH : 0;

	if (task->hidden)
		return -1;
	if (never && graph_list_has(never, ip))
		return GRAPH_MARK_HIDDEN;
	if (only && !open) {
		if (!graph_list_has(only, ip))
			return -1;
		open = count & HARDIRQ_MASK ? GRAPH_OPEN_IN_IRQ : GRAPH_OPEN;
		marks |= GRAPH_MARK_ROOT;
	}
	if (graph_limits.max_depth && depth >= graph_limits.max_depth)
		return -1;
	if ((count & HARDIRQ_MASK) && !(tr->tracer_flags & GRAPH_OPTION_IRQS) &&
	    open != GRAPH_OPEN_IN_IRQ)
		return -1;
	return marks;
}

/* Preemption is off. */
static void graph_enter_judged(struct trace_array *tr, struct fgraph_stack *stack, u64 ip,
			       struct ftrace_regs *fregs, u32 count)
{
	const struct fgraph_user *user = &tr->graph_user;
	struct fgraph_task *task = fgraph_task(stack, user);
	struct fgraph_frame *frame;
	int marks = graph_judge(tr, task, ip, fgraph_find_depth(stack, user->id), count);

	if (marks < 0)
		return;
	frame = fgraph_push(stack, user->id | (u64)marks, ip, local_clock(), fregs);
	if (!frame)
		return;
	if (marks & GRAPH_MARK_HIDDEN)
		task->hidden = 1;
	if (marks & GRAPH_MARK_ROOT)
		task->open = count & HARDIRQ_MASK ? GRAPH_OPEN_IN_IRQ : GRAPH_OPEN;
	if (!(marks & (GRAPH_MARK_HIDDEN | GRAPH_MARK_THRESH)))
		graph_record_entry(graph_ring(tr), frame, count);
}

static noinline void graph_consider_call(u64 ip, struct trace_array *tr, struct ftrace_regs *fregs)
{
	struct fgraph_stack *stack = current->trace.fgraph;
	u32 count = preempt_count();
	u32 bit = stack ? trace_recursion_enter(count) : 0;

	if (!bit)
		return;
	graph_enter_judged(tr, stack, ip, fregs, count);
	trace_recursion_exit(bit);
}

/*
 * In the place of graph_trace_call() while not every call is to be recorded: most are not,
 * which is quickly seen.
 */
static __hot_return void graph_trace_some_calls(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
						struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	struct fgraph_stack *stack = current->trace.fgraph;

	if (likely(stack && graph_limits.list[FTRACE_ONLY] && !graph_may_be_listed(ip) &&
		   !stack->user[FGRAPH_SLOT(tr->graph_user.id)].open))
		return;
	graph_consider_call(ip, tr, fregs);
}

static __always_inline void graph_fill_exit(struct ftrace_graph_ret_entry *entry,
					    const struct fgraph_stack *stack,
					    const struct fgraph_frame *frame, u64 end)
{
	entry->func = frame->func;
	entry->depth = (s32)frame->depth;
	entry->overrun = stack->overrun;
	entry->calltime = frame->start;
	entry->rettime = end;
}

/*
 * The end, the uncommon way: as graph_record_entry(), with the time that it is then. It is handed
 * @end all the same: without that use the hot path takes two instructions more.
 */
static noinline void graph_return_slow(struct ring_buffer_per_cpu *rb, struct fgraph_stack *stack,
				       struct fgraph_frame *frame, u64 end, u32 count, u32 bit)
{
	u32 ctx = trace_gen_ctx_at(count);
	u64 flags = local_irq_save();
	struct ftrace_graph_ret_entry *entry;

	end = local_clock();
	entry = trace_record_reserve(rb, TRACE_GRAPH_RET, sizeof(*entry), ctx);
	if (entry) {
		graph_fill_exit(entry, stack, frame, end);
		trace_record_commit(rb, entry, sizeof(*entry));
	}
	fgraph_pop(stack, frame);
	local_irq_restore(flags);
	trace_recursion_exit(bit);
}

/* In an interrupt or a callback, or a frame with marks. */
static noinline void graph_return_uncommon(struct fgraph_user *user, struct fgraph_frame *frame,
					   struct fgraph_stack *stack, u64 end, u32 count, u32 bit)
{
	struct fgraph_task *task = fgraph_task(stack, user);
	u64 marks = frame->id & FGRAPH_MARKS;

	if (marks & GRAPH_MARK_HIDDEN)
		task->hidden = 0;
	if (marks & GRAPH_MARK_ROOT)
		task->open = 0;
	if (!(marks & GRAPH_MARK_HIDDEN) &&
	    (!(marks & GRAPH_MARK_THRESH) || end - frame->start >= tracing_thresh_ns))
		return graph_return_slow(graph_ring(user->private), stack, frame, end, count, bit);
	fgraph_pop(stack, frame);
	trace_recursion_exit(bit);
}

/* Recording the end: hot. The frame is popped when it is not needed any more, so no call follows.
 */
static __hot_callback void graph_trace_return(struct fgraph_user *user, struct fgraph_frame *frame,
					      struct fgraph_stack *stack, u64 end, u32 count)
{
	struct ftrace_graph_ret_entry *entry;
	struct ring_buffer_per_cpu *rb;
	struct ring_claim claim;

	rb = graph_ring(user->private);
	entry = ring_claim_at(rb, sizeof(*entry), end, &claim);
	if (unlikely(!entry))
		return graph_return_slow(rb, stack, frame, end, count, TRACE_RECURSION_OFFSET);
	graph_fill_exit(entry, stack, frame, end);
	fgraph_pop(stack, frame);
	*(u32 *)&entry->ent = trace_plain_head(count, TRACE_GRAPH_RET);
	entry->ent.pid = current->pid; /* its beginning has a record, if this has one */
	ring_claim_commit(rb, &claim);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

/* What calls of wanted functions are to do, the options being @flags. */
static ftrace_func_t graph_callback(u32 flags)
{
	bool all = !graph_limits.any && !tracing_thresh_ns && (flags & GRAPH_OPTION_IRQS);

	return all ? graph_trace_call : graph_trace_some_calls;
}

int graph_limits_apply(void)
{
	struct trace_array *tr;
	int error = 0;

	trace_types_lock_acquire();
	list_for_each_entry (tr, &trace_arrays, list) {
		if (tr->current_tracer == &function_graph_tracer && !error)
			error = ftrace_ops_set_func(&tr->function_ops,
						    graph_callback(tr->tracer_flags));
	}
	trace_types_lock_release();
	return error;
}

static int graph_tracer_start(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;
	int error;

	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY; /* its sites could not be switched off */
	tr->graph_user.exit = graph_trace_return;
	tr->graph_user.exit_uncommon = graph_return_uncommon;
	tr->graph_user.private = tr;
	error = register_fgraph_user(&tr->graph_user);
	if (error)
		return error;
	fgraph_count_sleep(tr->tracer_flags & GRAPH_OPTION_SLEEP_TIME);
	ops->func = graph_callback(tr->tracer_flags);
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
	if (bit == GRAPH_OPTION_IRQS)
		return ftrace_ops_set_func(&tr->function_ops,
					   graph_callback(tr->tracer_flags ^ bit));
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
#define SELFTEST_DEEP  20 /* calls that find no room */

/* Return: whether @calls of functions, and those alone, were recorded since there were @before. */
static bool selftest_recorded(struct trace_array *tr, u64 before, u64 calls)
{
	return trace_selftest_records(tr) - before == 2 * calls;
}

/* Nested calls; recursion deeper than can be followed; and nothing once it is off. */
static int graph_tracer_selftest(struct trace_array *tr)
{
	int error = ftrace_filter_set(tr, FTRACE_ONLY, "trace_target_*");
	u64 before;
	bool nested, deep;
	u32 i;

	if (!error)
		error = tracing_set_tracer(tr, "function_graph");
	if (error)
		goto out;
	before = trace_selftest_records(tr);
	for (i = 0; i < SELFTEST_CALLS; i++)
		trace_target_nested();
	nested = selftest_recorded(tr, before, 2 * SELFTEST_CALLS);
	before = trace_selftest_records(tr);
	trace_target_recursive(FGRAPH_DEPTH + SELFTEST_DEEP - 1);
	deep = selftest_recorded(tr, before, FGRAPH_DEPTH) &&
	       current->trace.fgraph->overrun == SELFTEST_DEEP;
	error = tracing_set_tracer(tr, "nop");
	before = trace_selftest_records(tr);
	trace_target_nested();
	if (!error && (!nested || !deep || !selftest_recorded(tr, before, 0)))
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
