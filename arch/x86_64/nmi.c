/* SPDX-License-Identifier: MIT */
/* Non-maskable interrupts: telling apart what they were sent for. */
#include "arch/x86_64/nmi.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/atomic.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "kernel/irq/irq.h"
#include "kernel/locks/arch_spinlock.h"
#include "kernel/oops.h"
#include "kernel/printk.h"
#include "kernel/sched/task.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"

#define BACKTRACE_WAIT_NS (5 * NSEC_PER_SEC) /* per CPU that is asked */

#define NMI_LATE_NS (10 * NSEC_PER_SEC) /* one sent by a CPU has arrived by then */

/* CPUs that have yet to print; each takes its own bit out. Atomic. */
static cpumask_t nmi_backtrace_mask;
/* CPUs that nmi_send() has sent one to that has not come. Atomic. */
static cpumask_t nmi_sent_mask;
/* One CPU prints at a time. */
static arch_spinlock_t nmi_backtrace_lock;

static nmi_handler_t nmi_extra_handler;

/* When the last NMI was sent to this CPU; written by the sender. */
static DEFINE_PER_CPU(u64, nmi_sent_ns);

void nmi_set_handler(nmi_handler_t handler)
{
	WRITE_ONCE(nmi_extra_handler, handler);
}

void nmi_send_ipi(u32 cpu)
{
	u64 *sent_ns = per_cpu_ptr(nmi_sent_ns, cpu);

	WRITE_ONCE(*sent_ns, ktime_get_ns() + 1); /* never 0: that is none */
	apic_send_ipi(cpu, NMI_VECTOR);
}

static void nmi_print_backtrace(struct pt_regs *regs)
{
	u32 cpu = smp_processor_id();

	arch_spin_lock(&nmi_backtrace_lock);
	if (regs && is_idle_task(current) && !(preempt_count() & SOFTIRQ_MASK)) {
		printk(KERN_WARNING "NMI backtrace for cpu %u skipped: idling at %pS\n", cpu,
		       (void *)regs->ip);
	} else {
		printk(KERN_WARNING "NMI backtrace for cpu %u\n", cpu);
		if (regs)
			show_regs(regs);
		else
			dump_stack();
	}
	arch_spin_unlock(&nmi_backtrace_lock);
}

static bool nmi_cpu_backtrace(struct pt_regs *regs)
{
	u32 cpu = smp_processor_id();

	if (!cpumask_test_cpu(cpu, READ_ONCE(nmi_backtrace_mask)))
		return false;
	nmi_print_backtrace(regs);
	clear_bit(cpu, &nmi_backtrace_mask);
	return true;
}

noinline void nmi_handle(struct pt_regs *regs)
{
	nmi_handler_t extra = READ_ONCE(nmi_extra_handler);
	bool handled;

	irq_stat_inc(IRQ_STAT_NMI);
	if (smp_is_stopping())
		smp_stop_this_cpu();
	/* One NMI may stand for several: they are not counted by the processor. */
	handled = nmi_cpu_backtrace(regs);
	handled |= test_and_clear_bit(smp_processor_id(), &nmi_sent_mask);
	if (extra)
		handled |= extra(regs);
	/*
	 * Who sends one while another is on its way gets both, or one for both, so an
	 * NMI cannot be told from that of somebody who has been served already.
	 */
	if (handled || (nmi_sent_ns && ktime_get_ns() - nmi_sent_ns < NMI_LATE_NS))
		return;
	pr_warn("nmi: CPU#%u: unknown source\n", smp_processor_id());
	show_regs(regs);
}

/* Takes back the requests of CPUs that have not answered and names them. */
static void nmi_backtrace_give_up(void)
{
	cpumask_t silent = xchg(&nmi_backtrace_mask, CPU_MASK_NONE);
	u32 cpu;

	for_each_cpu (cpu, silent)
		pr_err("nmi: CPU#%u does not answer\n", cpu);
}

/* Sends, and waits, bounded, until all have printed. */
static void nmi_backtrace_others(cpumask_t others)
{
	u64 start = ktime_get_ns();
	u32 cpu;

	if (cmpxchg(&nmi_backtrace_mask, CPU_MASK_NONE, others) != CPU_MASK_NONE)
		return; /* somebody else is at it */
	for_each_cpu (cpu, others)
		nmi_send_ipi(cpu);
	while (READ_ONCE(nmi_backtrace_mask)) {
		if (ktime_get_ns() - start > BACKTRACE_WAIT_NS * cpumask_weight(others)) {
			nmi_backtrace_give_up();
			return;
		}
		cpu_relax();
	}
}

void nmi_trigger_cpumask_backtrace(cpumask_t mask)
{
	cpumask_t self, others;

	preempt_disable();
	self = cpumask_of(smp_processor_id());
	others = mask & READ_ONCE(cpu_online_mask) & ~self;
	if (mask & self)
		nmi_print_backtrace(NULL);
	if (others)
		nmi_backtrace_others(others);
	preempt_enable();
}

void nmi_send(cpumask_t mask)
{
	u32 cpu;

	mask &= READ_ONCE(cpu_online_mask);
	for_each_cpu (cpu, mask)
		if (apic_present() && !test_and_set_bit(cpu, &nmi_sent_mask))
			nmi_send_ipi(cpu);
}
