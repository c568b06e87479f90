/* SPDX-License-Identifier: MIT */
/*
 * The files of /proc that are always there, as one table, and those of them that
 * are a line or two. Formats as proc(5) describes them.
 */
#include "arch/x86_64/cpuinfo.h"
#include "kernel/boot_info.h"
#include "kernel/fs/mount.h"
#include "kernel/fs/proc/proc_internal.h"
#include "kernel/irq/irq.h"
#include "kernel/sched/stat.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "kernel/utsname.h"

static noinline int version_proc_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%s version %s (cc %s) %s\n", UTS_SYSNAME, UTS_RELEASE, __VERSION__,
		   UTS_VERSION);
	return 0;
}

static noinline int cmdline_proc_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%s\n", boot_info.cmdline);
	return 0;
}

static noinline int uptime_proc_show(struct seq_file *m, void *v)
{
	u64 up = ktime_get_ns() / (NSEC_PER_SEC / 100), idle = 0;
	u32 cpu;

	for_each_online_cpu (cpu)
		idle += get_cpu_idle_time_ns(cpu);
	idle /= NSEC_PER_SEC / 100;
	seq_printf(m, "%lu.%02lu %lu.%02lu\n", up / 100, up % 100, idle / 100, idle % 100);
	return 0;
}

static noinline int loadavg_proc_show(struct seq_file *m, void *v)
{
	u64 loads[3];
	int i;

	get_avenrun(loads);
	for (i = 0; i < 3; i++)
		seq_printf(m, "%lu.%02lu ", LOAD_INT(loads[i]), LOAD_CENTI(loads[i]));
	seq_printf(m, "%u/%u %d\n", nr_running(), get_nr_processes(), get_last_pid());
	return 0;
}

const struct proc_entry proc_files[] = {
	{.name = "cmdline", .show = cmdline_proc_show},
	{.name = "cpuinfo", .show = cpuinfo_proc_show},
	{.name = "filesystems", .show = filesystems_proc_show},
	{.name = "interrupts", .show = show_interrupts},
	{.name = "kallsyms", .seq = &kallsyms_seq_ops},
	{.name = "loadavg", .show = loadavg_proc_show},
	{.name = "meminfo", .show = meminfo_proc_show},
	{.name = "mounts", .show = mounts_proc_show},
	{.name = "slabinfo", .mode = 0400, .show = slabinfo_proc_show},
	{.name = "softirqs", .show = softirqs_proc_show},
	{.name = "stat", .show = stat_proc_show},
	{.name = "sysrq-trigger", .mode = 0200, .ops = &sysrq_trigger_file_operations},
	{.name = "uptime", .show = uptime_proc_show},
	{.name = "version", .show = version_proc_show},
	{.name = "vmallocinfo", .mode = 0400, .show = vmallocinfo_proc_show},
	{},
};
