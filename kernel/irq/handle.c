/* SPDX-License-Identifier: MIT */
/*
 * The way of an interrupt from its vector to its handler and back. A trace of
 * one shows this file: common_interrupt() or a sysvec_...(), irq_enter_rcu(),
 * the handler, irq_exit_rcu() with the softirqs that are due.
 */
#include "arch/x86_64/i8259.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/sysvec.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/irq_desc.h"
#include "kernel/irq/softirq.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "trace/events/irq.h"

DEFINE_PER_CPU(struct pt_regs *, __irq_regs);
DEFINE_PER_CPU(struct irq_cpu_stat, irq_stat);

/* A line that nobody wants this often in a row is masked. */
#define MAX_UNHANDLED 10000u

noinline void irq_enter_rcu(void)
{
	__preempt_count += HARDIRQ_OFFSET;
	barrier();
}

noinline void irq_exit_rcu(void)
{
	barrier();
	__preempt_count -= HARDIRQ_OFFSET;
	if (!in_interrupt() && local_softirq_pending())
		invoke_softirq();
}

/* Asks each user of the line. Return: whether one had something to do. */
static noinline irqreturn_t handle_irq_event(struct irq_desc *desc, u32 irq)
{
	irqreturn_t result = IRQ_NONE;
	struct irqaction *action;

	for (action = READ_ONCE(desc->action); action; action = READ_ONCE(action->next)) {
		irqreturn_t one;

		trace_irq_handler_entry(irq, action->name);
		one = action->handler(irq, action->dev);
		trace_irq_handler_exit(irq, one == IRQ_HANDLED);
		if (one == IRQ_HANDLED)
			result = IRQ_HANDLED;
	}
	return result;
}

static void note_interrupt(struct irq_desc *desc, u32 irq, irqreturn_t result)
{
	if (result == IRQ_HANDLED) {
		desc->unhandled = 0;
	} else if (++desc->unhandled == MAX_UNHANDLED) {
		pr_err("irq %u: %u interrupts that nobody wants; masked\n", irq, MAX_UNHANDLED);
		disable_irq_nosync(irq);
	}
}

/* An interrupt of a device line. */
static noinline __irq_entry void common_interrupt(struct pt_regs *regs, u8 vector)
{
	u32 irq = vector - FIRST_EXTERNAL_VECTOR;
	struct irq_desc *desc = &irq_descs[irq];
	struct irq_cpu_stat *stat = this_cpu_ptr(irq_stat);

	irq_enter_rcu();
	if (!desc->chip || (desc->chip == &i8259_irq_chip && i8259_is_spurious(irq))) {
		irq_stat_inc(IRQ_STAT_SPURIOUS);
	} else {
		stat->lines[irq]++;
		atomic_inc(&desc->in_progress);
		note_interrupt(desc, irq, handle_irq_event(desc, irq));
		atomic_dec(&desc->in_progress);
		desc->chip->eoi(irq);
	}
	irq_exit_rcu();
}

notrace void do_irq(struct pt_regs *regs, u8 vector)
{
	struct pt_regs *interrupted = __irq_regs;

	__irq_regs = regs;
	if (vector < FIRST_EXTERNAL_VECTOR + NR_IRQS)
		common_interrupt(regs, vector);
	else
		sysvec_dispatch(regs, vector);
	__irq_regs = interrupted;
}
