/* SPDX-License-Identifier: MIT */
/*
 * set_ftrace_filter and set_ftrace_notrace. Read: the listed functions, one a
 * line, what waits for modules, and in the first file the commands. Written: words of
 * trace/core/filter.h; `>` begins with an empty list.
 */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/core/func_command.h"
#include "trace/core/trace_array.h"
#include "trace/events/event_file.h"
#include "trace/files/control_files.h"

/* An open filter file: the seq_file's private data. */
struct filter_file {
	struct trace_array *tr;
	enum ftrace_list which;
	struct ftrace_filter_edit edit; /* in use when the file was opened for writing */
};

/*
 * A position has the part of the file in its upper half. In the lower one it has 0 for the line
 * that says that no function is listed, a site index + 1, the number of a module's word, or
 * of a probe and, by COMMAND_SITES, the site index.
 */
enum filter_part {
	PART_FUNCTIONS,
	PART_MODULES,
	PART_COMMANDS,
	PART_END,
};

#define PART_SHIFT    40
#define COMMAND_SITES (1ul << 20)

static bool find_function(const struct filter_file *filter, u64 *at)
{
	s64 index;

	if (!ftrace_filter_count(&filter->tr->filter, filter->which))
		return *at == 0;
	index = ftrace_filter_next(&filter->tr->filter, filter->which, *at ? (u32)*at - 1 : 0);
	*at = (u64)index + 1;
	return index >= 0;
}

/* The word number @at for a module, of the list that the file is about, or NULL. */
static const struct filter_module *find_module(const struct filter_file *filter, u64 at)
{
	const struct filter_module *word;

	list_for_each_entry (word, &filter->tr->filter_modules, list)
		if (word->which == filter->which && !at--)
			return word;
	return NULL;
}

static const struct func_probe *find_probe(const struct filter_file *filter, u64 number)
{
	const struct func_probe *probe;

	list_for_each_entry (probe, &filter->tr->func_probes, list)
		if (!number--)
			return probe;
	return NULL;
}

static bool find_command(const struct filter_file *filter, u64 *at)
{
	const struct func_probe *probe;

	if (filter->which != FTRACE_ONLY)
		return false;
	while ((probe = find_probe(filter, *at / COMMAND_SITES))) {
		s64 index =
			site_set_next(&probe->filter.list[FTRACE_ONLY], (u32)(*at % COMMAND_SITES));

		if (index >= 0) {
			*at = *at / COMMAND_SITES * COMMAND_SITES + (u64)index;
			return true;
		}
		*at = (*at / COMMAND_SITES + 1) * COMMAND_SITES;
	}
	return false;
}

static void *filter_seq_find(struct filter_file *filter, loff_t *pos)
{
	for (;;) {
		u64 part = (u64)*pos >> PART_SHIFT, at = (u64)*pos & ((1ul << PART_SHIFT) - 1);
		bool found = part == PART_FUNCTIONS ? find_function(filter, &at)
			     : part == PART_MODULES ? find_module(filter, at) != NULL
						    : find_command(filter, &at);

		if (found) {
			*pos = (loff_t)(part << PART_SHIFT | at);
			return pos;
		}
		if (part + 1 == PART_END)
			return NULL;
		*pos = (loff_t)((part + 1) << PART_SHIFT);
	}
}

static void *filter_seq_start(struct seq_file *m, loff_t *pos)
{
	filter_lock_acquire();
	func_command_lock_acquire();
	ftrace_lock_acquire();
	return filter_seq_find(m->private, pos);
}

static void *filter_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return filter_seq_find(m->private, pos);
}

static void filter_seq_stop(struct seq_file *m, void *v)
{
	ftrace_lock_release();
	func_command_lock_release();
	filter_lock_release();
}

/* FUNCTION:COMMAND[:SYSTEM:EVENT]:unlimited, or what is left as :count=N. */
static void show_command(struct seq_file *m, const struct filter_file *filter, u64 at)
{
	const struct func_probe *probe = find_probe(filter, at / COMMAND_SITES);
	u32 index = (u32)(at % COMMAND_SITES);
	char name[FTRACE_NAME_MAX];

	ftrace_site_name(index, name);
	seq_printf(m, "%s:%s", name, probe->command->name);
	if (probe->event)
		seq_printf(m, ":%s:%s", probe->event->event->system, probe->event->event->name);
	if (probe->counts)
		seq_printf(m, ":count=%ld\n", READ_ONCE(probe->counts[index]));
	else
		seq_puts(m, ":unlimited\n");
}

static int filter_seq_show(struct seq_file *m, void *v)
{
	struct filter_file *filter = m->private;
	u64 part = (u64) * (loff_t *)v >> PART_SHIFT,
	    at = (u64) * (loff_t *)v & ((1ul << PART_SHIFT) - 1);

	if (part == PART_COMMANDS) {
		show_command(m, filter, at);
	} else if (part == PART_MODULES) {
		const struct filter_module *word = find_module(filter, at);

		seq_printf(m, "%s:mod:%s\n", word->text, word->module);
	} else if (at == 0) {
		seq_puts(m, filter->which == FTRACE_ONLY ? "#### all functions enabled ####\n"
							 : "#### no functions disabled ####\n");
	} else {
		ftrace_filter_show(m, &filter->tr->filter, filter->which, (u32)at - 1);
	}
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
