/* SPDX-License-Identifier: MIT */
/* Stopping the other processors for good: panic, power off, restart. */
#include "arch/x86_64/apic.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "kernel/sched/preempt.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"

#define STOP_WAIT_NS	(200 * NSEC_PER_MSEC) /* per CPU, before the NMI and again after it */
#define STOP_WAIT_POLLS 100000000u	      /* in case that the clock stands */

static u32 smp_stopping;

bool smp_is_stopping(void)
{
	return READ_ONCE(smp_stopping);
}

void smp_stop_this_cpu(void)
{
	local_irq_disable();
	set_cpu_online(smp_processor_id(), false);
	for (;;)
		halt();
}

/* Waits, bounded, until no CPU of @others is online. Return: those that still are. */
static cpumask_t smp_wait_stopped(cpumask_t others)
{
	u64 start = ktime_get_ns();
	u64 limit = STOP_WAIT_NS * (cpumask_weight(others) + 1);
	u32 polls = 0;

	while (READ_ONCE(cpu_online_mask) & others && ktime_get_ns() - start < limit &&
	       polls++ < STOP_WAIT_POLLS)
		cpu_relax();
	return READ_ONCE(cpu_online_mask) & others;
}

void smp_send_stop(void)
{
	cpumask_t others;

	preempt_disable(); /* for good: the caller's CPU is the one that is left */
	if (xchg(&smp_stopping, 1))
		return;
	others = READ_ONCE(cpu_online_mask) & ~cpumask_of(smp_processor_id());
	if (!others)
		return;
	apic_send_ipi_mask(others, REBOOT_VECTOR);
	others = smp_wait_stopped(others);
	if (others) { /* interrupts are off there */
		apic_send_ipi_mask(others, NMI_VECTOR);
		smp_wait_stopped(others);
	}
}
