/* SPDX-License-Identifier: MIT */
/* The directory instances/: mkdir makes an instance with all its files, rmdir removes it. */
#include "kernel/fs/dcache.h"
#include "kernel/fs/libfs.h"
#include "kernel/locks/mutex.h"
#include "lib/errno.h"
#include "trace/core/trace_array.h"
#include "trace/files/tracefs.h"

/* Names and instances come and go together. Outside of trace_types_lock. */
static DEFINE_MUTEX(instances_lock);

/* Makes the directory of an instance that has none. Return: 0 or an errno; nothing is left then. */
static int create_instance_directory(struct dentry *instances, struct trace_array *tr)
{
	struct dentry *dir = simple_dir_create(instances, tr->name, NULL, tr);
	int error;

	if (IS_ERR(dir))
		return (int)PTR_ERR(dir);
	error = tracefs_create_instance_files(dir, tr);
	if (error)
		simple_remove_recursive(dir);
	return error;
}

static int instance_mkdir(struct dentry *instances, const char *name, u32 mode)
{
	struct dentry *there;
	struct trace_array *tr;
	int error;

	mutex_lock(&instances_lock);
	there = simple_lookup(instances, name);
	tr = there ? NULL : trace_array_create(name);
	error = there ? -EEXIST : -ENOMEM;
	dput(there);
	if (tr) {
		error = create_instance_directory(instances, tr);
		if (error && !trace_array_remove(tr))
			trace_array_drop(tr);
	}
	mutex_unlock(&instances_lock);
	return error;
}

static int instance_rmdir(struct dentry *instances, struct dentry *victim)
{
	struct trace_array *tr = victim->d_inode->i_private;
	int error;

	mutex_lock(&instances_lock);
	error = trace_array_remove(tr);
	if (!error) {
		simple_remove_recursive(victim);
		trace_array_drop(tr);
	}
	mutex_unlock(&instances_lock);
	return error;
}

static const struct inode_operations instances_inode_operations = {
	.mkdir = instance_mkdir,
	.rmdir = instance_rmdir,
};

int tracefs_create_instances(struct dentry *root)
{
	struct dentry *instances =
		simple_dir_create(root, "instances", &instances_inode_operations, NULL);
	struct trace_array *tr;
	int error = IS_ERR(instances) ? (int)PTR_ERR(instances) : 0;

	/* Those of the command line. No others are made before this. */
	list_for_each_entry (tr, &trace_arrays, list)
		if (!error && tr->name)
			error = create_instance_directory(instances, tr);
	return error;
}
