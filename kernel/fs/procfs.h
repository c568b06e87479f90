/* SPDX-License-Identifier: MIT */
/*
 * /proc: files that other rooms fill. A file is one line in the table of
 * proc_files.c, or is added at run time with proc_create().
 */
#pragma once

#include "kernel/fs/seq_file.h"
#include "kernel/fs/vfs.h"

/**
 * proc_create() - add a file under /proc.
 * @parent: from proc_mkdir(), or NULL for /proc itself.
 * @mode:   permission bits; 0: 0444.
 * @ops:    must live as long as the file.
 *
 * Context: task, may sleep. Return: the dentry, owned by the tree, or ERR_PTR:
 * EEXIST, ENOMEM. remove_proc_entry() takes it away.
 */
struct dentry *proc_create(const char *name, u32 mode, struct dentry *parent,
			   const struct file_operations *ops);
/* The same with an i_private for the file. */
struct dentry *proc_create_data(const char *name, u32 mode, struct dentry *parent,
				const struct file_operations *ops, void *data);
/* A number that can be read and written as text: a knob under /proc/sys. */
struct proc_int {
	int *value;
	int minimum, maximum; /* a write outside is EINVAL and changes nothing */
};

/* A file for @number, which must live as long as the file. */
struct dentry *proc_create_int(const char *name, u32 mode, struct dentry *parent,
			       const struct proc_int *number);
/* /proc/sys/kernel. */
struct dentry *proc_sys_kernel(void);

struct dentry *proc_mkdir(const char *name, struct dentry *parent);
/* Takes @entry and what is below it away; open files stay usable. */
void remove_proc_entry(struct dentry *entry);
