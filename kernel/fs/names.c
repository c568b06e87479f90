/* SPDX-License-Identifier: MIT */
/*
 * Calls that change the tree of names, by path: mkdir, rmdir, unlink, rename,
 * symlink, link; and the working directory. Each finds the parent directory and
 * the last name, checks what is the same for all file systems, and leaves the rest to
 * the operations of the directory.
 */
#include "kernel/fs/fdtable.h"
#include "kernel/fs/namei.h"
#include "kernel/fs/syscalls.h"
#include "lib/math.h"
#include "lib/string.h"

/* Finds where a new name is to be made. EEXIST: there is one. path_last_put() if 0. */
static int filename_create(int dfd, const char *path, struct path_last *last)
{
	struct dentry *existing;
	int error = filename_parentat(dfd, path, last);

	if (error)
		return error;
	if (last->type != LAST_NORM) {
		path_last_put(last);
		return -EEXIST;
	}
	mutex_lock(&namespace_lock);
	existing = lookup_dcache(last->parent, last->name);
	mutex_unlock(&namespace_lock);
	if (!existing)
		return 0;
	path_last_put(last);
	if (IS_ERR(existing))
		return PTR_ERR(existing);
	dput(existing);
	return -EEXIST;
}

/* Finds a name that is to go. @victim gets a reference. path_last_put() if 0. */
static int filename_victim(int dfd, const char *path, struct path_last *last,
			   struct dentry **victim)
{
	int error = filename_parentat(dfd, path, last);

	if (error)
		return error;
	if (last->type != LAST_NORM) {
		error = last->type == LAST_DOT ? -EINVAL : -EBUSY;
		path_last_put(last);
		return error;
	}
	mutex_lock(&namespace_lock);
	*victim = lookup_dcache(last->parent, last->name);
	mutex_unlock(&namespace_lock);
	if (IS_ERR_OR_NULL(*victim)) {
		path_last_put(last);
		return *victim ? PTR_ERR(*victim) : -ENOENT;
	}
	return 0;
}

noinline int vfs_mkdir(struct dentry *dir, const char *name, u32 mode)
{
	if (!dir->d_inode->i_op->mkdir)
		return -EPERM;
	return dir->d_inode->i_op->mkdir(dir, name, S_IFDIR | (mode & 01777 & ~current_umask()));
}

int do_mkdirat(int dfd, const char *path, u32 mode)
{
	struct path_last last;
	int error = filename_create(dfd, path, &last);

	if (error)
		return error;
	error = vfs_mkdir(last.parent, last.name, mode);
	path_last_put(&last);
	return error;
}

noinline int vfs_rmdir(struct dentry *dir, struct dentry *victim)
{
	if (!S_ISDIR(victim->d_inode->i_mode))
		return -ENOTDIR;
	if (victim->d_mounted)
		return -EBUSY;
	if (!dir->d_inode->i_op->rmdir)
		return -EPERM;
	return dir->d_inode->i_op->rmdir(dir, victim);
}

int do_rmdir(int dfd, const char *path)
{
	struct path_last last;
	struct dentry *victim;
	int error = filename_victim(dfd, path, &last, &victim);

	if (error)
		return error;
	error = vfs_rmdir(last.parent, victim);
	dput(victim);
	path_last_put(&last);
	return error;
}

noinline int vfs_unlink(struct dentry *dir, struct dentry *victim)
{
	if (S_ISDIR(victim->d_inode->i_mode))
		return -EISDIR;
	if (!dir->d_inode->i_op->unlink)
		return -EPERM;
	return dir->d_inode->i_op->unlink(dir, victim);
}

int do_unlinkat(int dfd, const char *path)
{
	struct path_last last;
	struct dentry *victim;
	int error = filename_victim(dfd, path, &last, &victim);

	if (error)
		return error;
	if (last.trailing_slash && !S_ISDIR(victim->d_inode->i_mode))
		error = -ENOTDIR;
	else
		error = vfs_unlink(last.parent, victim);
	dput(victim);
	path_last_put(&last);
	return error;
}

noinline int vfs_rename(struct dentry *old_dir, struct dentry *old, struct dentry *dir,
			const char *name)
{
	const struct inode_operations *iop = old_dir->d_inode->i_op;

	if (old->d_inode->i_sb != dir->d_inode->i_sb)
		return -EXDEV;
	if (!iop->rename)
		return -EPERM;
	return iop->rename(old, dir, name);
}

int do_renameat2(int old_dfd, const char *old_path, int new_dfd, const char *new_path)
{
	struct path_last old_last, new_last;
	struct dentry *old;
	int error = filename_victim(old_dfd, old_path, &old_last, &old);

	if (error)
		return error;
	error = filename_parentat(new_dfd, new_path, &new_last);
	if (!error) {
		bool slash = old_last.trailing_slash || new_last.trailing_slash;

		if (new_last.type != LAST_NORM)
			error = -EBUSY;
		else if (slash && !S_ISDIR(old->d_inode->i_mode))
			error = -ENOTDIR;
		else
			error = vfs_rename(old_last.parent, old, new_last.parent, new_last.name);
		path_last_put(&new_last);
	}
	dput(old);
	path_last_put(&old_last);
	return error;
}

noinline int vfs_symlink(struct dentry *dir, const char *name, const char *target)
{
	if (!dir->d_inode->i_op->symlink)
		return -EPERM;
	return dir->d_inode->i_op->symlink(dir, name, target);
}

int do_symlinkat(const char *target, int dfd, const char *path)
{
	struct path_last last;
	int error;

	if (!*target)
		return -ENOENT;
	if (strnlen(target, PATH_MAX) == PATH_MAX)
		return -ENAMETOOLONG;
	error = filename_create(dfd, path, &last);
	if (error)
		return error;
	error = last.trailing_slash ? -ENOENT : vfs_symlink(last.parent, last.name, target);
	path_last_put(&last);
	return error;
}

noinline int vfs_link(struct dentry *old, struct dentry *dir, const char *name)
{
	if (old->d_inode->i_sb != dir->d_inode->i_sb)
		return -EXDEV;
	if (S_ISDIR(old->d_inode->i_mode) || !dir->d_inode->i_op->link)
		return -EPERM;
	return dir->d_inode->i_op->link(old, dir, name);
}

int do_linkat(int old_dfd, const char *old_path, int new_dfd, const char *new_path)
{
	struct path_last last;
	struct dentry *old;
	int error = filename_lookup(old_dfd, old_path, 0, &old);

	if (error)
		return error;
	error = filename_create(new_dfd, new_path, &last);
	if (!error) {
		error = last.trailing_slash ? -ENOENT : vfs_link(old, last.parent, last.name);
		path_last_put(&last);
	}
	dput(old);
	return error;
}
