/* SPDX-License-Identifier: MIT */
/* Mounting: the list of file systems and which directory each covers. */
#include "kernel/fs/mount.h"

#include "kernel/fs/libfs.h"
#include "kernel/fs/seq_file.h"
#include "kernel/mm/slab.h"

static LIST_HEAD(super_blocks); /* [namespace_lock] oldest first */
static struct dentry *root_dentry;
static u32 last_dev; /* [namespace_lock] */

struct dentry *rootfs_root(void)
{
	return root_dentry;
}

static struct super_block *alloc_super(const char *type, const struct inode_operations *iop,
				       const struct file_operations *fop)
{
	struct super_block *sb = kzalloc(sizeof(*sb), GFP_KERNEL);

	if (!sb)
		return NULL;
	sb->s_type = type;
	sb->s_root = d_alloc(NULL, "/", new_inode(sb, S_IFDIR | 0755, iop, fop, NULL));
	if (!sb->s_root) {
		kfree(sb);
		return NULL;
	}
	return sb;
}

/* Context: namespace_lock. */
static int attach_mount(struct super_block *sb, struct dentry *where)
{
	if (where) {
		if (!S_ISDIR(where->d_inode->i_mode))
			return -ENOTDIR;
		if (where->d_mounted)
			return -EBUSY;
		where->d_mounted = sb->s_root;
		sb->s_root->d_covers = dget(where);
	} else {
		if (root_dentry)
			return -EBUSY;
		root_dentry = sb->s_root;
	}
	sb->s_dev = ++last_dev;
	list_add_tail(&sb->s_list, &super_blocks);
	return 0;
}

struct dentry *mount_root_dentry(const char *type, struct dentry *where,
				 const struct inode_operations *iop,
				 const struct file_operations *fop)
{
	struct super_block *sb = alloc_super(type, iop, fop);
	int error;

	if (!sb)
		return ERR_PTR(-ENOMEM);
	mutex_lock(&namespace_lock);
	error = attach_mount(sb, where);
	mutex_unlock(&namespace_lock);
	if (error) {
		dput(sb->s_root);
		kfree(sb);
		return ERR_PTR(error);
	}
	return sb->s_root;
}

struct dentry *mount_internal(const char *type)
{
	struct super_block *sb =
		alloc_super(type, &simple_dir_inode_operations, &simple_dir_operations);

	if (!sb)
		return ERR_PTR(-ENOMEM);
	mutex_lock(&namespace_lock);
	sb->s_dev = ++last_dev;
	mutex_unlock(&namespace_lock);
	return sb->s_root;
}

int mounts_proc_show(struct seq_file *m, void *v)
{
	char *buf = kmalloc(PATH_MAX, GFP_KERNEL);
	struct super_block *sb;

	if (!buf)
		return -ENOMEM;
	mutex_lock(&namespace_lock);
	list_for_each_entry (sb, &super_blocks, s_list) {
		const char *path = dentry_path_locked(sb->s_root, buf, PATH_MAX);

		if (!IS_ERR(path))
			seq_printf(m, "%s %s %s rw 0 0\n", sb->s_type, path, sb->s_type);
	}
	mutex_unlock(&namespace_lock);
	kfree(buf);
	return 0;
}

int filesystems_proc_show(struct seq_file *m, void *v)
{
	struct super_block *sb;

	mutex_lock(&namespace_lock);
	list_for_each_entry (sb, &super_blocks, s_list)
		seq_printf(m, "nodev\t%s\n", sb->s_type);
	mutex_unlock(&namespace_lock);
	return 0;
}
