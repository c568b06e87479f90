/* SPDX-License-Identifier: MIT */
/* One-letter requests to a kernel in trouble. The table is the list of them. */
#include "kernel/sysrq.h"

#include "arch/x86_64/nmi.h"
#include "kernel/mm/mm.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/reboot.h"
#include "kernel/sched/stat.h"
#include "kernel/smp/cpumask.h"
#include "lib/seq_buf.h"

void (*sysrq_dump_trace)(void);

static void sysrq_crash(void)
{
	panic("sysrq: crash as asked for");
}

static void sysrq_show_backtraces(void)
{
	nmi_trigger_cpumask_backtrace(READ_ONCE(cpu_online_mask));
}

static void sysrq_show_memory(void)
{
	struct sysinfo info;

	si_meminfo(&info);
	pr_info("Memory: %lu KiB, %lu managed, %lu free\n", info.totalram / 1024,
		info.managed / 1024, info.freeram / 1024);
	pr_info("Slabs: %lu KiB, %lu given out. vmalloc: %lu. Page tables: %lu. Image: %lu\n",
		info.slab / 1024, info.slab_given / 1024, info.vmalloc / 1024,
		info.page_tables / 1024, info.kernel_image / 1024);
}

static void sysrq_dump_trace_buffer(void)
{
	if (sysrq_dump_trace)
		sysrq_dump_trace();
}

static void sysrq_show_help(void);

static const struct sysrq_key {
	char key;
	const char *help;
	void (*action)(void);
} sysrq_keys[] = {
	{'b', "reboot", machine_restart},
	{'c', "crash", sysrq_crash},
	{'l', "backtrace of every CPU", sysrq_show_backtraces},
	{'m', "memory", sysrq_show_memory},
	{'o', "power off", machine_power_off},
	{'t', "tasks", show_state},
	{'z', "dump the trace buffer", sysrq_dump_trace_buffer},
	{'?', "this list", sysrq_show_help},
};

static void sysrq_show_help(void)
{
	char text[KMSG_TEXT_MAX];
	struct seq_buf s;

	seq_buf_init(&s, text, sizeof(text));
	for (size_t i = 0; i < ARRAY_SIZE(sysrq_keys); i++)
		seq_buf_printf(&s, "%s%c: %s", i ? ", " : "", sysrq_keys[i].key,
			       sysrq_keys[i].help);
	pr_info("sysrq: %s\n", seq_buf_str(&s));
}

void handle_sysrq(char key)
{
	for (size_t i = 0; i < ARRAY_SIZE(sysrq_keys); i++) {
		if (sysrq_keys[i].key == key) {
			pr_info("sysrq: %s\n", sysrq_keys[i].help);
			sysrq_keys[i].action();
			return;
		}
	}
	sysrq_show_help();
}
