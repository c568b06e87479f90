/* SPDX-License-Identifier: MIT */
/* stat(): what is known about a file. */
#include "kernel/fs/fdtable.h"
#include "kernel/fs/namei.h"
#include "kernel/fs/syscalls.h"

noinline void vfs_getattr(const struct inode *inode, struct kstat *stat)
{
	*stat = (struct kstat){
		.ino = inode->i_ino,
		.dev = inode->i_sb->s_dev,
		.rdev = inode->i_rdev,
		.mode = inode->i_mode,
		.nlink = inode->i_nlink,
		.size = READ_ONCE(inode->i_size),
		.blocks = READ_ONCE(inode->i_pages) * (4096 / 512),
		.mtime_ns = READ_ONCE(inode->i_mtime_ns),
	};
}

noinline int vfs_fstatat(int dfd, const char *path, struct kstat *stat, int flags)
{
	unsigned int lookup = flags & AT_SYMLINK_NOFOLLOW ? 0 : LOOKUP_FOLLOW;
	struct dentry *dentry;
	int error = filename_lookup(dfd, path, lookup, &dentry);

	if (error)
		return error;
	vfs_getattr(dentry->d_inode, stat);
	dput(dentry);
	return 0;
}

int vfs_fstat(int fd, struct kstat *stat)
{
	struct file *file = fget(fd);

	if (!file)
		return -EBADF;
	vfs_getattr(file->f_inode, stat);
	fput(file);
	return 0;
}
