/* SPDX-License-Identifier: MIT */
/* /dev: a directory of device files, each made when its driver registers it. */
#include "kernel/fs/devfs.h"

#include "kernel/fs/chrdev.h"
#include "kernel/fs/dcache.h"
#include "kernel/fs/libfs.h"

static struct dentry *dev_root;

static const struct inode_operations device_inode_operations;

int register_chrdev(const char *name, u32 dev, u32 mode, const struct file_operations *fops,
		    void *private)
{
	struct inode *inode = new_inode(dev_root->d_inode->i_sb, S_IFCHR | (mode & S_IALLUGO),
					&device_inode_operations, fops, private);
	struct dentry *dentry;

	if (inode)
		inode->i_rdev = dev;
	dentry = simple_create(dev_root, name, inode);
	return IS_ERR(dentry) ? PTR_ERR(dentry) : 0;
}

int devfs_init(void)
{
	struct dentry *root = mount_simple("devtmpfs", "/dev", NULL);

	if (IS_ERR(root))
		return PTR_ERR(root);
	dev_root = root;
	return 0;
}
