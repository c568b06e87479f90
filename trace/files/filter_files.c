/* SPDX-License-Identifier: MIT */
/*
 * set_ftrace_filter and set_ftrace_notrace. Read: the listed functions, one a
 * line. Written: words of trace/core/filter.h; `>` begins with an empty list.
 */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/files/control_files.h"

/* An open filter file: the seq_file's private data. */
struct filter_file {
	struct trace_array *tr;
	enum ftrace_list which;
	struct ftrace_filter_edit edit; /* in use when the file was opened for writing */
};

/* Record 0 is the line that says so when the list is empty; then site index + 1. */
static void *filter_seq_find(struct filter_file *filter, loff_t *pos)
{
	s64 index;

	if (*pos == 0 && !ftrace_filter_count(filter->tr, filter->which))
		return SEQ_START_TOKEN;
	index = ftrace_filter_next(filter->tr, filter->which, *pos ? (u32)*pos - 1 : 0);
	if (index < 0)
		return NULL;
	*pos = index + 1;
	return pos;
}

static void *filter_seq_start(struct seq_file *m, loff_t *pos)
{
	ftrace_lock_acquire();
	return filter_seq_find(m->private, pos);
}

static void *filter_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return v == SEQ_START_TOKEN ? NULL : filter_seq_find(m->private, pos);
}

static void filter_seq_stop(struct seq_file *m, void *v)
{
	ftrace_lock_release();
}

static int filter_seq_show(struct seq_file *m, void *v)
{
	struct filter_file *filter = m->private;
	char name[FTRACE_NAME_MAX];

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, filter->which == FTRACE_ONLY ? "#### all functions enabled ####\n"
							 : "#### no functions disabled ####\n");
		return 0;
	}
	ftrace_site_name((u32) * (loff_t *)v - 1, name);
	seq_printf(m, "%s\n", name);
	return 0;
}

static const struct seq_operations filter_seq_operations = {
	.start = filter_seq_start,
	.next = filter_seq_next,
	.stop = filter_seq_stop,
	.show = filter_seq_show,
};

static int filter_file_open(struct inode *inode, struct file *file, enum ftrace_list which)
{
	struct filter_file *filter =
		__seq_open_private(file, &filter_seq_operations, sizeof(*filter));

	if (!filter)
		return -ENOMEM;
	filter->tr = tracefs_node(inode)->tr;
	filter->which = which;
	if (file->f_mode & FMODE_WRITE)
		ftrace_filter_open(&filter->edit, filter->tr, which, file->f_flags & O_TRUNC);
	return 0;
}

static int set_ftrace_filter_open(struct inode *inode, struct file *file)
{
	return filter_file_open(inode, file, FTRACE_ONLY);
}

static int set_ftrace_notrace_open(struct inode *inode, struct file *file)
{
	return filter_file_open(inode, file, FTRACE_NEVER);
}

static ssize_t filter_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	struct filter_file *filter = m->private;
	ssize_t taken = ftrace_filter_write(&filter->edit, buf, count);

	if (taken > 0)
		*pos += taken;
	return taken;
}

static int filter_file_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct filter_file *filter = m->private;

	if (file->f_mode & FMODE_WRITE)
		ftrace_filter_close(&filter->edit);
	return seq_release_private(inode, file);
}

const struct file_operations set_ftrace_filter_fops = {
	.open = set_ftrace_filter_open,
	.release = filter_file_release,
	.read = seq_read,
	.write = filter_file_write,
	.llseek = seq_lseek,
};

const struct file_operations set_ftrace_notrace_fops = {
	.open = set_ftrace_notrace_open,
	.release = filter_file_release,
	.read = seq_read,
	.write = filter_file_write,
	.llseek = seq_lseek,
};
