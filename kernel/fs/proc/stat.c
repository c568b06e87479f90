/* SPDX-License-Identifier: MIT */
/* /proc/stat and /proc/softirqs: what the processors have done since boot. */
#include "kernel/sched/stat.h"
#include "kernel/fs/proc/proc_internal.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/softirq.h"
#include "kernel/time/clock.h"

#define USER_TICK_NSEC (NSEC_PER_SEC / 100) /* the unit of the times in /proc/stat */

/* A line of user nice system idle iowait irq softirq steal guest guest_nice. */
static void show_cpu_times(struct seq_file *m, u64 total_ns, u64 idle_ns)
{
	u64 busy_ns = total_ns > idle_ns ? total_ns - idle_ns : 0;

	seq_printf(m, " 0 0 %lu %lu 0 0 0 0 0 0\n", busy_ns / USER_TICK_NSEC,
		   idle_ns / USER_TICK_NSEC);
}

/* How often line @irq has fired, and softirq @nr has run, on processor @cpu. */
static u64 irq_count(u32 cpu, u32 irq)
{
	const struct irq_cpu_stat *stat = per_cpu_ptr(irq_stat, cpu);

	return stat->lines[irq];
}

static u64 softirq_count(u32 cpu, u32 nr)
{
	const struct softirq_cpu_stat *stat = per_cpu_ptr(softirq_stat, cpu);

	return stat->count[nr];
}

static void show_irq_totals(struct seq_file *m)
{
	u64 total = 0, line;
	u32 irq, cpu;

	for_each_possible_cpu (cpu) {
		const struct irq_cpu_stat *stat = per_cpu_ptr(irq_stat, cpu);

		for (irq = 0; irq < NR_IRQS; irq++)
			total += irq_count(cpu, irq);
		for (irq = 0; irq < NR_IRQ_STATS; irq++)
			total += stat->items[irq];
	}
	seq_printf(m, "intr %lu", total);
	for (irq = 0; irq < NR_IRQS; irq++) {
		line = 0;
		for_each_possible_cpu (cpu)
			line += irq_count(cpu, irq);
		seq_printf(m, " %lu", line);
	}
	seq_putc(m, '\n');
}

static void show_softirq_totals(struct seq_file *m)
{
	u64 total = 0, count[NR_SOFTIRQS] = {};
	u32 nr, cpu;

	for_each_possible_cpu (cpu) {
		for (nr = 0; nr < NR_SOFTIRQS; nr++)
			count[nr] += softirq_count(cpu, nr);
	}
	for (nr = 0; nr < NR_SOFTIRQS; nr++)
		total += count[nr];
	seq_printf(m, "softirq %lu", total);
	for (nr = 0; nr < NR_SOFTIRQS; nr++)
		seq_printf(m, " %lu", count[nr]);
	seq_putc(m, '\n');
}

noinline int stat_proc_show(struct seq_file *m, void *v)
{
	u64 now = ktime_get_ns(), idle = 0;
	u32 cpu;

	for_each_online_cpu (cpu)
		idle += get_cpu_idle_time_ns(cpu);
	seq_puts(m, "cpu ");
	show_cpu_times(m, now * num_online_cpus(), idle);
	for_each_online_cpu (cpu) {
		seq_printf(m, "cpu%u", cpu);
		show_cpu_times(m, now, get_cpu_idle_time_ns(cpu));
	}
	show_irq_totals(m);
	seq_printf(m, "ctxt %lu\nbtime 0\nprocesses %lu\nprocs_running %u\nprocs_blocked %lu\n",
		   nr_context_switches(), get_total_forks(), nr_running(), nr_uninterruptible());
	show_softirq_totals(m);
	return 0;
}

noinline int softirqs_proc_show(struct seq_file *m, void *v)
{
	u32 nr, cpu;

	seq_puts(m, "                    ");
	for_each_possible_cpu (cpu)
		seq_printf(m, "CPU%-8u", cpu);
	seq_putc(m, '\n');
	for (nr = 0; nr < NR_SOFTIRQS; nr++) {
		seq_printf(m, "%12s:", softirq_to_name[nr]);
		for_each_possible_cpu (cpu)
			seq_printf(m, " %10lu", softirq_count(cpu, nr));
		seq_putc(m, '\n');
	}
	return 0;
}
