/* SPDX-License-Identifier: MIT */
/*
 * Interrupts: who handles which line, and the way from a vector to the handler.
 *
 * Every vector from 0x20 up enters do_irq(). Device lines go on to
 * common_interrupt() and handle_irq_event(), interrupts that processors send
 * each other to the sysvec_... functions in arch/x86_64/.
 *
 * Line numbers below 16 are the ISA ones, wherever the firmware routed them;
 * from 16 up they are inputs of the I/O APICs.
 */
#pragma once

#include "arch/x86_64/percpu.h"
#include "arch/x86_64/ptrace.h"
#include "kernel/sched/preempt.h"
#include "kernel/smp/cpumask.h"
#include "lib/types.h"

#define NR_IRQS 64

typedef enum {
	IRQ_NONE,    /* not my device */
	IRQ_HANDLED, /* done */
} irqreturn_t;

/* Context: hardirq, interrupts off; must not sleep. @dev is what request_irq() was given. */
typedef irqreturn_t (*irq_handler_t)(u32 irq, void *dev);

/* One handler of a line; a line with IRQF_SHARED has a list of them. */
struct irqaction {
	irq_handler_t handler;
	void *dev;
	const char *name; /* as shown in /proc/interrupts */
	u32 flags;
	struct irqaction *next;
};

#define IRQF_SHARED 1u /* all users of the line must say so */

/**
 * request_irq() - have @handler called when line @irq fires, and unmask the line.
 * @name: kept, not copied.
 * @dev:  tells the users of a shared line apart; not NULL with IRQF_SHARED.
 *
 * Context: task; may sleep.
 * Return: 0, -EINVAL for a line that does not exist, -EBUSY when it is taken, -ENOMEM.
 */
int request_irq(u32 irq, irq_handler_t handler, u32 flags, const char *name, void *dev);

/* Undoes request_irq(); the handler runs nowhere when this returns. Context: task; may sleep. */
void free_irq(u32 irq, void *dev);

/* Masks or unmasks a line. Nests: as many enable_irq() as disable_irq(). Context: any but NMI. */
void disable_irq_nosync(u32 irq);
void enable_irq(u32 irq);

/* Waits until no handler of @irq runs on any CPU. Context: task. */
void synchronize_irq(u32 irq);

/* Entry from arch/x86_64/entry.asm for vectors 0x20 to 0xff. Interrupts are off. */
void do_irq(struct pt_regs *regs, u8 vector);

/* The registers that the current interrupt interrupted; NULL outside one. */
DECLARE_PER_CPU(struct pt_regs *, __irq_regs);

static __always_inline struct pt_regs *get_irq_regs(void)
{
	return __irq_regs;
}

/* Bracket every hard interrupt handler: accounting, and softirqs on the way out. */
void irq_enter_rcu(void);
void irq_exit_rcu(void);

/* Counted per CPU, besides the device lines; the order of rows in /proc/interrupts. */
enum irq_stat_item {
	IRQ_STAT_NMI,
	IRQ_STAT_TIMER,
	IRQ_STAT_SPURIOUS,
	IRQ_STAT_IRQ_WORK,
	IRQ_STAT_RESCHEDULE,
	IRQ_STAT_CALL_FUNCTION,
	IRQ_STAT_STOP_MACHINE,
	IRQ_STAT_ERROR,
	NR_IRQ_STATS,
};

struct irq_cpu_stat {
	u64 lines[NR_IRQS];
	u64 items[NR_IRQ_STATS];
};

DECLARE_PER_CPU(struct irq_cpu_stat, irq_stat);

/* Adds one to this CPU's @item. Context: any with preemption off, NMI included. */
static __always_inline void irq_stat_inc(enum irq_stat_item item)
{
	struct irq_cpu_stat *stat = this_cpu_ptr(irq_stat);

	stat->items[item]++;
}

struct seq_file;

/* Prints /proc/interrupts: the show of a single file, @v is not used. Return: 0. */
int show_interrupts(struct seq_file *m, void *v);
