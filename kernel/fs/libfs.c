/* SPDX-License-Identifier: MIT */
/* Building blocks of file systems that are a tree in memory. */
#include "kernel/fs/libfs.h"

#include "kernel/fs/dcache.h"
#include "kernel/fs/mount.h"
#include "kernel/fs/namei.h"
#include "kernel/mm/slab.h"
#include "lib/math.h"
#include "lib/string.h"

static const struct inode_operations simple_file_inode_operations;
static const struct file_operations no_file_operations;

const struct inode_operations simple_dir_inode_operations;

static ssize_t simple_readlink(struct dentry *link, char *buf, size_t bytes)
{
	const char *target = link->d_inode->i_private;
	size_t length = strlen(target);

	memcpy(buf, target, min(length, bytes));
	return length;
}

static void simple_symlink_evict(struct inode *inode)
{
	kfree(inode->i_private);
}

static const struct inode_operations simple_symlink_inode_operations = {
	.readlink = simple_readlink,
	.evict = simple_symlink_evict,
};

struct dentry *mount_simple(const char *type, const char *where, const struct inode_operations *iop)
{
	struct dentry *dir = NULL, *root;
	int error;

	if (rootfs_root()) {
		error = filename_lookup(AT_FDCWD, where, LOOKUP_FOLLOW, &dir);
		if (error)
			return ERR_PTR(error);
	}
	root = mount_root_dentry(type, dir, iop ? iop : &simple_dir_inode_operations,
				 &simple_dir_operations);
	dput(dir);
	return root;
}

struct dentry *simple_create(struct dentry *parent, const char *name, struct inode *inode)
{
	struct dentry *dentry = d_alloc(parent, name, inode);
	int error;

	if (!dentry)
		return ERR_PTR(-ENOMEM);
	error = d_link(dentry);
	if (error) {
		dput(dentry);
		return ERR_PTR(error);
	}
	return dentry;
}

struct dentry *simple_dir_create(struct dentry *parent, const char *name,
				 const struct inode_operations *iop, void *private)
{
	struct inode *inode = new_inode(parent->d_inode->i_sb, S_IFDIR | 0755,
					iop ? iop : &simple_dir_inode_operations,
					&simple_dir_operations, private);

	return simple_create(parent, name, inode);
}

struct dentry *simple_file_create(struct dentry *parent, const char *name, u32 mode,
				  const struct file_operations *fops, void *private)
{
	struct inode *inode = new_inode(parent->d_inode->i_sb, S_IFREG | (mode & S_IALLUGO),
					&simple_file_inode_operations, fops, private);

	return simple_create(parent, name, inode);
}

struct dentry *simple_symlink_create(struct dentry *parent, const char *name, const char *target)
{
	char *copy = kstrdup(target, GFP_KERNEL);
	struct inode *inode;

	if (!copy)
		return ERR_PTR(-ENOMEM);
	inode = new_inode(parent->d_inode->i_sb, S_IFLNK | 0777, &simple_symlink_inode_operations,
			  &no_file_operations, copy);
	if (!inode) {
		kfree(copy);
		return ERR_PTR(-ENOMEM);
	}
	inode->i_size = strlen(copy);
	return simple_create(parent, name, inode);
}

void simple_remove_recursive(struct dentry *dentry)
{
	d_remove_tree(dentry);
}

struct dentry *simple_lookup(struct dentry *parent, const char *name)
{
	struct dentry *child;

	mutex_lock(&namespace_lock);
	child = d_lookup(parent, name);
	if (child)
		dget(child);
	mutex_unlock(&namespace_lock);
	return child;
}

ssize_t simple_write_text(char *text, size_t bytes, const char *buf, size_t count)
{
	if (count >= bytes)
		return -EINVAL;
	memcpy(text, buf, count);
	text[count] = 0;
	return count;
}

ssize_t simple_read_from_buffer(char *buf, size_t count, loff_t *pos, const void *text,
				size_t bytes)
{
	if (*pos < 0)
		return -EINVAL;
	if ((size_t)*pos >= bytes)
		return 0;
	count = min(count, bytes - *pos);
	memcpy(buf, (const char *)text + *pos, count);
	*pos += count;
	return count;
}
