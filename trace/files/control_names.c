/* SPDX-License-Identifier: MIT */
/* The files about the names of tasks that records speak of. */
#include "lib/kstrtox.h"
#include "trace/files/control_files.h"
#include "trace/output/saved_cmdlines.h"

int saved_cmdlines_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_show_saved_cmdlines(m);
	return 0;
}

int saved_tgids_show(struct seq_file *m, struct tracefs_node *node)
{
	trace_show_saved_tgids(m);
	return 0;
}

/* saved_cmdlines_size: how many names of exited tasks are kept. */
int saved_cmdlines_size_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%u\n", trace_saved_cmdlines_size());
	return 0;
}

int saved_cmdlines_size_store(struct tracefs_node *node, char *text)
{
	unsigned long size;
	int error = kstrtoul(text, 10, &size);

	return error ? error : trace_set_saved_cmdlines_size(size);
}
