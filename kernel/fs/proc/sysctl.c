/* SPDX-License-Identifier: MIT */
/*
 * /proc/sys/kernel: names and knobs of the kernel, one value per file, and
 * /proc/sysrq-trigger.
 */
#include "kernel/fs/libfs.h"
#include "kernel/fs/proc/proc_internal.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/sysrq.h"
#include "kernel/utsname.h"
#include "lib/compiler.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

#define INT_TEXT_MAX 16 /* characters of a number, with sign, newline and NUL */

static struct dentry *sys_kernel_dir;

struct dentry *proc_sys_kernel(void)
{
	return sys_kernel_dir;
}

static ssize_t proc_int_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	const struct proc_int *number = file_private(file);
	char text[INT_TEXT_MAX];
	size_t length = scnprintf(text, sizeof(text), "%d\n", READ_ONCE(*number->value));

	return simple_read_from_buffer(buf, count, pos, text, length);
}

static ssize_t proc_int_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	const struct proc_int *number = file_private(file);
	char text[INT_TEXT_MAX];
	ssize_t length = simple_write_text(text, sizeof(text), buf, count);
	int value;
	int error;

	if (length < 0)
		return length;
	error = kstrtoint(strim(text), 0, &value);
	if (error)
		return error;
	if (value < number->minimum || value > number->maximum)
		return -EINVAL;
	WRITE_ONCE(*number->value, value);
	return count;
}

static const struct file_operations proc_int_operations = {
	.read = proc_int_read,
	.write = proc_int_write,
	.llseek = generic_file_llseek,
};

struct dentry *proc_create_int(const char *name, u32 mode, struct dentry *parent,
			       const struct proc_int *number)
{
	return proc_create_data(name, mode, parent, &proc_int_operations, (void *)number);
}

static int proc_text_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%s\n", (const char *)m->private);
	return 0;
}

static const struct proc_entry sys_kernel_files[] = {
	{.name = "hostname", .show = proc_text_show, .data = UTS_NODENAME},
	{.name = "osrelease", .show = proc_text_show, .data = UTS_RELEASE},
	{.name = "ostype", .show = proc_text_show, .data = UTS_SYSNAME},
	{.name = "version", .show = proc_text_show, .data = UTS_VERSION},
};

static const struct proc_int console_loglevel_number = {&console_loglevel, 1, 8};

int proc_sys_init(void)
{
	struct dentry *sys = proc_mkdir("sys", NULL), *file;
	size_t i;

	if (IS_ERR(sys))
		return PTR_ERR(sys);
	sys_kernel_dir = proc_mkdir("kernel", sys);
	if (IS_ERR(sys_kernel_dir))
		return PTR_ERR(sys_kernel_dir);
	for (i = 0; i < ARRAY_SIZE(sys_kernel_files); i++) {
		file = proc_register(sys_kernel_dir, &sys_kernel_files[i]);
		if (IS_ERR(file))
			return PTR_ERR(file);
	}
	file = proc_create_int("printk", 0644, sys_kernel_dir, &console_loglevel_number);
	return IS_ERR(file) ? PTR_ERR(file) : 0;
}

static noinline ssize_t write_sysrq_trigger(struct file *file, const char *buf, size_t count,
					    loff_t *pos)
{
	if (count)
		handle_sysrq(buf[0]);
	return count;
}

const struct file_operations sysrq_trigger_file_operations = {
	.write = write_sysrq_trigger,
	.llseek = noop_llseek,
};
