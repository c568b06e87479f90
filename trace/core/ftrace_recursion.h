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
 * A function called between an interrupt's entry and its irq_enter() counts as
 * the level below; if that was inside a callback, the call is not traced.
 */
#pragma once

#include "kernel/sched/preempt.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* Calls not traced because they came out of a callback. */
DECLARE_PER_CPU(u64, ftrace_recursions);

/* The level's bit when it is not plain task context, or is busy. Return: the bit, or 0. */
static inline u32 trace_recursion_bit(u32 count)
{
	u32 level = count & NMI_MASK ? 3 : count & HARDIRQ_MASK ? 2 : !!(count & SOFTIRQ_OFFSET);
	u32 bit = TRACE_RECURSION_OFFSET << level;

	return count & bit ? 0 : bit;
}

/*
 * Begins a callback. @count receives preempt_count as the traced function sees it.
 * Return: what trace_recursion_exit() takes; 0: do nothing, and do not call it.
 * Context: any, NMI included.
 */
static __always_inline u32 trace_recursion_enter(u32 *count)
{
	u32 bit = TRACE_RECURSION_OFFSET;

	*count = __preempt_count;
	if (unlikely(*count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET | TRACE_RECURSION_OFFSET)))
		bit = trace_recursion_bit(*count);
	if (unlikely(!bit)) {
		ftrace_recursions++;
		return 0;
	}
	__preempt_count += bit;
	barrier();
	return bit;
}

/* Ends it, and runs a task that should have run meanwhile. */
static __always_inline void trace_recursion_exit(u32 bit)
{
	barrier();
	__preempt_count -= bit;
	if (unlikely(__need_resched) && !__preempt_count)
		preempt_schedule_notrace();
}
