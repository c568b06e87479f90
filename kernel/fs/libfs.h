/* SPDX-License-Identifier: MIT */
/*
 * File systems made of a tree of names in memory: procfs, devfs, tracefs and
 * ramfs are all built with these calls.
 */
#pragma once

#include "kernel/fs/vfs.h"

/**
 * mount_simple() - make a file system with an empty root and mount it.
 * @type:  its name in /proc/mounts and /proc/filesystems; not copied.
 * @where: a directory that exists; "/" when there is nothing yet.
 * @iop:   what can be done in the root directory; NULL: look only.
 *
 * Context: task, may sleep. Return: its root, which lives for ever, or
 * ERR_PTR: ENOENT, ENOTDIR, EBUSY (something is mounted there), ENOMEM.
 */
struct dentry *mount_simple(const char *type, const char *where,
			    const struct inode_operations *iop);

/**
 * simple_dir_create() - a directory, mode 0755.
 * @iop: what can be done in it: hooks for mkdir and rmdir, say; NULL: look only.
 * @private: the inode's i_private.
 *
 * Context: task, may sleep; may be called from a mkdir or create hook. Return:
 * the dentry, owned by the tree (no reference to give back), or ERR_PTR:
 * EEXIST, ENOENT (@parent was removed), ENOMEM.
 */
struct dentry *simple_dir_create(struct dentry *parent, const char *name,
				 const struct inode_operations *iop, void *private);

/* A regular file. @private is what file_private() and inode->i_private give. As above. */
struct dentry *simple_file_create(struct dentry *parent, const char *name, u32 mode,
				  const struct file_operations *fops, void *private);

/* A symbolic link; @target is copied. As above. */
struct dentry *simple_symlink_create(struct dentry *parent, const char *name, const char *target);

/**
 * simple_remove_recursive() - take a name and all below it out of the tree.
 *
 * Files that are open stay usable until they are closed; their i_private must
 * outlive that. Context: task, may sleep; may be called from rmdir and unlink hooks.
 */
void simple_remove_recursive(struct dentry *dentry);

/* The child of that name, with a reference (dput()), or NULL. */
struct dentry *simple_lookup(struct dentry *parent, const char *name);

/* For writes of short text: copies at most @bytes - 1, ends it with 0. Return: length, EINVAL
 * if @count does not fit. */
ssize_t simple_write_text(char *text, size_t bytes, const char *buf, size_t count);

/* Copies from @text of @bytes to the reader at *pos, and advances it. Return: bytes copied. */
ssize_t simple_read_from_buffer(char *buf, size_t count, loff_t *pos, const void *text,
				size_t bytes);

/* Directory operations for trees: listing, seeking. */
extern const struct file_operations simple_dir_operations;
/* Look only: no name can be made or removed. */
extern const struct inode_operations simple_dir_inode_operations;
