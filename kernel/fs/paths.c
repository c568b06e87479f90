/* SPDX-License-Identifier: MIT */
/* Paths that come back: the target of a link, the working directory. */
#include "kernel/fs/fdtable.h"
#include "kernel/fs/namei.h"
#include "kernel/fs/syscalls.h"
#include "lib/math.h"
#include "lib/string.h"

ssize_t do_readlinkat(int dfd, const char *path, char *buf, size_t bytes)
{
	struct dentry *dentry;
	ssize_t length = filename_lookup(dfd, path, 0, &dentry);

	if (length)
		return length;
	if (S_ISLNK(dentry->d_inode->i_mode)) {
		mutex_lock(&namespace_lock);
		length = dentry->d_inode->i_op->readlink(dentry, buf, bytes);
		mutex_unlock(&namespace_lock);
	} else {
		length = -EINVAL;
	}
	dput(dentry);
	return length < 0 ? length : (ssize_t)min((size_t)length, bytes);
}

int ksys_chdir(const char *path)
{
	struct dentry *dir;
	int error = filename_lookup(AT_FDCWD, path, LOOKUP_FOLLOW | LOOKUP_DIRECTORY, &dir);

	return error ? error : set_fs_pwd(dir);
}

ssize_t ksys_getcwd(char *buf, size_t bytes)
{
	struct dentry *pwd = get_fs_pwd();
	ssize_t length = -ENOENT;
	char *path;

	if (pwd->d_inode->i_nlink) {
		path = d_path(pwd, buf, bytes);
		length = IS_ERR(path) ? -ERANGE : (ssize_t)strlen(path) + 1;
		if (length > 0)
			memmove(buf, path, length);
	}
	dput(pwd);
	return length;
}
