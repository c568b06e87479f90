/* SPDX-License-Identifier: MIT */
/*
 * Mounted file systems. One is mounted once and stays: a mount is a pair of
 * pointers between a directory and the root that covers it.
 */
#pragma once

#include "kernel/fs/dcache.h"

struct seq_file;

/* The root of the first file system, on which all others are mounted. NULL before it exists. */
struct dentry *rootfs_root(void);

/**
 * mount_root_dentry() - make a file system with an empty root directory, and mount it.
 * @where: directory to cover, NULL for the first one.
 *
 * Context: task, may sleep. Return: its root, or ERR_PTR: EBUSY, ENOTDIR, ENOMEM.
 */
struct dentry *mount_root_dentry(const char *type, struct dentry *where,
				 const struct inode_operations *iop,
				 const struct file_operations *fop);

/* A file system that no path leads to. Return: its root, or ERR_PTR(-ENOMEM). */
struct dentry *mount_internal(const char *type);

/* Prints /proc/mounts. */
int mounts_proc_show(struct seq_file *m, void *v);
/* Prints /proc/filesystems: the types that are mounted. */
int filesystems_proc_show(struct seq_file *m, void *v);
