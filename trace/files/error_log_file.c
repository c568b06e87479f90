/* SPDX-License-Identifier: MIT */
/* The file error_log: what was wrong with the last commands. `>` empties it. */
#include "kernel/fs/seq_file.h"
#include "trace/files/control_files.h"

static int error_log_file_show(struct seq_file *m, void *unused)
{
	struct trace_array *tr = m->private;

	error_log_show(&tr->error_log, m);
	return 0;
}

static int error_log_file_open(struct inode *inode, struct file *file)
{
	struct trace_array *tr = tracefs_node(inode)->tr;

	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		error_log_clear(&tr->error_log);
	return single_open(file, error_log_file_show, tr);
}

const struct file_operations error_log_fops = {
	.open = error_log_file_open,
	.release = single_release,
	.read = seq_read,
	.write = tracefs_ignore_write,
	.llseek = seq_lseek,
};
