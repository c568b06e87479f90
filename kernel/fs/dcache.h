/* SPDX-License-Identifier: MIT */
/*
 * Names and inodes: making them, counting their users, and putting names into
 * and out of the tree. For file systems and the path walk; everyone else opens
 * files or uses libfs.h.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "kernel/fs/vfs.h"
#include "kernel/locks/mutex.h"
#include "lib/list.h"

struct dentry {
	atomic_t d_count;	    /* the tree, children, open files, walks */
	u32 d_hash;		    /* of the name, to compare fast */
	struct dentry *d_parent;    /* [n] holds a reference; a root points to itself */
	struct inode *d_inode;	    /* holds a reference; never changes */
	struct list_head d_child;   /* [n] in d_parent's d_subdirs while it is in the tree */
	struct list_head d_subdirs; /* [n] children, oldest first */
	loff_t d_offset;	    /* [n] place in the parent's listing, never used again */
	loff_t d_last_offset;	    /* [n] the youngest child's */
	struct dentry *d_mounted;   /* [n] root of what is mounted over this directory */
	struct dentry *d_covers;    /* [n] of a mounted root: the directory it is mounted over */
	char *d_name;		    /* [n] ends with 0 */
};

/* One mounted file system. */
struct super_block {
	struct list_head s_list; /* [n] all of them, oldest first */
	const char *s_type;
	struct dentry *s_root;
	u32 s_dev;
	atomic_t s_last_ino;
};

/* [n]: guards the shape of the tree. Never held while a file is read or written. */
extern struct mutex namespace_lock;

/**
 * new_inode() - an inode with one reference, nlink 1 (directories: 2), size 0.
 *
 * Context: task, may sleep. Return: NULL when memory is short.
 */
struct inode *new_inode(struct super_block *sb, u32 mode, const struct inode_operations *iop,
			const struct file_operations *fop, void *private);
struct inode *igrab(struct inode *inode);
/* The last one calls evict and frees. Context: task, may sleep. */
void iput(struct inode *inode);

/**
 * d_alloc() - a name for @inode, not in the tree yet, with one reference.
 *
 * Takes over the caller's reference of @inode in any case; NULL is passed on,
 * so new_inode() can be nested. Context: task, may sleep. Return: NULL when
 * memory is short.
 */
struct dentry *d_alloc(struct dentry *parent, const char *name, struct inode *inode);
struct dentry *dget(struct dentry *dentry);
/* Context: task, may sleep; with or without namespace_lock. NULL and ERR_PTR do nothing. */
void dput(struct dentry *dentry);

/* The child of that name in the tree itself, no reference. Context: namespace_lock. */
struct dentry *d_lookup(struct dentry *parent, const char *name);
/* Any child: asks the directory's lookup too. A reference, or NULL. Context: namespace_lock. */
struct dentry *lookup_dcache(struct dentry *parent, const char *name);

/*
 * Changes of the tree. All take namespace_lock themselves and happen as a whole
 * or not at all. Context: task, may sleep.
 */

/*
 * d_alloc() and d_link() in one. Takes over the caller's reference of @inode; NULL is ENOMEM.
 * Return: the dentry, owned by the tree, or ERR_PTR.
 */
struct dentry *simple_create(struct dentry *parent, const char *name, struct inode *inode);
/* Puts @dentry under its parent; the tree takes the reference over. EEXIST, ENOENT. */
int d_link(struct dentry *dentry);
/* One more name for the inode of @old, which is not a directory. EEXIST, ENOENT, ENOMEM. */
int d_link_again(struct dentry *old, struct dentry *dir, const char *name);
/* Takes a name that is not a directory out. ENOENT: somebody else did. */
int d_unlink(struct dentry *dentry);
/* The same for an empty directory. ENOTEMPTY, EBUSY (something is mounted over it). */
int d_rmdir(struct dentry *dentry);
/* Takes a name out with all below it. */
void d_remove_tree(struct dentry *dentry);
/* Moves to @dir/@name, replacing what has that name. Errors as rename(2). */
int d_move(struct dentry *dentry, struct dentry *dir, const char *name);

/* The file system mounted over this name, if any. Context: namespace_lock. */
struct dentry *follow_mount(struct dentry *dentry);

/**
 * d_path() - the absolute path of a name, written to the end of @buf.
 *
 * Context: task, may sleep. Return: where it begins in @buf, or ERR_PTR(-ENAMETOOLONG).
 */
char *d_path(const struct dentry *dentry, char *buf, size_t bytes);
/* The same. Context: namespace_lock. */
char *dentry_path_locked(const struct dentry *dentry, char *buf, size_t bytes);
