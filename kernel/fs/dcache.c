/* SPDX-License-Identifier: MIT */
/*
 * The tree of names. A name in the tree is kept by the tree; one that was
 * taken out lives on until the last open file or working directory lets go.
 * A child keeps its parent, so ".." works even in a removed directory.
 */
#include "kernel/fs/dcache.h"

#include "kernel/mm/slab.h"
#include "kernel/time/clock.h"
#include "lib/string.h"

DEFINE_MUTEX(namespace_lock);

struct inode *new_inode(struct super_block *sb, u32 mode, const struct inode_operations *iop,
			const struct file_operations *fop, void *private)
{
	struct inode *inode = kzalloc(sizeof(*inode), GFP_KERNEL);

	if (!inode)
		return NULL;
	atomic_set(&inode->i_count, 1);
	mutex_init(&inode->i_lock);
	inode->i_mode = mode;
	inode->i_nlink = S_ISDIR(mode) ? 2 : 1;
	inode->i_ino = (u64)atomic_inc_return(&sb->s_last_ino);
	inode->i_mtime_ns = ktime_get_ns();
	inode->i_op = iop;
	inode->i_fop = fop;
	inode->i_sb = sb;
	inode->i_private = private;
	return inode;
}

struct inode *igrab(struct inode *inode)
{
	atomic_inc(&inode->i_count);
	return inode;
}

void iput(struct inode *inode)
{
	if (!atomic_dec_and_test(&inode->i_count))
		return;
	if (inode->i_op->evict)
		inode->i_op->evict(inode);
	kfree(inode);
}

/* FNV-1a. */
static u32 dentry_name_hash(const char *name)
{
	u32 hash = 0x811c9dc5;

	while (*name)
		hash = (hash ^ (u8)*name++) * 0x01000193;
	return hash;
}

struct dentry *d_alloc(struct dentry *parent, const char *name, struct inode *inode)
{
	struct dentry *dentry;

	if (!inode)
		return NULL;
	dentry = kzalloc(sizeof(*dentry), GFP_KERNEL);
	if (dentry)
		dentry->d_name = kstrdup(name, GFP_KERNEL);
	if (!dentry || !dentry->d_name) {
		kfree(dentry);
		iput(inode);
		return NULL;
	}
	atomic_set(&dentry->d_count, 1);
	dentry->d_hash = dentry_name_hash(name);
	dentry->d_parent = parent ? dget(parent) : dentry;
	dentry->d_inode = inode;
	INIT_LIST_HEAD(&dentry->d_child);
	INIT_LIST_HEAD(&dentry->d_subdirs);
	return dentry;
}

struct dentry *dget(struct dentry *dentry)
{
	atomic_inc(&dentry->d_count);
	return dentry;
}

void dput(struct dentry *dentry)
{
	/* The loop climbs: the last child's reference may be the parent's last. */
	while (!IS_ERR_OR_NULL(dentry) && atomic_dec_and_test(&dentry->d_count)) {
		struct dentry *parent = dentry->d_parent;

		iput(dentry->d_inode);
		kfree(dentry->d_name);
		kfree(dentry);
		dentry = parent;
	}
}

struct dentry *d_lookup(struct dentry *parent, const char *name)
{
	u32 hash = dentry_name_hash(name);
	struct dentry *child;

	list_for_each_entry (child, &parent->d_subdirs, d_child) {
		if (child->d_hash == hash && !strcmp(child->d_name, name))
			return child;
	}
	return NULL;
}

struct dentry *lookup_dcache(struct dentry *parent, const char *name)
{
	struct dentry *child = d_lookup(parent, name);

	if (child)
		return dget(child);
	if (parent->d_inode->i_op->lookup)
		return parent->d_inode->i_op->lookup(parent, name);
	return NULL;
}

static void dentry_insert(struct dentry *dentry)
{
	struct dentry *parent = dentry->d_parent;

	list_add_tail(&dentry->d_child, &parent->d_subdirs);
	dentry->d_offset = ++parent->d_last_offset;
	if (S_ISDIR(dentry->d_inode->i_mode))
		parent->d_inode->i_nlink++;
	parent->d_inode->i_mtime_ns = ktime_get_ns();
}

/* The caller gets the tree's reference. */
static void dentry_take_out(struct dentry *dentry)
{
	struct dentry *parent = dentry->d_parent;

	list_del_init(&dentry->d_child);
	if (S_ISDIR(dentry->d_inode->i_mode))
		parent->d_inode->i_nlink--;
	parent->d_inode->i_mtime_ns = ktime_get_ns();
}

static void dentry_drop_link(struct dentry *dentry)
{
	struct inode *inode = dentry->d_inode;

	inode->i_nlink = S_ISDIR(inode->i_mode) ? 0 : inode->i_nlink - 1;
}

int d_link(struct dentry *dentry)
{
	int error = 0;

	mutex_lock(&namespace_lock);
	if (!dentry->d_parent->d_inode->i_nlink)
		error = -ENOENT;
	else if (d_lookup(dentry->d_parent, dentry->d_name))
		error = -EEXIST;
	else
		dentry_insert(dentry);
	mutex_unlock(&namespace_lock);
	return error;
}

int d_link_again(struct dentry *old, struct dentry *dir, const char *name)
{
	struct dentry *dentry = d_alloc(dir, name, igrab(old->d_inode));
	int error = 0;

	if (!dentry)
		return -ENOMEM;
	mutex_lock(&namespace_lock);
	if (!dir->d_inode->i_nlink || !old->d_inode->i_nlink) {
		error = -ENOENT;
	} else if (d_lookup(dir, name)) {
		error = -EEXIST;
	} else {
		dentry_insert(dentry);
		old->d_inode->i_nlink++;
	}
	mutex_unlock(&namespace_lock);
	if (error)
		dput(dentry);
	return error;
}

static int dentry_remove(struct dentry *dentry, bool only_empty)
{
	int error = 0;

	mutex_lock(&namespace_lock);
	if (list_empty(&dentry->d_child)) {
		error = -ENOENT;
	} else if (dentry->d_mounted) {
		error = -EBUSY;
	} else if (only_empty && !list_empty(&dentry->d_subdirs)) {
		error = -ENOTEMPTY;
	} else {
		dentry_take_out(dentry);
		dentry_drop_link(dentry);
	}
	mutex_unlock(&namespace_lock);
	if (!error)
		dput(dentry);
	return error;
}

int d_unlink(struct dentry *dentry)
{
	return dentry_remove(dentry, false);
}

int d_rmdir(struct dentry *dentry)
{
	return dentry_remove(dentry, true);
}

void d_remove_tree(struct dentry *top)
{
	struct dentry *dentry = dget(top);

	mutex_lock(&namespace_lock);
	/* Down to a leaf, take it out, up to its parent, until @top itself is a leaf. */
	while (dentry != top || !list_empty(&top->d_subdirs)) {
		struct dentry *next;

		if (!list_empty(&dentry->d_subdirs)) {
			next = dget(list_first_entry(&dentry->d_subdirs, struct dentry, d_child));
			dput(dentry);
		} else {
			next = dget(dentry->d_parent);
			dentry_take_out(dentry);
			dentry_drop_link(dentry);
			dput(dentry); /* the tree's */
			dput(dentry);
		}
		dentry = next;
	}
	mutex_unlock(&namespace_lock);
	dput(dentry);
	dentry_remove(top, false);
}

static bool dentry_is_below(struct dentry *dentry, const struct dentry *top)
{
	for (; dentry != top; dentry = dentry->d_parent) {
		if (dentry == dentry->d_parent)
			return false;
	}
	return true;
}

/* Whether @target may make room for @dentry. Context: namespace_lock. */
static int may_replace(const struct dentry *dentry, const struct dentry *target)
{
	bool from_dir = S_ISDIR(dentry->d_inode->i_mode);

	if (S_ISDIR(target->d_inode->i_mode) != from_dir)
		return from_dir ? -ENOTDIR : -EISDIR;
	if (target->d_mounted)
		return -EBUSY;
	return list_empty(&target->d_subdirs) ? 0 : -ENOTEMPTY;
}

static int dentry_may_move(struct dentry *dentry, struct dentry *dir, const struct dentry *target)
{
	if (list_empty(&dentry->d_child) || !dir->d_inode->i_nlink)
		return -ENOENT;
	if (dentry->d_inode->i_sb != dir->d_inode->i_sb)
		return -EXDEV;
	if (dentry->d_mounted)
		return -EBUSY;
	if (dentry_is_below(dir, dentry))
		return -EINVAL;
	if (!target || target->d_inode == dentry->d_inode)
		return 0;
	return may_replace(dentry, target);
}

int d_move(struct dentry *dentry, struct dentry *dir, const char *name)
{
	struct dentry *target, *old_parent = NULL;
	char *new_name = kstrdup(name, GFP_KERNEL), *old_name = new_name;
	int error;

	if (!new_name)
		return -ENOMEM;
	mutex_lock(&namespace_lock);
	target = d_lookup(dir, name);
	error = dentry_may_move(dentry, dir, target);
	/* Two names of one file: rename(2) leaves both. */
	if (!error && (!target || target->d_inode != dentry->d_inode)) {
		if (target) {
			dentry_take_out(target);
			dentry_drop_link(target);
		}
		dentry_take_out(dentry);
		old_parent = dentry->d_parent;
		dentry->d_parent = dget(dir);
		dentry->d_hash = dentry_name_hash(name);
		old_name = dentry->d_name;
		dentry->d_name = new_name;
		dentry_insert(dentry);
	} else {
		target = NULL;
	}
	mutex_unlock(&namespace_lock);
	dput(target);
	dput(old_parent);
	kfree(old_name);
	return error;
}
