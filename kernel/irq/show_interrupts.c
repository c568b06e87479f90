/* SPDX-License-Identifier: MIT */
/* The text of /proc/interrupts and /proc/softirqs: one row per line or kind, a column per CPU. */
#include "arch/x86_64/acpi.h"
#include "kernel/fs/seq_file.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/irq_desc.h"
#include "kernel/irq/softirq.h"
#include "lib/compiler.h"

static const struct {
	enum irq_stat_item item;
	const char *label;
	const char *text;
} irq_stat_rows[] = {
	{IRQ_STAT_NMI, "NMI", "Non-maskable interrupts"},
	{IRQ_STAT_TIMER, "LOC", "Local timer interrupts"},
	{IRQ_STAT_SPURIOUS, "SPU", "Spurious interrupts"},
	{IRQ_STAT_IRQ_WORK, "IWI", "IRQ work interrupts"},
	{IRQ_STAT_RESCHEDULE, "RES", "Rescheduling interrupts"},
	{IRQ_STAT_CALL_FUNCTION, "CAL", "Function call interrupts"},
	{IRQ_STAT_STOP_MACHINE, "STP", "Stop machine interrupts"},
	{IRQ_STAT_ERROR, "ERR", "APIC error interrupts"},
};

static void show_cpu_heading(struct seq_file *m, u32 indent)
{
	u32 cpu;

	seq_printf(m, "%*s", indent, "");
	for_each_online_cpu (cpu)
		seq_printf(m, "CPU%-8u", cpu); /* as wide as a count */
	seq_putc(m, '\n');
}

static void show_irq_line(struct seq_file *m, u32 irq)
{
	struct irq_desc *desc = &irq_descs[irq];
	struct irqaction *action;
	char separator = ' ';
	u64 flags;
	u32 cpu;

	seq_printf(m, "%3u: ", irq);
	for_each_online_cpu (cpu) {
		const struct irq_cpu_stat *stat = per_cpu_ptr(irq_stat, cpu);

		seq_printf(m, "%10lu ", stat->lines[irq]);
	}
	seq_printf(m, "  %s  %2u-%-8s", desc->chip->name,
		   irq < NR_ISA_IRQS ? madt_info.isa_irq[irq].gsi : irq,
		   desc->level ? "level" : "edge");
	spin_lock_irqsave(&desc->lock, flags);
	for (action = desc->action; action; action = action->next, separator = ',')
		seq_printf(m, "%c %s", separator, action->name);
	spin_unlock_irqrestore(&desc->lock, flags);
	seq_putc(m, '\n');
}

int show_interrupts(struct seq_file *m, void *v)
{
	u32 cpu;

	show_cpu_heading(m, 11);
	for (u32 irq = 0; irq < NR_IRQS; irq++)
		if (irq_descs[irq].action)
			show_irq_line(m, irq);
	for (u32 row = 0; row < ARRAY_SIZE(irq_stat_rows); row++) {
		seq_printf(m, "%3s: ", irq_stat_rows[row].label);
		for_each_online_cpu (cpu) {
			const struct irq_cpu_stat *stat = per_cpu_ptr(irq_stat, cpu);

			seq_printf(m, "%10lu ", stat->items[irq_stat_rows[row].item]);
		}
		seq_printf(m, "  %s\n", irq_stat_rows[row].text);
	}
	return 0;
}

int show_softirqs(struct seq_file *m, void *v)
{
	u32 cpu;

	show_cpu_heading(m, 20);
	for (u32 nr = 0; nr < NR_SOFTIRQS; nr++) {
		seq_printf(m, "%12s:", softirq_to_name[nr]);
		for_each_online_cpu (cpu) {
			const struct softirq_cpu_stat *stat = per_cpu_ptr(softirq_stat, cpu);

			seq_printf(m, " %10lu", stat->count[nr]);
		}
		seq_putc(m, '\n');
	}
	return 0;
}
