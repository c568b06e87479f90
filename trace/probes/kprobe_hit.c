/* SPDX-License-Identifier: MIT */
/*
 * A probe is hit: by the int3, by the jump, by the site of its function, or as
 * the function returns. Hot, and in any context.
 */
#include "arch/x86_64/atomic.h"
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/kprobe_slot.h"
#include "lib/errno.h"
#include "trace/core/fgraph.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/probes/kprobe_site.h"

static __always_inline void kprobe_call(struct kprobe_site *site, struct pt_regs *regs)
{
	struct kprobe *probe;

	for (probe = READ_ONCE(site->probes); probe; probe = READ_ONCE(probe->next))
		probe->func(probe, regs);
}

static noinline void kprobe_missed(struct kprobe_site *site)
{
	struct kprobe *probe;

	for (probe = READ_ONCE(site->probes); probe; probe = READ_ONCE(probe->next))
		__atomic_fetch_add(&probe->nmissed, 1, __ATOMIC_RELAXED);
}

/*
 * Which bits to set when preempt_count is @count. Where a tracer's callback could begin once more
 * at a busy level, a probe cannot if it is a probe that is at work.
 * Return: what trace_recursion_exit() takes; 0: it must not be called.
 */
static noinline u32 kprobe_bits_uncommon(u32 count)
{
	u32 bit = trace_recursion_bit(count);

	if (count & TRACE_KPROBE_OFFSET)
		return bit == TRACE_TRANSITION_OFFSET ? 0 : bit;
	return bit ? bit | TRACE_KPROBE_OFFSET : 0;
}

#define KPROBE_BITS_PLAIN (TRACE_RECURSION_OFFSET | TRACE_KPROBE_OFFSET)

static __always_inline u32 kprobe_bits(u32 count)
{
	return trace_context_is_plain(count) ? KPROBE_BITS_PLAIN : kprobe_bits_uncommon(count);
}

/* With interrupts off. Not trace_recursion_exit(): who is to run next is asked later. */
static __always_inline void kprobe_trap_hit(struct kprobe_site *site, struct pt_regs *regs)
{
	u32 bits = kprobe_bits(preempt_count());

	if (unlikely(!bits))
		return kprobe_missed(site);
	trace_recursion_set(bits);
	kprobe_call(site, regs);
	trace_recursion_clear(bits);
}

bool kprobe_int3_hit(struct pt_regs *regs)
{
	struct kprobe_site *site = kprobe_find(regs->ip - 1, KPROBE_BEFORE);

	if (!site || !site->slot)
		return false;
	regs->ip--;
	kprobe_trap_hit(site, regs);
	regs->ip = READ_ONCE(site->resume);
	return true;
}

/* The site may be gone: then the slot is kept until this processor has left it. */
void kprobe_jump_hit(struct pt_regs *regs)
{
	struct kprobe_site *site = kprobe_find(regs->ip, KPROBE_BEFORE);

	if (likely(site))
		kprobe_trap_hit(site, regs);
}

/* In an interrupt, or a callback: preemption is off already. */
static noinline void kprobe_function_hit_uncommon(u64 ip, struct pt_regs *regs)
{
	struct kprobe_site *site = kprobe_find(ip, KPROBE_BEFORE);
	u32 bits = kprobe_bits_uncommon(preempt_count());

	if (!site)
		return;
	if (!bits)
		return kprobe_missed(site);
	trace_recursion_set(bits);
	kprobe_call(site, regs);
	trace_recursion_exit(bits);
}

/* The bits, which keep the task on this processor, are set before the site is looked for. */
__hot_callback void kprobe_function_hit(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
					struct ftrace_regs *fregs)
{
	struct pt_regs *regs = ftrace_get_regs(fregs);
	struct kprobe_site *site;

	if (unlikely(!trace_context_is_plain(preempt_count())))
		return kprobe_function_hit_uncommon(ip, regs);
	trace_recursion_set(KPROBE_BITS_PLAIN);
	site = kprobe_find(ip, KPROBE_BEFORE);
	if (likely(site))
		kprobe_call(site, regs);
	trace_recursion_exit(KPROBE_BITS_PLAIN);
}

/* Member by member: all at once the compiler would zero in a slow loop. */
static __always_inline void make_regs(struct pt_regs *regs, const struct fgraph_frame *frame,
				      u64 retval)
{
	/* As return_to_handler.asm has pushed them. */
	regs->bp = frame->where[-1];
	regs->ax = retval;
	regs->dx = frame->where[-3];
	regs->ip = frame->ret;
	regs->cs = __KERNEL_CS;
	regs->flags = local_save_flags();
	regs->sp = (u64)(frame->where + 1);
	regs->ss = __KERNEL_DS;
	regs->r15 = regs->r14 = regs->r13 = regs->r12 = 0;
	regs->r11 = regs->r10 = regs->r9 = regs->r8 = 0;
	regs->bx = regs->cx = regs->si = regs->di = regs->orig_ax = 0;
}

/* In fgraph_frame.id: the call is followed for one probe, whose active >> 16 is in the frame; */
#define KPROBE_FOR_ONE (1ul << 16)
/* or somebody else follows it, too, and it returns to that first. */
#define KPROBE_SHARED (1ul << 17)

/* Unless it has been enabled anew since then. */
static void kprobe_end_active(struct kprobe *probe, u64 time)
{
	u64 active = READ_ONCE(probe->active), found;

	while (active >> 16 == time &&
	       (found = cmpxchg(&probe->active, active, active - 1)) != active)
		active = found;
}

static noinline void kprobe_call_one(struct kprobe_site *site, u64 time, struct pt_regs *regs)
{
	struct kprobe *probe;

	for (probe = READ_ONCE(site->probes); probe; probe = READ_ONCE(probe->next)) {
		if (READ_ONCE(probe->active) >> 16 != time)
			continue;
		probe->func(probe, regs);
		kprobe_end_active(probe, time);
	}
}

/* @count: preempt_count before @bit was set. @marked: the frame may have marks. */
static __always_inline void kprobe_end_call(struct fgraph_frame *frame, struct fgraph_stack *stack,
					    u64 retval, u32 count, u32 bit, bool marked)
{
	bool for_one = marked && (frame->id & KPROBE_FOR_ONE);
	struct kprobe_site *site =
		kprobe_find(frame->func, for_one ? KPROBE_AFTER_LIMITED : KPROBE_AFTER);
	u32 more = count & TRACE_KPROBE_OFFSET ? 0 : TRACE_KPROBE_OFFSET;
	struct pt_regs regs;

	if (likely(site && site->probes)) {
		make_regs(&regs, frame, retval);
		if (marked)
			regs.ip = fgraph_caller(regs.ip);
		trace_recursion_set(more);
		for_one ? kprobe_call_one(site, frame->own, &regs) : kprobe_call(site, &regs);
		trace_recursion_clear(more);
	}
	fgraph_pop(stack, frame);
	trace_recursion_exit(bit);
}

static void kprobe_returned_uncommon(struct fgraph_user *user, u32 count, u64 retval, u64 end,
				     struct fgraph_frame *frame, struct fgraph_stack *stack,
				     u32 bit)
{
	kprobe_end_call(frame, stack, retval, count, bit, true);
}

static void kprobe_returned(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			    struct fgraph_frame *frame, struct fgraph_stack *stack)
{
	kprobe_end_call(frame, stack, retval, 0, TRACE_RECURSION_OFFSET, false);
}

static struct fgraph_user kprobe_fgraph_user = {
	.exit = kprobe_returned,
	.exit_uncommon = kprobe_returned_uncommon,
};

int kprobe_return_prepare(void)
{
	return kprobe_fgraph_user.id ? 0 : register_fgraph_user(&kprobe_fgraph_user);
}

/* The frame below is another's, or there is no room, or a tracer is at work. */
static noinline void kprobe_return_enter_uncommon(struct fgraph_stack *stack, u64 ip,
						  struct ftrace_regs *fregs)
{
	u64 mark = fregs->parent_ip == (u64)return_to_handler ? KPROBE_SHARED : 0;
	struct kprobe_site *site;

	if (kprobe_bits(preempt_count()) && stack &&
	    fgraph_push(stack, kprobe_fgraph_user.id | mark, ip, 0, fregs))
		return;
	preempt_disable();
	site = kprobe_find(ip, KPROBE_AFTER);
	if (site)
		kprobe_missed(site);
	preempt_enable_notrace();
}

/* The shadow stack is the task's own, and nothing is called: that needs no guard. */
__hot_callback void kprobe_return_enter(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
					struct ftrace_regs *fregs)
{
	struct fgraph_stack *stack = current->trace.fgraph;
	u64 id = kprobe_fgraph_user.id;
	struct fgraph_frame *frame;

	if (unlikely(!stack || !trace_context_is_plain(preempt_count())))
		return kprobe_return_enter_uncommon(stack, ip, fregs);
	frame = stack->top;
	if (unlikely(!fgraph_is_plain(stack, frame, id)))
		return kprobe_return_enter_uncommon(stack, ip, fregs);
	fgraph_fill(stack, frame, id, ip, frame[-1].depth + 1, fregs);
}

/* Has the call followed for this probe, if there is a place for it. */
static bool kprobe_begin_active(struct kprobe *probe, struct fgraph_stack *stack, u64 ip,
				struct ftrace_regs *fregs)
{
	u64 active = READ_ONCE(probe->active), found;
	struct fgraph_frame *frame;

	while ((u16)active < probe->maxactive) {
		found = cmpxchg(&probe->active, active, active + 1);
		if (found != active) {
			active = found;
			continue;
		}
		frame = fgraph_push(stack, kprobe_fgraph_user.id | KPROBE_FOR_ONE, ip, 0, fregs);
		if (frame)
			frame->own = active >> 16;
		else
			kprobe_end_active(probe, active >> 16);
		return frame;
	}
	return false;
}

/* Each probe has a frame of its own. */
void kprobe_limited_enter(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct fgraph_stack *stack = current->trace.fgraph;
	bool busy = !stack || !kprobe_bits(preempt_count());
	struct kprobe_site *site;
	struct kprobe *probe;

	preempt_disable();
	site = kprobe_find(ip, KPROBE_AFTER_LIMITED);
	for (probe = site ? READ_ONCE(site->probes) : NULL; probe; probe = READ_ONCE(probe->next))
		if (busy || !kprobe_begin_active(probe, stack, ip, fregs))
			__atomic_fetch_add(&probe->nmissed, 1, __ATOMIC_RELAXED);
	preempt_enable_notrace();
}
