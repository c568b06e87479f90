/* SPDX-License-Identifier: MIT */
/*
 * What this processor is in the middle of: one per-CPU word counts how often
 * preemption was disabled and how deep softirqs, interrupts and NMIs nest.
 *
 *	bits  0- 7  preempt_disable() depth
 *	bits  8-15  softirq: 0x100 while softirqs run, 0x200 per local_bh_disable()
 *	bits 16-19  hardirq depth
 *	bits 20-23  NMI depth
 *	bits 24-28  a tracer's callback runs, one bit per context level and one for
 *		    the way from one to the next: trace/core/ftrace_recursion.h
 *	bit  29	    the callbacks of a function with several are being called
 *	bit  30	    a probe's function runs
 *
 * schedule() runs with the count at 1; every task leaves and enters it so,
 * which is why the word can be per CPU and need not be saved per task.
 */
#pragma once

#include "arch/x86_64/percpu.h"

#define PREEMPT_OFFSET		1u
#define SOFTIRQ_OFFSET		0x100u
#define SOFTIRQ_DISABLE_OFFSET	0x200u
#define HARDIRQ_OFFSET		0x10000u
#define NMI_OFFSET		0x100000u
#define TRACE_RECURSION_OFFSET	0x1000000u
#define TRACE_TRANSITION_OFFSET 0x10000000u
#define TRACE_LIST_OFFSET	0x20000000u
#define TRACE_KPROBE_OFFSET	0x40000000u

#define PREEMPT_MASK 0x0000ffu
#define SOFTIRQ_MASK 0x00ff00u
#define HARDIRQ_MASK 0x0f0000u
#define NMI_MASK     0xf00000u

DECLARE_PER_CPU(u32, __preempt_count);
/* Set when a better task waits for this processor; schedule() clears it. */
DECLARE_PER_CPU(u32, __need_resched);

static __always_inline u32 preempt_count(void)
{
	return __preempt_count;
}

static __always_inline bool need_resched(void)
{
	return __need_resched;
}

static __always_inline bool in_nmi(void)
{
	return preempt_count() & NMI_MASK;
}

static __always_inline bool in_hardirq(void)
{
	return preempt_count() & HARDIRQ_MASK;
}

static __always_inline bool in_serving_softirq(void)
{
	return preempt_count() & SOFTIRQ_OFFSET;
}

/* In an NMI, a hard interrupt or a softirq, or with softirqs disabled. */
static __always_inline bool in_interrupt(void)
{
	return preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK);
}

/* In plain task context, whatever preempt_disable() says. */
static __always_inline bool in_task(void)
{
	return !(preempt_count() & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET));
}

/* The task stays on this processor until the matching preempt_enable(). Nests. */
static __always_inline void preempt_disable(void)
{
	__preempt_count += PREEMPT_OFFSET;
	barrier();
}

/* Ends it without looking whether another task should run. */
static __always_inline void preempt_enable_no_resched(void)
{
	barrier();
	__preempt_count -= PREEMPT_OFFSET;
}

/* Runs a better task if one waits. Context: task, preemption and interrupts on. */
void preempt_schedule(void);
/* The same, not traced: for the tracer's own preempt_enable(). */
void preempt_schedule_notrace(void);

static __always_inline void preempt_enable(void)
{
	preempt_enable_no_resched();
	if (unlikely(__need_resched) && !__preempt_count)
		preempt_schedule();
}

static __always_inline void preempt_enable_notrace(void)
{
	preempt_enable_no_resched();
	if (unlikely(__need_resched) && !__preempt_count)
		preempt_schedule_notrace();
}
