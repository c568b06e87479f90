/* SPDX-License-Identifier: MIT */
/*
 * function_profile_enabled, and trace_stat/functionN: what was called how often on
 * processor N since it was switched on.
 */
#include "kernel/fs/libfs.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "trace/files/control_files.h"
#include "trace/tracers/profile.h"

int function_profile_enabled_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%d\n", function_profile_is_enabled());
	return 0;
}

/* Any number but 0 switches it on. */
int function_profile_enabled_store(struct tracefs_node *node, char *text)
{
	unsigned long value;
	int error = kstrtoul(text, 10, &value);

	return error ? error : function_profile_enable(value != 0);
}

static int function_stat_show(struct seq_file *m, struct tracefs_node *node)
{
	struct function_profile_line *lines;
	s64 count = function_profile_read((u32)node->cpu, &lines), i;
	char name[FTRACE_NAME_MAX];

	if (count < 0)
		return (int)count;
	seq_puts(m, "  Function                               Hit\n"
		    "  --------                               ---\n");
	for (i = 0; i < count; i++) {
		ftrace_site_name((u32)ftrace_site_index(lines[i].ip), name);
		seq_printf(m, "  %-30.30s  %10lu\n", name, lines[i].hits);
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
