/* SPDX-License-Identifier: MIT */
/* tracefs itself: the mount, making files from tables, and files that are one short text. */
#include "trace/files/tracefs.h"

#include "kernel/fs/dcache.h"
#include "kernel/fs/libfs.h"
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/files/trace_wait.h"
#include "trace/ring/ring_buffer.h"

/* What is about an event is not done once that is gone. Return: 0 or -ENODEV. */
static int tracefs_event_get(const struct tracefs_node *node)
{
	return node->event_id ? trace_event_get(node->event_id) : 0;
}

static void tracefs_event_put(const struct tracefs_node *node)
{
	if (node->event_id)
		trace_event_put(node->event_id);
}

static int tracefs_text_show(struct seq_file *m, void *unused)
{
	struct tracefs_node *node = m->private;
	int error = node->file->show ? tracefs_event_get(node) : -EINVAL;

	if (error)
		return error;
	error = node->file->show(m, node);
	tracefs_event_put(node);
	return error;
}

int tracefs_text_open(struct inode *inode, struct file *file)
{
	return single_open(file, tracefs_text_show, inode->i_private);
}

static ssize_t tracefs_text_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	return tracefs_node(file->f_inode)->file->show ? seq_read(file, buf, count, pos) : -EINVAL;
}

ssize_t tracefs_lines_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct tracefs_node *node = tracefs_node(file->f_inode);
	char *text;
	int error;

	if (!node->file->store || memchr(buf, 0, count))
		return -EINVAL;
	text = kmalloc(count + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	memcpy(text, buf, count);
	text[count] = 0;
	error = tracefs_event_get(node);
	if (!error) {
		error = node->file->store(node, strim(text));
		tracefs_event_put(node);
	}
	kfree(text);
	if (error)
		return error;
	*pos += (loff_t)count;
	return (ssize_t)count;
}

ssize_t tracefs_text_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	return count < TRACEFS_WRITE_MAX ? tracefs_lines_write(file, buf, count, pos) : -EINVAL;
}

static const struct file_operations tracefs_text_fops = {
	.open = tracefs_text_open,
	.release = single_release,
	.read = tracefs_text_read,
	.write = tracefs_text_write,
	.llseek = seq_lseek,
};

ssize_t tracefs_ignore_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	*pos += (loff_t)count;
	return (ssize_t)count;
}

static int tracefs_open(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_node(inode);
	int error = trace_array_get(node->tr);

	if (error)
		return error;
	error = tracefs_event_get(node);
	if (!error) {
		if (node->own_fops->open)
			error = node->own_fops->open(inode, file);
		tracefs_event_put(node);
	}
	if (error)
		trace_array_put(node->tr);
	return error;
}

static int tracefs_release(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_node(inode);

	if (node->own_fops->release)
		node->own_fops->release(inode, file);
	trace_array_put(node->tr);
	return 0;
}

static void tracefs_evict(struct inode *inode)
{
	struct tracefs_node *node = tracefs_node(inode);

	trace_array_drop(node->tr);
	kfree(node->text);
	kfree(node);
}

static const struct inode_operations tracefs_file_inode_operations = {
	.evict = tracefs_evict,
};

struct tracefs_node *tracefs_create_file(struct dentry *dir, const struct tracefs_file *file,
					 struct trace_array *tr, int cpu)
{
	struct tracefs_node *node = kzalloc(sizeof(*node), GFP_KERNEL);
	struct dentry *made;

	if (!node)
		return NULL;
	node->file = file;
	node->tr = tr;
	node->cpu = cpu;
	node->own_fops = file->fops ? file->fops : &tracefs_text_fops;
	node->fops = *node->own_fops;
	node->fops.open = tracefs_open;
	node->fops.release = tracefs_release;
	made = simple_file_create(dir, file->name, file->mode, &node->fops, node);
	if (IS_ERR(made)) {
		kfree(node);
		return NULL;
	}
	trace_array_hold(tr);
	made->d_inode->i_op = &tracefs_file_inode_operations;
	return node;
}

int tracefs_create_files(struct dentry *dir, const struct tracefs_file *table,
			 struct trace_array *tr, int cpu)
{
	for (; table->name; table++)
		if (!tracefs_create_file(dir, table, tr, cpu))
			return -ENOMEM;
	return 0;
}

/* The directories that the path to the mount needs; sysfs has nothing else here. */
static int make_mount_point(void)
{
	static const char *const path[] = {"/sys", "/sys/kernel", "/sys/kernel/tracing",
					   "/sys/kernel/debug"};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(path); i++) {
		int error = do_mkdirat(AT_FDCWD, path[i], 0755);

		if (error && error != -EEXIST)
			return error;
	}
	return 0;
}

/* /sys/kernel/debug has what is not about tracing alone, and the old way to the rest. */
static int make_debugfs(void)
{
	struct dentry *root = mount_simple("debugfs", "/sys/kernel/debug", NULL), *dir;

	if (IS_ERR(root))
		return (int)PTR_ERR(root);
	dir = simple_symlink_create(root, "tracing", "/sys/kernel/tracing");
	if (!IS_ERR(dir))
		dir = simple_dir_create(root, "kprobes", NULL, NULL);
	if (IS_ERR(dir))
		return (int)PTR_ERR(dir);
	return tracefs_create_files(dir, debugfs_kprobes_files, &global_trace,
				    RING_BUFFER_ALL_CPUS);
}

int tracefs_init(void)
{
	struct dentry *root;
	int error = make_mount_point();

	if (error)
		return error;
	root = mount_simple("tracefs", "/sys/kernel/tracing", NULL);
	if (IS_ERR(root))
		return (int)PTR_ERR(root);
	trace_pipe_wait_init();
	error = tracefs_create_instance_files(root, &global_trace);
	if (!error)
		error = tracefs_create_root_files(root);
	if (!error)
		error = tracefs_create_instances(root);
	if (!error)
		error = make_debugfs();
	if (!error)
		error = do_symlinkat("/sys/kernel/tracing", AT_FDCWD, "/tracing");
	return error;
}
