/* SPDX-License-Identifier: MIT */
/* Making open files, inside the room. Everyone else calls filp_open() or do_sys_open(). */
#pragma once

#include "kernel/fs/dcache.h"

/**
 * do_filp_open() - walk to a file and open it.
 *
 * As filp_open(), from the directory of @dfd. Context: task, may sleep.
 */
struct file *do_filp_open(int dfd, const char *path, int flags, u32 mode);

/**
 * dentry_open() - open a name that is known already.
 * @fop: what the file can do, usually the inode's i_fop.
 *
 * Takes over the caller's reference of @dentry in any case. Return: the file or ERR_PTR.
 */
struct file *dentry_open(struct dentry *dentry, int flags, const struct file_operations *fop);

/* The same with the inode's own operations. */
struct file *vfs_open(struct dentry *dentry, int flags);

/* Cuts or extends a regular file. EINVAL, EISDIR, EFBIG. Context: task, may sleep. */
int do_truncate(struct inode *inode, loff_t size);
