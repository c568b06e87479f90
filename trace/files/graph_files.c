/* SPDX-License-Identifier: MIT */
/*
 * set_graph_function, set_graph_notrace and max_graph_depth, which the graph tracers of all
 * instances go by.
 */
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/files/control_files.h"
#include "trace/files/plain_filter.h"
#include "trace/tracers/graph_limits.h"

static int set_graph_function_open(struct inode *inode, struct file *file)
{
	return plain_filter_file_open(inode, file, &graph_filter, FTRACE_ONLY);
}

static int set_graph_notrace_open(struct inode *inode, struct file *file)
{
	return plain_filter_file_open(inode, file, &graph_filter, FTRACE_NEVER);
}

static ssize_t graph_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	ssize_t taken = plain_filter_file_write(file, buf, count, pos);
	int error = taken < 0 ? 0 : graph_limits_apply();

	return error ? error : taken;
}

static int graph_file_release(struct inode *inode, struct file *file)
{
	int error = plain_filter_file_release(inode, file);

	if (file->f_mode & FMODE_WRITE)
		graph_limits_apply();
	return error;
}

const struct file_operations set_graph_function_fops = {
	.open = set_graph_function_open,
	.release = graph_file_release,
	.read = seq_read,
	.write = graph_file_write,
	.llseek = seq_lseek,
};

const struct file_operations set_graph_notrace_fops = {
	.open = set_graph_notrace_open,
	.release = graph_file_release,
	.read = seq_read,
	.write = graph_file_write,
	.llseek = seq_lseek,
};

/* max_graph_depth: calls deeper than so many are not recorded; 0: all are. */
int max_graph_depth_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%u\n", graph_limits.max_depth);
	return 0;
}

int max_graph_depth_store(struct tracefs_node *node, char *text)
{
	unsigned long depth;
	int error = kstrtoul(text, 10, &depth);

	if (!error && depth > 0xffffffff)
		error = -EINVAL;
	if (error)
		return error;
	graph_set_max_depth((u32)depth);
	return graph_limits_apply();
}
