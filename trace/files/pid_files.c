/* SPDX-License-Identifier: MIT */
/*
 * set_ftrace_pid, set_ftrace_notrace_pid, and the same for events. Read: the pids, one a line, or
 * `no pid`. Written: pids; `>` begins without any, `>>` adds.
 */
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/events/event_file.h"
#include "trace/files/control_files.h"

#define PID_DIGITS_MAX 16

/* An open pid file: the seq_file's private data. */
struct pid_file {
	struct trace_array *tr;
	struct pid_filter *filter; /* one of tr's */
	enum pid_list which;
	u32 carried; /* digits of a number cut by the end of a full-sized write */
	char carry[PID_DIGITS_MAX];
};

/* Record N is the first pid from N - 1 on; record 0 says that there is no list. */
static void *pid_seq_find(struct pid_file *pids, loff_t *pos)
{
	s64 pid;

	if (!pids->filter->list[pids->which])
		return *pos ? NULL : SEQ_START_TOKEN;
	pid = pid_filter_next(pids->filter, pids->which, *pos ? (u32)*pos - 1 : 0);
	if (pid < 0)
		return NULL;
	*pos = pid + 1;
	return pos;
}

static void *pid_seq_start(struct seq_file *m, loff_t *pos)
{
	pid_filter_lock_acquire();
	return pid_seq_find(m->private, pos);
}

static void *pid_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return pid_seq_find(m->private, pos);
}

static void pid_seq_stop(struct seq_file *m, void *v)
{
	pid_filter_lock_release();
}

static int pid_seq_show(struct seq_file *m, void *v)
{
	if (v == SEQ_START_TOKEN)
		seq_puts(m, "no pid\n");
	else
		seq_printf(m, "%ld\n", *(loff_t *)v - 1);
	return 0;
}

static const struct seq_operations pid_seq_operations = {
	.start = pid_seq_start,
	.next = pid_seq_next,
	.stop = pid_seq_stop,
	.show = pid_seq_show,
};

/* The events of an instance must know whether there are lists to ask. */
static void pid_file_changed(const struct pid_file *pids)
{
	if (pids->filter == &pids->tr->event_pids)
		trace_events_pids_changed(pids->tr);
}

static int pid_file_open(struct inode *inode, struct file *file)
{
	struct pid_file *pids = __seq_open_private(file, &pid_seq_operations, sizeof(*pids));
	const char *name = tracefs_node(inode)->file->name;

	if (!pids)
		return -ENOMEM;
	pids->tr = tracefs_node(inode)->tr;
	pids->filter = strstr(name, "event") ? &pids->tr->event_pids : &pids->tr->pids;
	pids->which = strstr(name, "notrace") ? PIDS_NEVER : PIDS_ONLY;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC)) {
		pid_filter_clear(pids->filter, pids->which);
		pid_file_changed(pids);
	}
	return 0;
}

/* Adds the number that the last write began and @text goes on with. Return: bytes used, or an
 * errno.
 */
static ssize_t finish_carried(struct pid_file *pids, const char *text, size_t len)
{
	size_t used = 0;
	int error;

	if (!pids->carried)
		return 0;
	while (used < len && !isspace(text[used])) {
		if (pids->carried == PID_DIGITS_MAX)
			return -EINVAL;
		pids->carry[pids->carried++] = text[used++];
	}
	error = pid_filter_add(pids->filter, pids->which, pids->carry, pids->carried);
	pids->carried = 0;
	pid_file_changed(pids);
	return error ? error : (ssize_t)used;
}

/* As in the filter files: a write as long as those of a copying program may end anywhere. */
static ssize_t pid_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	struct pid_file *pids = m->private;
	ssize_t used = finish_carried(pids, buf, count);
	size_t end = count;
	int error;

	if (used < 0)
		return used;
	while (count >= FILTER_WRITE_CHUNK && end > (size_t)used && !isspace(buf[end - 1]))
		end--;
	if (count - end > PID_DIGITS_MAX)
		return -EINVAL;
	error = pid_filter_add(pids->filter, pids->which, buf + used, end - used);
	if (error)
		return error;
	pid_file_changed(pids);
	pids->carried = count - end;
	memcpy(pids->carry, buf + end, count - end);
	*pos += (loff_t)count;
	return (ssize_t)count;
}

static int pid_file_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	finish_carried(m->private, "", 0);
	return seq_release_private(inode, file);
}

/* Which list it is, its name says. */
const struct file_operations pid_file_fops = {
	.open = pid_file_open,
	.release = pid_file_release,
	.read = seq_read,
	.write = pid_file_write,
	.llseek = seq_lseek,
};
