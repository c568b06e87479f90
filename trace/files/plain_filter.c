/* SPDX-License-Identifier: MIT */
/*
 * Files with the list of functions of a filter that belongs to no instance. Read: the
 * listed functions, one a line. Written: words of trace/core/filter.h without
 * commands; `>` begins with an empty list.
 */
#include "trace/files/plain_filter.h"

#include "kernel/fs/seq_file.h"
#include "lib/errno.h"
#include "trace/files/tracefs.h"

/* An open file: the seq_file's private data. */
struct plain_filter_file {
	struct ftrace_filter *filter;
	enum ftrace_list which;
	struct ftrace_filter_edit edit; /* in use when the file was opened for writing */
};

/* Position 0 is the line that says so when the list is empty; then site index + 1. */
static void *plain_filter_seq_find(const struct plain_filter_file *file, loff_t *pos)
{
	s64 index;

	if (*pos == 0 && !ftrace_filter_count(file->filter, file->which))
		return SEQ_START_TOKEN;
	index = ftrace_filter_next(file->filter, file->which, *pos ? (u32)*pos - 1 : 0);
	if (index < 0)
		return NULL;
	*pos = index + 1;
	return pos;
}

static void *plain_filter_seq_start(struct seq_file *m, loff_t *pos)
{
	filter_lock_acquire();
	return plain_filter_seq_find(m->private, pos);
}

static void *plain_filter_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return v == SEQ_START_TOKEN ? NULL : plain_filter_seq_find(m->private, pos);
}

static void plain_filter_seq_stop(struct seq_file *m, void *v)
{
	filter_lock_release();
}

static int plain_filter_seq_show(struct seq_file *m, void *v)
{
	const struct plain_filter_file *file = m->private;

	if (v == SEQ_START_TOKEN) {
		seq_puts(m, file->which == FTRACE_ONLY ? "#### all functions enabled ####\n"
						       : "#### no functions disabled ####\n");
		return 0;
	}
	ftrace_filter_show(m, file->filter, file->which, (u32) * (loff_t *)v - 1);
	return 0;
}

static const struct seq_operations plain_filter_seq_operations = {
	.start = plain_filter_seq_start,
	.next = plain_filter_seq_next,
	.stop = plain_filter_seq_stop,
	.show = plain_filter_seq_show,
};

int plain_filter_file_open(struct inode *inode, struct file *file, struct ftrace_filter *filter,
			   enum ftrace_list which)
{
	struct plain_filter_file *plain =
		__seq_open_private(file, &plain_filter_seq_operations, sizeof(*plain));

	if (!plain)
		return -ENOMEM;
	plain->filter = filter;
	plain->which = which;
	if (file->f_mode & FMODE_WRITE) {
		ftrace_filter_open(&plain->edit, tracefs_node(inode)->tr, which,
				   file->f_flags & O_TRUNC);
		plain->edit.filter = filter;
	}
	return 0;
}

ssize_t plain_filter_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	struct plain_filter_file *plain = m->private;
	ssize_t taken = ftrace_filter_write(&plain->edit, buf, count);

	if (taken > 0)
		*pos += taken;
	return taken;
}

int plain_filter_file_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	struct plain_filter_file *plain = m->private;

	if (file->f_mode & FMODE_WRITE)
		ftrace_filter_close(&plain->edit);
	return seq_release_private(inode, file);
}
