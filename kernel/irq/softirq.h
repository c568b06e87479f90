/* SPDX-License-Identifier: MIT */
/*
 * Softirqs: the second half of interrupt handling, run with interrupts on at
 * the end of a hard interrupt, at local_bh_enable(), or in ksoftirqd/N when
 * there is too much of it. Each CPU runs its own; the same softirq may run on
 * several CPUs at once but never nests on one.
 */
#pragma once

#include "arch/x86_64/percpu.h"
#include "kernel/sched/preempt.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* In the order they are run. Numbers and names are Linux's; those with no user are kept. */
enum {
	HI_SOFTIRQ,
	TIMER_SOFTIRQ,
	NET_TX_SOFTIRQ,
	NET_RX_SOFTIRQ,
	BLOCK_SOFTIRQ,
	IRQ_POLL_SOFTIRQ,
	TASKLET_SOFTIRQ,
	SCHED_SOFTIRQ,
	HRTIMER_SOFTIRQ,
	RCU_SOFTIRQ,
	NR_SOFTIRQS,
};

/* "HI", "TIMER", ... as in /proc/softirqs and in the irq events. */
extern const char *const softirq_to_name[NR_SOFTIRQS];

/* Bit N: softirq N waits on this CPU. */
DECLARE_PER_CPU(u32, __softirq_pending);

/* How often each has run on this CPU. */
struct softirq_cpu_stat {
	u64 count[NR_SOFTIRQS];
};

DECLARE_PER_CPU(struct softirq_cpu_stat, softirq_stat);

static __always_inline u32 local_softirq_pending(void)
{
	return __softirq_pending;
}

/* Sets what softirq @nr does. @action runs with interrupts on and must not sleep. Boot only. */
void open_softirq(u32 nr, void (*action)(void));

/* Marks softirq @nr on this CPU; it runs soon. Context: any but NMI. */
void raise_softirq(u32 nr);

/* The same with interrupts off already. */
void raise_softirq_irqoff(u32 nr);

/* Runs what is pending, unless in an interrupt already. Context: task, interrupts on. */
void do_softirq(void);

/* Runs what is pending; called with interrupts off, softirqs not being served. */
void __do_softirq(void);

/* On the way out of a hard interrupt: runs what is pending, or leaves it to ksoftirqd. */
void invoke_softirq(void);

/* No softirq runs on this CPU until the matching local_bh_enable(). Nests. Context: not hardirq. */
static __always_inline void local_bh_disable(void)
{
	__preempt_count += SOFTIRQ_DISABLE_OFFSET;
	barrier();
}

/* The half that is not inlined: takes @count off, runs what waited. Context: interrupts on. */
void __local_bh_enable_ip(u32 count);

/* Runs the softirqs that waited, unless still inside another such section. */
static __always_inline void local_bh_enable(void)
{
	__local_bh_enable_ip(SOFTIRQ_DISABLE_OFFSET);
}

struct seq_file;

/* Prints /proc/softirqs: the show of a single file, @v is not used. Return: 0. */
int show_softirqs(struct seq_file *m, void *v);

/* Starts ksoftirqd/N for every online CPU. Context: task; may sleep. */
int spawn_ksoftirqd(void);
