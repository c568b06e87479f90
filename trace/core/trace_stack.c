/* SPDX-License-Identifier: MIT */
/*
 * Recording stacks. How long one is shows only when it has been walked, so it is
 * written aside first, in room that each context level of each processor has.
 */
#include "trace/core/trace_stack.h"

#include "arch/x86_64/unwind.h"
#include "kernel/kallsyms.h"
#include "lib/string.h"

/* Task, softirq, interrupt, NMI, and the way from one to the next: as the bits of a callback. */
#define STACK_LEVELS 5

struct trace_stack_room {
	u64 callers[STACK_LEVELS][TRACE_STACK_FRAMES];
};

static DEFINE_PER_CPU(struct trace_stack_room, trace_stack_room);

static __always_inline void trace_stack_write(struct ring_buffer_per_cpu *rb, u32 ctx,
					      const u64 *callers, u32 count)
{
	u32 length = (u32)(sizeof(struct stack_entry) + count * sizeof(callers[0]));
	struct stack_entry *entry = trace_record_reserve(rb, TRACE_STACK, length, ctx);

	if (!entry)
		return;
	entry->size = (s32)count;
	entry->unused = 0;
	memcpy(entry->caller, callers, count * sizeof(callers[0]));
	trace_record_commit(rb, entry, length);
}

/*
 * The traced function has not made its frame yet: it and its caller are known
 * otherwise, and the frame that %rbp points to is the caller's. Its return address may
 * have been replaced by the graph tracer's meanwhile, the callback's argument has not.
 */
void trace_stack_record(struct ring_buffer_per_cpu *rb, u32 ctx, u32 bit, u64 ip, u64 parent_ip,
			const struct ftrace_regs *fregs)
{
	struct trace_stack_room *room = this_cpu_ptr(trace_stack_room);
	u64 *callers = room->callers[__builtin_ctz(bit / TRACE_RECURSION_OFFSET)];
	u32 count;

	callers[0] = ip;
	callers[1] = parent_ip;
	count = 2 + stack_trace_save_frame(fregs->bp, callers + 2, TRACE_STACK_FRAMES - 2);
	trace_stack_write(rb, ctx, callers, count);
}

/* Leaves out the way from a probed instruction to here: what cannot be traced, up to what can. */
static u32 skip_probe(u64 *callers, u32 count)
{
	struct kallsym sym;
	u32 skipped = 0;

	while (skipped < count &&
	       (!kallsyms_lookup(callers[skipped], &sym) || ftrace_site_index(sym.address) < 0))
		skipped++;
	memmove(callers, callers + skipped, (count - skipped) * sizeof(callers[0]));
	return count - skipped;
}

u32 trace_stack_save_callers(u64 *callers, u32 max, const void *local)
{
	const u64 *frame = __builtin_frame_address(0);
	u32 count;

	/* What is on no stack is a probe's: skip_probe() finds its place. */
	while (frame < (const u64 *)local && (u64)local - (u64)frame < THREAD_SIZE)
		frame = (const u64 *)*frame;
	count = stack_trace_save_frame((u64)frame, callers, max);
	return preempt_count() & TRACE_KPROBE_OFFSET ? skip_probe(callers, count) : count;
}

/* Most return addresses behind an event; they lie on the stack meanwhile. */
#define EVENT_STACK_FRAMES 32

void trace_stack_after_event(struct ring_buffer_per_cpu *rb, u32 ctx, const void *local)
{
	u64 callers[EVENT_STACK_FRAMES];
	u32 count = trace_stack_save_callers(callers, EVENT_STACK_FRAMES, local);

	trace_stack_write(rb, ctx, callers, count);
}
