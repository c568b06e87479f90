/* SPDX-License-Identifier: MIT */
/*
 * The function tracer with func-no-repeats: a call that equals the last one on its
 * processor is only counted; when another comes, one TRACE_FUNC_REPEATS record says
 * how many there were. When tracing_on becomes 0 those that are still counted are
 * recorded, too; a command of set_ftrace_filter that stops recording leaves them out.
 *
 * What is known of the last call lies in one set of words per processor and
 * instance. To count is one exchange of the word `state`, which is different on
 * each processor and after each other call. So it fails when a switch of tasks, to
 * another processor perhaps, or an interrupt came since the call was found equal,
 * and nothing need be switched off. Only who puts another call there goes about
 * it with interrupts off.
 */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/local.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_clock.h"
#include "trace/core/trace_stack.h"
#include "trace/tracers/function.h"
#include "trace/tracers/tracers.h"

/* func_repeats.state: in the low bits how often the call has come again, ... */
#define REPEATS_MASK 0xfffful	 /* at most what the record has room for */
#define REPEATS_CALL 0x10000ul	 /* ... above, the number of the call, ... */
#define REPEATS_CPU  (1ul << 56) /* ... and the processor. */

struct func_repeats {
	u64 state;
	u64 ip, parent_ip;
	u64 last; /* when it came again, by the time stamp counter */
};

/* By the slot of the instance's pid filter, which no other instance has. */
struct func_repeats_cpu {
	struct func_repeats of[PID_FILTER_SLOTS];
};

static DEFINE_PER_CPU(struct func_repeats_cpu, func_repeats);

void function_repeats_init(struct trace_array *tr)
{
	u32 cpu;

	for_each_possible_cpu (cpu) {
		struct func_repeats_cpu *all = per_cpu_ptr(func_repeats, cpu);

		/* No function begins at 0, so the next call is another one. */
		WRITE_ONCE(all->of[tr->pids.slot].ip, 0);
	}
}

/* Return: the last call came again, and is counted. */
static __always_inline bool function_repeats_count(u32 slot, u64 ip, u64 parent_ip)
{
	u64 state = READ_ONCE(func_repeats.of[slot].state), now;
	bool done;

	if (func_repeats.of[slot].ip != ip || func_repeats.of[slot].parent_ip != parent_ip ||
	    (u16)state == REPEATS_MASK)
		return false;
	/* As local_cmpxchg(), on the processor of this moment. */
	__asm__ volatile("cmpxchgq %3, %1"
			 : "=@ccz"(done), "+m"(func_repeats.of[slot].state), "+a"(state)
			 : "r"(state + 1)
			 : "memory");
	if (!done)
		return false;
	now = rdtsc();
	func_repeats.of[slot].last = now;
	return true;
}

/*
 * Makes this call the last one, and copies what was known of the one before to
 * @old. Interrupts are off, it is no NMI; one that comes finds no equal call.
 */
static void function_repeats_replace(u32 slot, u64 ip, u64 parent_ip, struct func_repeats *old)
{
	struct func_repeats_cpu *all = this_cpu_ptr(func_repeats);
	struct func_repeats *last = &all->of[slot];

	old->ip = last->ip;
	old->parent_ip = last->parent_ip;
	WRITE_ONCE(last->ip, 0);
	barrier();
	old->state = READ_ONCE(last->state);
	old->last = READ_ONCE(last->last);
	WRITE_ONCE(last->parent_ip, parent_ip);
	WRITE_ONCE(last->state, ((old->state + REPEATS_CALL) & (REPEATS_CPU - 1) & ~REPEATS_MASK) |
					smp_processor_id() * REPEATS_CPU);
	barrier();
	WRITE_ONCE(last->ip, ip);
}

/* How long before the newest stamp of @rb the last repetition was, by the instance's clock. */
static u64 function_repeats_delta(const struct trace_array *tr,
				  const struct ring_buffer_per_cpu *rb,
				  const struct func_repeats *old)
{
	u64 stamp = READ_ONCE(rb->tail.stamp);

	if (tr->clock->read == trace_clock_local)
		return stamp - tsc_to_ns(old->last);
	if (tr->clock->in_ns)
		return local_clock() - tsc_to_ns(old->last);
	return tr->clock->read == trace_clock_x86_tsc ? stamp - old->last : 0;
}

static void function_repeats_write(const struct trace_array *tr, struct ring_buffer_per_cpu *rb,
				   const struct func_repeats *old, u32 ctx)
{
	struct func_repeats_entry *entry =
		trace_record_reserve(rb, TRACE_FUNC_REPEATS, sizeof(*entry), ctx);
	u64 delta;

	if (!entry)
		return;
	delta = function_repeats_delta(tr, rb, old);
	entry->ip = old->ip;
	entry->parent_ip = old->parent_ip;
	entry->count = (u16)(old->state & REPEATS_MASK);
	entry->top_delta_ts = (u16)(delta >> 32);
	entry->bottom_delta_ts = (u32)delta;
	trace_record_commit(rb, entry, sizeof(*entry));
}

/* The record of the repetitions that end with this call; in an NMI nothing ends. */
static void function_repeats_end(struct trace_array *tr, struct ring_buffer_per_cpu *rb, u64 ip,
				 u64 parent_ip, u32 ctx)
{
	struct func_repeats old;
	u64 flags;

	if (in_nmi())
		return;
	flags = local_irq_save();
	function_repeats_replace(tr->pids.slot, ip, parent_ip, &old);
	if (old.ip && (old.state & REPEATS_MASK))
		function_repeats_write(tr, rb, &old, ctx);
	local_irq_restore(flags);
}

/* A call that is not counted. @fregs: NULL for no stack. */
static noinline void function_repeats_record(u64 ip, u64 parent_ip, struct trace_array *tr,
					     const struct ftrace_regs *fregs)
{
	u32 count = preempt_count(), ctx = trace_gen_ctx_at(count);
	u32 bit = trace_recursion_enter(count);
	struct ring_buffer_per_cpu *rb;

	if (!bit)
		return;
	rb = tr->buffer->cpu[smp_processor_id()];
	function_repeats_end(tr, rb, ip, parent_ip, ctx);
	function_trace_write(rb, ip, parent_ip, ctx);
	if (fregs)
		trace_stack_record(rb, ctx, bit, ip, parent_ip, fregs);
	trace_recursion_exit(bit);
}

void function_no_repeats_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			      struct ftrace_regs *fregs)
{
	if (unlikely(!function_repeats_count(ops->pid_slot, ip, parent_ip)))
		function_repeats_record(ip, parent_ip, ops->private, NULL);
}

void function_stack_no_repeats_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				    struct ftrace_regs *fregs)
{
	if (unlikely(!function_repeats_count(ops->pid_slot, ip, parent_ip)))
		function_repeats_record(ip, parent_ip, ops->private, fregs);
}

/* On each processor, interrupts off. */
static void function_repeats_flush_here(void *arg)
{
	struct trace_array *tr = arg;
	u32 count = preempt_count(), bit = trace_recursion_enter(count);

	if (!bit)
		return;
	function_repeats_end(tr, tr->buffer->cpu[smp_processor_id()], 0, 0,
			     trace_gen_ctx_at(count));
	trace_recursion_exit(bit);
}

void function_repeats_flush(struct trace_array *tr, bool stop)
{
	if (tr->current_tracer != &function_tracer || !(tr->tracer_flags & FUNCTION_NO_REPEATS))
		return;
	if (stop)
		__atomic_fetch_or(&tr->function_ops.skip, FTRACE_SKIP_TRACING_OFF,
				  __ATOMIC_SEQ_CST);
	on_each_cpu(function_repeats_flush_here, tr, true);
}
