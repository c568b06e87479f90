/* SPDX-License-Identifier: MIT */
/*
 * ramfs, the names: what can be done in its directories. Their content is the
 * tree of dentries itself; the content of files is in ramfs_file.c.
 */
#include "kernel/fs/ramfs.h"

#include "kernel/fs/libfs.h"
#include "kernel/fs/ramfs_file.h"

static const struct inode_operations ramfs_dir_inode_operations;

static int ramfs_create(struct dentry *dir, const char *name, u32 mode)
{
	struct dentry *dentry = simple_create(dir, name, ramfs_new_file(dir->d_inode->i_sb, mode));

	return IS_ERR(dentry) ? PTR_ERR(dentry) : 0;
}

static int ramfs_mkdir(struct dentry *dir, const char *name, u32 mode)
{
	struct inode *inode = new_inode(dir->d_inode->i_sb, mode, &ramfs_dir_inode_operations,
					&simple_dir_operations, NULL);
	struct dentry *dentry = simple_create(dir, name, inode);

	return IS_ERR(dentry) ? PTR_ERR(dentry) : 0;
}

static int ramfs_symlink(struct dentry *dir, const char *name, const char *target)
{
	struct dentry *dentry = simple_symlink_create(dir, name, target);

	return IS_ERR(dentry) ? PTR_ERR(dentry) : 0;
}

static int ramfs_link(struct dentry *old, struct dentry *dir, const char *name)
{
	return d_link_again(old, dir, name);
}

static int ramfs_rmdir(struct dentry *dir, struct dentry *victim)
{
	return d_rmdir(victim);
}

static int ramfs_unlink(struct dentry *dir, struct dentry *victim)
{
	return d_unlink(victim);
}

static int ramfs_rename(struct dentry *old, struct dentry *dir, const char *name)
{
	return d_move(old, dir, name);
}

static const struct inode_operations ramfs_dir_inode_operations = {
	.create = ramfs_create,
	.mkdir = ramfs_mkdir,
	.symlink = ramfs_symlink,
	.link = ramfs_link,
	.rmdir = ramfs_rmdir,
	.unlink = ramfs_unlink,
	.rename = ramfs_rename,
};

int ramfs_init(void)
{
	/* Every directory another file system will cover, and /tmp, which programs expect. */
	static const char *const directories[] = {"dev", "etc", "proc", "sys", "tmp"};
	struct dentry *root = mount_simple("rootfs", "/", &ramfs_dir_inode_operations);
	size_t i;
	int error;

	if (IS_ERR(root))
		return PTR_ERR(root);
	for (i = 0; i < ARRAY_SIZE(directories); i++) {
		error = ramfs_mkdir(root, directories[i], S_IFDIR | 0755);
		if (error)
			return error;
	}
	return 0;
}
