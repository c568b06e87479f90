/* SPDX-License-Identifier: MIT */
/*
 * set_event: the events of an instance that are on, one a line; written: words that
 * switch events on, or with `!` off, one after the other; `>` begins with none.
 * available_events: those there are.
 */
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/files/control_files.h"
#include "trace/files/event_files.h"

static int set_event_show(struct seq_file *m, void *unused)
{
	const struct trace_event_file *file;
	struct trace_array *tr = m->private;

	trace_event_lock_acquire();
	list_for_each_entry (file, &tr->events, list)
		if (file->flags & EVENT_ON)
			seq_printf(m, "%s:%s\n", file->event->system, file->event->name);
	trace_event_lock_release();
	return 0;
}

static int set_event_open(struct inode *inode, struct file *file)
{
	struct trace_array *tr = tracefs_node(inode)->tr;

	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		trace_events_set(tr, "*:", false);
	return single_open(file, set_event_show, tr);
}

/* A bad word ends it: what stands before it has been obeyed, and is what the write took. */
static ssize_t set_event_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct trace_array *tr = tracefs_node(file->f_inode)->tr;
	size_t at = 0, taken = 0;
	char word[FILTER_WORD_MAX];
	int length, error = 0;

	while ((length = filter_next_word(buf, count, &at, word)) > 0) {
		bool off = word[0] == '!';

		error = trace_events_set(tr, word + off, !off);
		if (error)
			break;
		taken = at;
	}
	if (length < 0)
		error = length;
	if (error && !taken)
		return error;
	if (!error)
		taken = count;
	*pos += (loff_t)taken;
	return (ssize_t)taken;
}

const struct file_operations set_event_fops = {
	.open = set_event_open,
	.release = single_release,
	.read = seq_read,
	.write = set_event_write,
	.llseek = seq_lseek,
};

int available_events_show(struct seq_file *m, struct tracefs_node *node)
{
	const struct trace_event *event;

	trace_event_lock_acquire();
	list_for_each_entry (event, &trace_events, list)
		if (event->files && !event->triggers_only)
			seq_printf(m, "%s:%s\n", event->system, event->name);
	trace_event_lock_release();
	return 0;
}
