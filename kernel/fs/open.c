/* SPDX-License-Identifier: MIT */
/* open(): find or make the name, check that it can be opened this way, open it. */
#include "kernel/fs/open.h"

#include "kernel/fs/fdtable.h"
#include "kernel/fs/namei.h"
#include "kernel/fs/syscalls.h"

static int may_open(const struct dentry *dentry, int flags)
{
	u32 mode = dentry->d_inode->i_mode;

	if (S_ISLNK(mode))
		return -ELOOP; /* O_NOFOLLOW met a link */
	if (S_ISDIR(mode) && ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC)))
		return -EISDIR;
	return 0;
}

/* The last name of the path is missing: make it a regular file. */
static int lookup_create(const struct path_last *last, u32 mode)
{
	const struct inode_operations *iop = last->parent->d_inode->i_op;

	if (last->trailing_slash)
		return -EISDIR;
	if (!iop->create)
		return -EACCES;
	return iop->create(last->parent, last->name, S_IFREG | mode);
}

/* Finds the name, made if need be. Return: 0 and a reference in *@result. */
static int lookup_open(int dfd, const char *path, int flags, u32 mode, struct dentry **result)
{
	bool exclusive = flags & O_CREAT && flags & O_EXCL, created = false;
	unsigned int lookup = exclusive || flags & O_NOFOLLOW ? 0 : LOOKUP_FOLLOW;
	struct path_last last;
	int error;

	if (flags & O_DIRECTORY)
		lookup |= LOOKUP_DIRECTORY;
	/* Again after making it, and when someone else made it first or removed it again. */
	for (;;) {
		error = filename_lookup_or_parent(dfd, path, lookup, result, &last);
		if (!error && exclusive && !created) {
			dput(*result);
			return -EEXIST;
		}
		if (error != -ENOENT || !last.parent || !(flags & O_CREAT)) {
			path_last_put(&last);
			return error;
		}
		error = lookup_create(&last, mode);
		path_last_put(&last);
		created = !error;
		if (error && error != -EEXIST)
			return error;
	}
}

/* O_TRUNC of a file that has content to cut; others saw the flag in their open. */
static int handle_truncate(struct file *file)
{
	if (!file->f_inode->i_op->truncate)
		return 0;
	return do_truncate(file->f_inode, 0);
}

noinline struct file *do_filp_open(int dfd, const char *path, int flags, u32 mode)
{
	struct dentry *dentry;
	struct file *file;
	int error;

	if ((flags & O_ACCMODE) == O_ACCMODE)
		return ERR_PTR(-EINVAL);
	error = lookup_open(dfd, path, flags, mode & S_IALLUGO & ~current_umask(), &dentry);
	if (error)
		return ERR_PTR(error);
	error = may_open(dentry, flags);
	if (error) {
		dput(dentry);
		return ERR_PTR(error);
	}
	file = vfs_open(dentry, flags);
	if (!IS_ERR(file) && flags & O_TRUNC && file->f_mode & FMODE_WRITE) {
		error = handle_truncate(file);
		if (error) {
			fput(file);
			return ERR_PTR(error);
		}
	}
	return file;
}

noinline struct file *vfs_open(struct dentry *dentry, int flags)
{
	return dentry_open(dentry, flags, dentry->d_inode->i_fop);
}

struct file *filp_open(const char *path, int flags, u32 mode)
{
	return do_filp_open(AT_FDCWD, path, flags, mode);
}

noinline int do_sys_open(int dfd, const char *path, int flags, u32 mode)
{
	int fd = get_unused_fd_flags(0, flags);
	struct file *file;

	if (fd < 0)
		return fd;
	file = do_filp_open(dfd, path, flags, mode);
	if (IS_ERR(file)) {
		put_unused_fd(fd);
		return PTR_ERR(file);
	}
	fd_install(fd, file);
	return fd;
}

int do_truncate(struct inode *inode, loff_t size)
{
	if (S_ISDIR(inode->i_mode))
		return -EISDIR;
	if (size < 0 || !inode->i_op->truncate)
		return -EINVAL;
	return inode->i_op->truncate(inode, size);
}

int ksys_ftruncate(int fd, loff_t size)
{
	struct file *file = fget(fd);
	int error = -EINVAL;

	if (!file)
		return -EBADF;
	if (file->f_mode & FMODE_WRITE && S_ISREG(file->f_inode->i_mode))
		error = do_truncate(file->f_inode, size);
	fput(file);
	return error;
}
