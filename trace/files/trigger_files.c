/* SPDX-License-Identifier: MIT */
/* The files `trigger` and `hist` of an event. */
#include "kernel/fs/fcntl.h"
#include "trace/events/hist.h"
#include "trace/events/trigger.h"
#include "trace/files/event_files.h"

int event_trigger_show(struct seq_file *m, struct tracefs_node *node)
{
	struct trace_event_file *file = tracefs_event_file(node);

	trace_event_lock_acquire();
	trace_trigger_show(m, file);
	trace_event_lock_release();
	return 0;
}

int event_trigger_store(struct tracefs_node *node, char *text)
{
	struct trace_event_file *file = tracefs_event_file(node);
	int error;

	trace_event_lock_acquire();
	error = trace_trigger_write(file, text);
	trace_event_lock_release();
	return error;
}

static int event_trigger_open(struct inode *inode, struct file *opened)
{
	struct trace_event_file *file = tracefs_event_file(tracefs_node(inode));

	if ((opened->f_mode & FMODE_WRITE) && (opened->f_flags & O_TRUNC)) {
		trace_event_lock_acquire();
		trace_trigger_truncate(file);
		trace_event_lock_release();
	}
	return tracefs_text_open(inode, opened);
}

const struct file_operations event_trigger_fops = {
	.open = event_trigger_open,
	.release = single_release,
	.read = seq_read,
	.write = tracefs_text_write,
	.llseek = seq_lseek,
};

int event_hist_show(struct seq_file *m, struct tracefs_node *node)
{
	struct trace_event_file *file = tracefs_event_file(node);

	trace_event_lock_acquire();
	trace_hist_show(m, file);
	trace_event_lock_release();
	return 0;
}
