/* SPDX-License-Identifier: MIT */
/*
 * So that a tracer is never traced by itself.
 *
 * While a callback works, a bit for its context level (task, softirq, hardirq,
 * NMI) is set in this processor's preempt_count. A second callback at the same
 * level was called by something the first one called: it must not go on. One at
 * a higher level interrupted the first and may. As the bits lie in
 * preempt_count, they keep the task on its processor at no extra cost.
 *
 * The functions at the very beginning and end of an interrupt run before it is
 * accounted as one, or after, so they look as if the interrupted callback had
 * called them. Therefore one further callback may begin at a level that is busy,
 * marked by a bit of its own; what that one calls is not traced.
 */
#pragma once

#include "kernel/sched/preempt.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* Calls not traced because they came out of a callback. */
DECLARE_PER_CPU(u64, ftrace_recursions);

/*
 * True in plain task context with no callback running and no softirqs disabled:
 * the level is known, and no bit above the first four of preempt_count is set.
 */
static __always_inline bool trace_context_is_plain(u32 count)
{
	return likely(count <= 15);
}

/* Sets and clears the level's bit, one instruction each. */
static __always_inline void trace_recursion_set(u32 bit)
{
	__asm__ volatile("addl %1, %0" : "+m"(__preempt_count) : "ri"(bit) : "memory", "cc");
}

static __always_inline void trace_recursion_clear(u32 bit)
{
	__asm__ volatile("subl %1, %0" : "+m"(__preempt_count) : "ri"(bit) : "memory", "cc");
}

/* Return: the bit for a callback that begins with preempt_count @count, or 0: it must not. */
static inline u32 trace_recursion_bit(u32 count)
{
	u32 level = count & NMI_MASK ? 3 : count & HARDIRQ_MASK ? 2 : !!(count & SOFTIRQ_OFFSET);
	u32 bit = TRACE_RECURSION_OFFSET << level;

	if (!(count & bit))
		return bit;
	return count & TRACE_TRANSITION_OFFSET ? 0 : TRACE_TRANSITION_OFFSET;
}

/*
 * Begins a callback in any context. @count: preempt_count as the traced function sees it.
 * Return: what trace_recursion_exit() takes; 0: do nothing, and do not call it.
 */
static inline u32 trace_recursion_enter(u32 count)
{
	u32 bit = trace_recursion_bit(count);

	if (bit)
		trace_recursion_set(bit);
	else
		ftrace_recursions++;
	return bit;
}

/* Ends it, and runs a task that should have run meanwhile: need_resched(), an instruction less. */
static __always_inline void trace_recursion_exit(u32 bit)
{
	trace_recursion_clear(bit);
	__asm__ goto("cmpl $0, %0\n\tjne %l1" : : "m"(__need_resched) : "cc", "memory" : wanted);
	return;
wanted:
	if (!__preempt_count)
		preempt_schedule_notrace();
}
