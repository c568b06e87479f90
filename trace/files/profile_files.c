/* SPDX-License-Identifier: MIT */
/*
 * function_profile_enabled, and trace_stat/functionN: what was called on processor N since it was
 * switched on, how often, and how long it took.
 */
#include "kernel/fs/libfs.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "trace/files/control_files.h"
#include "trace/tracers/function_graph.h"
#include "trace/tracers/profile.h"

int function_profile_enabled_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%u\n", function_profile_mode());
	return 0;
}

/* 0: off; 2: hits only; any other number: times. */
int function_profile_enabled_store(struct tracefs_node *node, char *text)
{
	unsigned long value;
	int error = kstrtoul(text, 10, &value);

	if (error)
		return error;
	return function_profile_enable(value < PROFILE_MODES ? (enum function_profile_mode)value
							     : PROFILE_TIMES);
}

static void function_stat_show_times(struct seq_file *m, const struct function_profile_line *line)
{
	u64 times[] = {line->time, line->time / line->hits, line->variance};
	char text[GRAPH_DURATION_MAX];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(times); i++) {
		graph_format_duration(text, times[i]);
		seq_printf(m, "    %s", text);
	}
}

static int function_stat_show(struct seq_file *m, struct tracefs_node *node)
{
	struct function_profile_line *lines;
	s64 count = function_profile_read((u32)node->cpu, &lines), i;
	bool times = function_profile_has_times();
	char name[FTRACE_NAME_MAX];

	if (count < 0)
		return (int)count;
	seq_printf(m,
		   "  Function                               Hit%s\n"
		   "  --------                               ---%s\n",
		   times ? "    Time            Avg             s^2" : "",
		   times ? "    ----            ---             ---" : "");
	for (i = 0; i < count; i++) {
		ftrace_site_name((u32)ftrace_site_index(lines[i].ip), name);
		seq_printf(m, "  %-30.30s  %10lu", name, lines[i].hits);
		if (times)
			function_stat_show_times(m, &lines[i]);
		seq_putc(m, '\n');
	}
	vfree(lines);
	return 0;
}

/* The descriptors differ by their names only. */
int tracefs_create_stat(struct dentry *dir)
{
	static struct tracefs_file files[NR_CPUS];
	static char names[NR_CPUS][16];
	struct dentry *stat = simple_dir_create(dir, "trace_stat", NULL, NULL);
	u32 cpu;

	if (IS_ERR(stat))
		return (int)PTR_ERR(stat);
	for_each_possible_cpu (cpu) {
		snprintf(names[cpu], sizeof(names[cpu]), "function%u", cpu);
		files[cpu] =
			(struct tracefs_file){names[cpu], 0444, function_stat_show, NULL, NULL};
		if (!tracefs_create_file(stat, &files[cpu], &global_trace, (int)cpu))
			return -ENOMEM;
	}
	return 0;
}
