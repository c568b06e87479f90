/* SPDX-License-Identifier: MIT */
/*
 * Which calls the graph tracer follows: graph_limits.h, funcgraph-irqs and tracing_thresh. What
 * was decided at the beginning of a call is marked in its frame. Any context, NMI included.
 */
#include "arch/x86_64/irqflags.h"
#include "kernel/time/clock.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_event.h"
#include "trace/core/trace_latency.h"
#include "trace/tracers/function_graph.h"
#include "trace/tracers/graph_limits.h"

/* fgraph_task.open: a function of set_graph_function has not returned. */
#define GRAPH_OPEN	  1
#define GRAPH_OPEN_IN_IRQ 2 /* the same, and it was called in an interrupt */

/* Marks of frames. */
#define GRAPH_MARK_ROOT 0x10000 /* it made fgraph_task.open nonzero */
#define GRAPH_MARK_HIDDEN \
	0x20000 /* in set_graph_notrace: what it calls is not recorded, nor is it */
#define GRAPH_MARK_THRESH 0x40000 /* recorded at its end, if it took long enough */

/*
 * Whether graph_limits, an option or tracing_thresh let the call be followed.
 * Return: 0 or the marks of its frame; -1: no.
 */
static int graph_judge(const struct trace_array *tr, const struct fgraph_task *task, u64 ip,
		       bool is_root, u32 count)
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
		if (!is_root)
			return -1;
		open = count & HARDIRQ_MASK ? GRAPH_OPEN_IN_IRQ : GRAPH_OPEN;
		marks |= GRAPH_MARK_ROOT;
	}
	if (graph_limits.max_depth &&
	    fgraph_find_depth(current->trace.fgraph, tr->graph_user.id) >= graph_limits.max_depth)
		return -1;
	if ((count & HARDIRQ_MASK) && !(tr->tracer_flags & GRAPH_OPTION_IRQS) &&
	    open != GRAPH_OPEN_IN_IRQ)
		return -1;
	return marks;
}

/*
 * @is_root: it is one of those that set_graph_function asks for. Preemption is off. Interrupts
 * are, too, from its frame to its record and its mark: one is either before it or inside.
 */
static noinline void graph_enter_judged(struct trace_array *tr, struct fgraph_stack *stack, u64 ip,
					struct ftrace_regs *fregs, bool is_root, u32 count)
{
	const struct fgraph_user *user = &tr->graph_user;
	struct fgraph_task *task = fgraph_task(stack, user);
	struct fgraph_frame *frame;
	int marks = graph_judge(tr, task, ip, is_root, count);
	bool records = !(marks & (GRAPH_MARK_HIDDEN | GRAPH_MARK_THRESH));
	u32 ctx = trace_gen_ctx_at(count);
	u64 irqs;

	if (marks < 0)
		return;
	irqs = local_irq_save();
	frame = fgraph_push(stack, user->id | (u64)marks, ip, records ? 0 : local_clock(), fregs);
	if (frame && records)
		graph_record_entry(tr, frame, ctx);
	if (frame && (marks & GRAPH_MARK_HIDDEN))
		task->hidden = 1;
	if (frame && (marks & GRAPH_MARK_ROOT))
		task->open = count & HARDIRQ_MASK ? GRAPH_OPEN_IN_IRQ : GRAPH_OPEN;
	local_irq_restore(irqs);
}

/* Whether the call at @ip is one of those that set_graph_function asks for. Preemption is off. */
static bool graph_is_root(u64 ip, const struct ftrace_regs *fregs)
{
	const struct graph_list *only = graph_limits.list[FTRACE_ONLY];
	const struct site_condition *condition =
		only ? site_condition_at(only->conditions, ip) : NULL;

	if (condition)
		return predicate_matches(condition->predicate, fregs);
	return only && graph_list_has(only, ip);
}

/*
 * For a call that is not quickly seen to be none of those that count. @bit is set. @condition: its
 * condition, which has been asked up to @next, and decides; NULL: nobody has looked for one.
 */
static noinline void graph_consider_marked(u64 ip, struct trace_array *tr,
					   struct ftrace_regs *fregs,
					   const struct site_condition *condition, u32 next,
					   u32 bit)
{
	struct fgraph_stack *stack = current->trace.fgraph;
	bool is_root;

	if (condition)
		is_root = predicate_go_on(condition->predicate, fregs, next);
	else
		is_root = !fgraph_task(stack, &tr->graph_user)->open && graph_is_root(ip, fregs);
	if (is_root || !condition)
		graph_enter_judged(tr, stack, ip, fregs, is_root, preempt_count() - bit);
	trace_recursion_exit(bit);
}

static noinline void graph_consider_call(u64 ip, struct trace_array *tr, struct ftrace_regs *fregs)
{
	u32 bit = current->trace.fgraph ? trace_recursion_enter(preempt_count()) : 0;

	if (bit)
		graph_consider_marked(ip, tr, fregs, NULL, 0, bit);
}

/* The call may be listed and have a condition, which mostly is quickly seen to be false. */
static noinline __hot_jump void graph_consider_root(u64 ip, struct trace_array *tr,
						    struct ftrace_regs *fregs)
{
	const struct site_condition *condition = NULL;
	const struct graph_list *only;
	u32 next = 0;

	if (!trace_context_is_plain(preempt_count()))
		return graph_consider_call(ip, tr, fregs);
	trace_recursion_set(TRACE_RECURSION_OFFSET);
	only = graph_limits.list[FTRACE_ONLY];
	if (likely(only && !graph_limits.list[FTRACE_NEVER]))
		condition = site_condition_at(only->conditions, ip);
	if (condition)
		next = predicate_begin(condition->predicate, fregs);
	if (likely(next == PREDICATE_FALSE))
		return trace_recursion_exit(TRACE_RECURSION_OFFSET);
	graph_consider_marked(ip, tr, fregs, condition, next, TRACE_RECURSION_OFFSET);
}

/*
 * In the place of graph_trace_call() while not every call is to be recorded, or more of it: most
 * are not, which is quickly seen.
 */
static __hot_jump void graph_trace_some_calls(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
					      struct ftrace_regs *fregs)
{
	struct trace_array *tr = container_of(ops, struct trace_array, function_ops);
	struct fgraph_stack *stack = current->trace.fgraph;

	if (unlikely(!stack || !graph_limits.list[FTRACE_ONLY] ||
		     stack->user[FGRAPH_SLOT(tr->graph_user.id)].open))
		return graph_consider_call(ip, tr, fregs);
	if (unlikely(graph_may_be_listed(ip)))
		return graph_consider_root(ip, tr, fregs);
}

/* In an interrupt or a callback, or a frame with marks; interrupts are off as at its beginning. */
void graph_return_uncommon(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			   struct fgraph_frame *frame, struct fgraph_stack *stack, u32 bit)
{
	struct trace_array *tr = container_of(user, struct trace_array, graph_user);
	struct fgraph_task *task = fgraph_task(stack, user);
	u32 ctx = trace_gen_ctx_at(count);
	u64 marks = frame->id & FGRAPH_MARKS, irqs = local_irq_save();

	if (marks & GRAPH_MARK_HIDDEN)
		task->hidden = 0;
	if (marks & GRAPH_MARK_ROOT)
		task->open = 0;
	if (!(marks & GRAPH_MARK_HIDDEN) &&
	    (!(marks & GRAPH_MARK_THRESH) || end - frame->start >= tracing_thresh_ns))
		graph_record_exit(tr, frame, ctx, stack, retval);
	else
		fgraph_pop(stack, frame);
	local_irq_restore(irqs);
	trace_recursion_exit(bit);
}

ftrace_func_t graph_callback(u32 flags)
{
	bool all = !graph_limits.any && !tracing_thresh_ns &&
		   (flags & (GRAPH_OPTION_IRQS | GRAPH_OPTION_ARGS | GRAPH_OPTION_RETADDR)) ==
			   GRAPH_OPTION_IRQS;

	return all ? graph_trace_call : graph_trace_some_calls;
}
