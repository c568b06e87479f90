/* SPDX-License-Identifier: MIT */
/*
 * What the graph tracer writes when a call begins and when it returns. The hot paths run in every
 * context, NMI included; as in function.c, their common case makes no call.
 */
#include "arch/x86_64/irqflags.h"
#include "kernel/time/clock.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_event.h"
#include "trace/ring/ring_fast.h"
#include "trace/tracers/function_graph.h"

static __always_inline struct ring_buffer_per_cpu *graph_ring(const struct trace_array *tr)
{
	return tr->buffer->cpu[smp_processor_id()];
}

/* Where the call of the top frame returns to, whoever else follows it. */
static u64 graph_return_address(const struct fgraph_frame *frame)
{
	while (frame->ret == (u64)return_to_handler)
		frame--;
	return frame->ret;
}

/* GRAPH_OPTION_ARGS and _RETADDR: the words of struct ftrace_graph_ent_entry.args. */
static void graph_fill_words(trace_word *words, const struct fgraph_frame *frame, u32 flags)
{
	if (flags & GRAPH_OPTION_RETADDR)
		*words++ = graph_return_address(frame);
	if (flags & GRAPH_OPTION_ARGS)
		trace_record_arguments(words,
				       container_of(frame->where, struct ftrace_regs, parent_ip));
}

/* How many events have been reserved, of which the low bits are known. */
static __always_inline u16 graph_count_events(const struct ring_buffer_per_cpu *rb)
{
	return (u16)(READ_ONCE(rb->tail.position) >> RING_COUNT_SHIFT);
}

/* One attempt; @ctx: head of the record. Return: the record; *@alone: nobody else wrote. */
static __always_inline void *graph_try_reserve(struct ring_buffer_per_cpu *rb, u16 type, u32 size,
					       u32 ctx, u64 *moment, bool *alone)
{
	u16 before = graph_count_events(rb);
	void *entry;

	barrier();
	*moment = local_clock();
	entry = trace_record_reserve(rb, type, size, ctx);
	*alone = (u16)(graph_count_events(rb) - before) == 1;
	return entry;
}

#define GRAPH_TRIES 3

static noinline void *graph_reserve_again(struct ring_buffer_per_cpu *rb, u16 type, u32 size,
					  u32 ctx, u64 *moment, void *entry)
{
	bool alone = false;

	for (u32 tries = 1; entry && !alone && tries < GRAPH_TRIES; tries++) {
		ring_buffer_discard(rb, entry, size);
		entry = graph_try_reserve(rb, type, size, ctx, moment, &alone);
	}
	return entry;
}

/*
 * Reserves a record for *@moment, which is now. Who wrote between the two would be in the time
 * of a call and drawn outside of it, or the other way round: interrupts are off, and where an
 * NMI has written meanwhile, both are made anew.
 */
static __always_inline void *graph_reserve(struct ring_buffer_per_cpu *rb, u16 type, u32 size,
					   u32 ctx, u64 *moment)
{
	bool alone;
	void *entry = graph_try_reserve(rb, type, size, ctx, moment, &alone);

	return likely(alone) ? entry : graph_reserve_again(rb, type, size, ctx, moment, entry);
}

/* The beginning, the uncommon way. Interrupts are off. */
static noinline void graph_write_entry(struct ring_buffer_per_cpu *rb, struct fgraph_frame *frame,
				       u32 ctx, u32 flags)
{
	u32 words = !!(flags & GRAPH_OPTION_RETADDR) +
		    (flags & GRAPH_OPTION_ARGS ? TRACE_ARGUMENTS : 0);
	u32 size = sizeof(struct ftrace_graph_ent_entry) + words * sizeof(trace_word);
	struct ftrace_graph_ent_entry *entry;

	entry = graph_reserve(rb, TRACE_GRAPH_ENT, size, ctx, &frame->start);
	if (entry) {
		entry->func = frame->func;
		entry->depth = (s32)frame->depth;
		graph_fill_words(entry->args, frame, flags);
		trace_record_commit(rb, entry, size);
	}
}

void graph_record_entry(struct trace_array *tr, struct fgraph_frame *frame, u32 ctx)
{
	graph_write_entry(graph_ring(tr), frame, ctx, tr->tracer_flags);
}

/* The rest of graph_trace_call(), for the top frame. */
static noinline void graph_enter_slow(struct ring_buffer_per_cpu *rb)
{
	u32 ctx = trace_gen_ctx_at(preempt_count() - TRACE_RECURSION_OFFSET);
	u64 irqs = local_irq_save();

	graph_write_entry(rb, current->trace.fgraph->top - 1, ctx, 0);
	local_irq_restore(irqs);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

/* In an interrupt or a callback, the first call of its task, or there is no room. */
static noinline void graph_enter_uncommon(u64 ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct trace_array *tr = container_of(ops, struct trace_array, function_ops);
	struct fgraph_stack *stack = current->trace.fgraph;
	u32 count = preempt_count();
	u32 bit = stack ? trace_recursion_enter(count) : 0;
	u32 ctx = trace_gen_ctx_at(count);
	struct fgraph_frame *frame;
	u64 irqs;

	if (!bit)
		return;
	irqs = local_irq_save();
	frame = fgraph_push(stack, tr->graph_user.id, ip, 0, fregs);
	if (frame)
		graph_record_entry(tr, frame, ctx);
	local_irq_restore(irqs);
	trace_recursion_exit(bit);
}

/*
 * Recording the beginning: hot. What needs the arguments comes first, then the clock, so that
 * there are registers for all of it.
 */
__hot_callback void graph_trace_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				     struct ftrace_regs *fregs)
{
	struct trace_array *tr = container_of(ops, struct trace_array, function_ops);
	struct fgraph_stack *stack = current->trace.fgraph;
	struct ftrace_graph_ent_entry *entry;
	struct ring_buffer_per_cpu *rb;
	struct fgraph_frame *frame;
	struct ring_claim claim;
	u64 id = tr->graph_user.id, now;
	u32 depth;

	if (unlikely(!trace_context_is_plain(preempt_count()) || !stack))
		return graph_enter_uncommon(ip, ops, fregs);
	frame = stack->top;
	if (unlikely(!fgraph_is_plain(stack, frame, id)))
		return graph_enter_uncommon(ip, ops, fregs);
	trace_recursion_set(TRACE_RECURSION_OFFSET);
	depth = frame[-1].depth + 1;
	fgraph_fill(stack, frame, id, ip, depth, fregs);
	rb = graph_ring(tr);
	barrier();
	now = ring_clock_local();
	__asm__("" : "+r"(now)); /* half of a product: else gcc keeps registers for both halves */
	frame->start = now;
	entry = ring_claim_at(rb, sizeof(*entry), now, &claim);
	if (unlikely(!entry))
		return graph_enter_slow(rb);
	entry->func = ip;
	entry->depth = (s32)depth;
	trace_record_fill(&entry->ent, 0, trace_plain_head(preempt_count(), TRACE_GRAPH_ENT));
	ring_claim_commit(rb, &claim);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
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
 * The end, the uncommon way: as graph_write_entry(), with the time that it is then. @words: 1 if
 * @retval is wanted, or 0.
 */
static __always_inline void graph_write_end(struct ring_buffer_per_cpu *rb, u32 ctx,
					    struct fgraph_frame *frame, struct fgraph_stack *stack,
					    u32 words, u64 retval)
{
	struct ftrace_graph_ret_entry *entry;
	u32 size = sizeof(*entry) + words * sizeof(trace_word);
	u64 end;

	entry = graph_reserve(rb, TRACE_GRAPH_RET, size, ctx, &end);
	if (entry) {
		graph_fill_exit(entry, stack, frame, end);
		if (words)
			entry->retval[0] = retval;
		trace_record_commit(rb, entry, size);
	}
	fgraph_pop(stack, frame);
}

static noinline void graph_write_exit(struct ring_buffer_per_cpu *rb, u32 count, u32 bit, u64 end,
				      struct fgraph_frame *frame, struct fgraph_stack *stack)
{
	u32 ctx = trace_gen_ctx_at(count);
	u64 irqs = local_irq_save();

	graph_write_end(rb, ctx, frame, stack, 0, 0);
	local_irq_restore(irqs);
	trace_recursion_exit(bit);
}

void graph_record_exit(struct trace_array *tr, struct fgraph_frame *frame, u32 ctx,
		       struct fgraph_stack *stack, u64 retval)
{
	if (tr->tracer_flags & GRAPH_OPTION_RETVAL)
		graph_write_end(graph_ring(tr), ctx, frame, stack, 1, retval);
	else
		graph_write_end(graph_ring(tr), ctx, frame, stack, 0, 0);
}

void graph_trace_return_value(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			      struct fgraph_frame *frame, struct fgraph_stack *stack)
{
	struct trace_array *tr = container_of(user, struct trace_array, graph_user);

	u32 ctx = trace_gen_ctx_at(count);
	u64 irqs = local_irq_save();

	graph_record_exit(tr, frame, ctx, stack, retval);
	local_irq_restore(irqs);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

/* Recording the end: hot. The frame is popped when it is not needed any more. */
__hot_return void graph_trace_return(struct fgraph_user *user, u32 count, u64 retval, u64 end,
				     struct fgraph_frame *frame, struct fgraph_stack *stack)
{
	struct trace_array *tr = container_of(user, struct trace_array, graph_user);
	struct ring_buffer_per_cpu *rb = graph_ring(tr);
	struct ftrace_graph_ret_entry *entry;
	struct ring_claim claim;

	entry = ring_claim_at(rb, sizeof(*entry), end, &claim);
	if (unlikely(!entry))
		return graph_write_exit(rb, count, TRACE_RECURSION_OFFSET, end, frame, stack);
	graph_fill_exit(entry, stack, frame, end);
	fgraph_pop(stack, frame);
	*(u32 *)&entry->ent = trace_plain_head(count, TRACE_GRAPH_RET);
	entry->ent.pid = current->pid; /* its beginning has a record, if this has one */
	ring_claim_commit(rb, &claim);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}
