/* SPDX-License-Identifier: MIT */
/*
 * The files of the stack tracer: stack_trace, stack_max_size, stack_trace_filter, and
 * /proc/sys/kernel/stack_tracer_enabled, which switches it on.
 */
#include "trace/files/stack_files.h"

#include "kernel/fs/libfs.h"
#include "kernel/fs/procfs.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/files/control_files.h"
#include "trace/files/plain_filter.h"
#include "trace/tracers/stack_tracer.h"

int stack_max_size_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%lu\n", stack_tracer_max_size());
	return 0;
}

/* 0 begins anew; with another number only deeper stacks are noted. */
int stack_max_size_store(struct tracefs_node *node, char *text)
{
	unsigned long bytes;
	int error = kstrtoul(text, 10, &bytes);

	if (!error)
		stack_tracer_set_max_size(bytes);
	return error;
}

/* One line per frame: where it keeps its return address, how far the next one is, who it is. */
int stack_trace_show(struct seq_file *m, struct tracefs_node *node)
{
	struct stack_tracer_entry entry, outer;
	u32 count = stack_tracer_entry(0, &entry), i;

	seq_printf(m,
		   "        Depth    Size   Location    (%u entries)\n"
		   "        -----    ----   --------\n",
		   count);
	if (!stack_tracer_is_enabled() && !stack_tracer_max_size())
		seq_puts(m, "#\n#  Stack tracer disabled\n#\n"
			    "# To enable the stack tracer, either add 'stacktrace' to the\n"
			    "# kernel command line\n"
			    "# or 'echo 1 > /proc/sys/kernel/stack_tracer_enabled'\n#\n");
	for (i = 0; i < count; i++, entry = outer) {
		outer.depth = 0;
		stack_tracer_entry(i + 1, &outer);
		seq_printf(m, "%3u) %8u   %5u   %pS\n", i, entry.depth, entry.depth - outer.depth,
			   (void *)entry.ip);
	}
	return 0;
}

static int stack_trace_filter_open(struct inode *inode, struct file *file)
{
	return plain_filter_file_open(inode, file, &stack_tracer_filter, FTRACE_ONLY);
}

const struct file_operations stack_trace_filter_fops = {
	.open = stack_trace_filter_open,
	.release = plain_filter_file_release,
	.read = seq_read,
	.write = plain_filter_file_write,
	.llseek = seq_lseek,
};

#define SWITCH_TEXT_MAX 16

static ssize_t stack_tracer_enabled_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	const char *text = stack_tracer_is_enabled() ? "1\n" : "0\n";

	return simple_read_from_buffer(buf, count, pos, text, 2);
}

/* Any number but 0 switches it on. */
static ssize_t stack_tracer_enabled_write(struct file *file, const char *buf, size_t count,
					  loff_t *pos)
{
	char text[SWITCH_TEXT_MAX];
	ssize_t length = simple_write_text(text, sizeof(text), buf, count);
	int value, error;

	if (length < 0)
		return length;
	error = kstrtoint(strim(text), 10, &value);
	if (!error)
		error = stack_tracer_enable(value != 0);
	return error ? error : (ssize_t)count;
}

static const struct file_operations stack_tracer_enabled_fops = {
	.read = stack_tracer_enabled_read,
	.write = stack_tracer_enabled_write,
	.llseek = generic_file_llseek,
};

int stack_files_init(void)
{
	struct dentry *file = proc_create("stack_tracer_enabled", 0644, proc_sys_kernel(),
					  &stack_tracer_enabled_fops);

	return IS_ERR(file) ? (int)PTR_ERR(file) : 0;
}
