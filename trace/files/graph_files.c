/* SPDX-License-Identifier: MIT */
/*
 * set_graph_function, set_graph_notrace and max_graph_depth, which the graph tracers of all
 * instances go by. Read: the listed functions, one a line. Written: words of
 * trace/core/filter.h without commands; `>` begins with an empty list.
 */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/core/filter.h"
#include "trace/files/control_files.h"
#include "trace/tracers/graph_limits.h"

/* An open file: the seq_file's private data. */
struct graph_file {
	enum ftrace_list which;
	struct ftrace_filter_edit edit; /* in use when the file was opened for writing */
};

/* Position 0 is the line that says so when the list is empty; then site index + 1. */
static void *graph_seq_find(const struct graph_file *file, loff_t *pos)
{
	s64 index;

	if (*pos == 0 && !ftrace_filter_count(&graph_filter, file->which))
		return SEQ_START_TOKEN;
	index = ftrace_filter_next(&graph_filter, file->which, *pos ? (u32)*pos - 1 : 0);
	if (index < 0)
		return NULL;
	*pos = index + 1;
	return pos;
}

static void *graph_seq_start(struct seq_file *m, loff_t *pos)
{
	filter_lock_acquire();
	return graph_seq_find(m->private, pos);
}

static void *graph_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return v == SEQ_START_TOKEN ? NULL : graph_seq_find(m->private, pos);
}

static void graph_seq_stop(struct seq_file *m, void *v)
{
	filter_lock_release();
}

static int graph_seq_show(struct seq_file *m, void *v)
{
	const struct graph_file *file = m->private;
	char name[FTRACE_NAME_MAX];

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, file->which == FTRACE_ONLY ? "#### all functions enabled ####\n"
						       : "#### no functions disabled ####\n");
		return 0;
	}
	ftrace_site_name((u32) * (loff_t *)v - 1, name);
	seq_printf(m, "%s\n", name);
	return 0;
}

static const struct seq_operations graph_seq_operations = {
	.start = graph_seq_start,
	.next = graph_seq_next,
	.stop = graph_seq_stop,
	.show = graph_seq_show,
};

static int graph_file_open(struct inode *inode, struct file *file, enum ftrace_list which)
{
	struct graph_file *graph = __seq_open_private(file, &graph_seq_operations, sizeof(*graph));

	if (!graph)
		return -ENOMEM;
	graph->which = which;
	if (file->f_mode & FMODE_WRITE) {
		ftrace_filter_open(&graph->edit, tracefs_node(inode)->tr, which,
				   file->f_flags & O_TRUNC);
		graph->edit.filter = &graph_filter;
	}
	return 0;
}

static int set_graph_function_open(struct inode *inode, struct file *file)
{
	return graph_file_open(inode, file, FTRACE_ONLY);
}

static int set_graph_notrace_open(struct inode *inode, struct file *file)
{
	return graph_file_open(inode, file, FTRACE_NEVER);
}

static ssize_t graph_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	struct graph_file *graph = m->private;
	ssize_t taken = ftrace_filter_write(&graph->edit, buf, count);
	int error;

	if (taken < 0)
		return taken;
	*pos += taken;
	error = graph_limits_apply();
	return error ? error : taken;
}

static int graph_file_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct graph_file *graph = m->private;

	if (file->f_mode & FMODE_WRITE) {
		ftrace_filter_close(&graph->edit);
		graph_limits_apply();
	}
	return seq_release_private(inode, file);
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
