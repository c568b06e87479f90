/* SPDX-License-Identifier: MIT */
/* /proc itself: mounting it, and making files in it. */
#include "kernel/fs/libfs.h"
#include "kernel/fs/mount.h"
#include "kernel/fs/namei.h"
#include "kernel/fs/proc/proc_files.h"
#include "kernel/fs/proc/proc_internal.h"
#include "lib/compiler.h"

static struct dentry *proc_root_dentry;

struct dentry *proc_root(void)
{
	return proc_root_dentry;
}

static int proc_single_open(struct inode *inode, struct file *file)
{
	const struct proc_entry *entry = inode->i_private;

	return single_open(file, entry->show, entry->data);
}

static const struct file_operations proc_single_operations = {
	.open = proc_single_open,
	.release = single_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

static int proc_seq_open(struct inode *inode, struct file *file)
{
	const struct proc_entry *entry = inode->i_private;
	int error = seq_open(file, entry->seq);

	if (!error)
		((struct seq_file *)file->private_data)->private = entry->data;
	return error;
}

static const struct file_operations proc_seq_operations = {
	.open = proc_seq_open,
	.release = seq_release,
	.read = seq_read,
	.llseek = seq_lseek,
};

static const struct file_operations *proc_entry_operations(const struct proc_entry *entry)
{
	if (entry->show)
		return &proc_single_operations;
	return entry->seq ? &proc_seq_operations : entry->ops;
}

struct dentry *proc_register(struct dentry *parent, const struct proc_entry *entry)
{
	return simple_file_create(parent ? parent : proc_root_dentry, entry->name,
				  entry->mode ? entry->mode : 0444, proc_entry_operations(entry),
				  (void *)entry);
}

struct dentry *proc_create_data(const char *name, u32 mode, struct dentry *parent,
				const struct file_operations *ops, void *data)
{
	return simple_file_create(parent ? parent : proc_root_dentry, name, mode ? mode : 0444, ops,
				  data);
}

struct dentry *proc_create(const char *name, u32 mode, struct dentry *parent,
			   const struct file_operations *ops)
{
	return proc_create_data(name, mode, parent, ops, NULL);
}

struct dentry *proc_mkdir(const char *name, struct dentry *parent)
{
	return simple_dir_create(parent ? parent : proc_root_dentry, name, NULL, NULL);
}

void remove_proc_entry(struct dentry *entry)
{
	simple_remove_recursive(entry);
}

/* Nothing can be made in /proc by a path; Linux says that the name does not exist. */
static int proc_root_create(struct dentry *dir, const char *name, u32 mode)
{
	return -ENOENT;
}

static const struct inode_operations proc_root_inode_operations = {
	.lookup = proc_pid_lookup,
	.create = proc_root_create,
	.mkdir = proc_root_create,
};

static const struct file_operations proc_root_operations = {
	.llseek = generic_file_llseek,
	.iterate_shared = proc_root_readdir,
};

static int proc_mount(void)
{
	struct dentry *dir, *root;
	int error = filename_lookup(AT_FDCWD, "/proc", LOOKUP_DIRECTORY, &dir);

	if (error)
		return error;
	root = mount_root_dentry("proc", dir, &proc_root_inode_operations, &proc_root_operations);
	dput(dir);
	if (IS_ERR(root))
		return PTR_ERR(root);
	proc_root_dentry = root;
	return 0;
}

int proc_init(void)
{
	const struct proc_entry *entry;
	int error = proc_mount();

	if (error)
		return error;
	for (entry = proc_files; entry->name; entry++) {
		struct dentry *dentry = proc_register(NULL, entry);

		if (IS_ERR(dentry))
			return PTR_ERR(dentry);
	}
	error = proc_self_init();
	return error ? error : proc_sys_init();
}
