/* SPDX-License-Identifier: MIT */
/* struct file: one open(), from its first reference to its last. */
#include "kernel/fs/open.h"
#include "kernel/mm/slab.h"

static struct file *alloc_empty_file(int flags)
{
	struct file *file = kzalloc(sizeof(*file), GFP_KERNEL);

	if (!file)
		return NULL;
	atomic_set(&file->f_count, 1);
	mutex_init(&file->f_pos_lock);
	file->f_flags = flags & ~O_CLOEXEC;
	if ((flags & O_ACCMODE) != O_WRONLY)
		file->f_mode |= FMODE_READ;
	if ((flags & O_ACCMODE) != O_RDONLY)
		file->f_mode |= FMODE_WRITE;
	return file;
}

/* Lets the file prepare itself; from here on release will be called. */
static noinline int do_dentry_open(struct file *file)
{
	struct inode *inode = file->f_inode;
	int error;

	if (S_ISREG(inode->i_mode) || S_ISDIR(inode->i_mode))
		file->f_mode |= FMODE_ATOMIC_POS;
	if (file->f_op->llseek)
		file->f_mode |= FMODE_LSEEK;
	if (file->f_op->open) {
		error = file->f_op->open(inode, file);
		if (error)
			return error;
	}
	file->f_flags &= ~(u32)(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC);
	return 0;
}

struct file *dentry_open(struct dentry *dentry, int flags, const struct file_operations *fop)
{
	struct file *file = alloc_empty_file(flags);
	int error;

	if (!file) {
		dput(dentry);
		return ERR_PTR(-ENOMEM);
	}
	file->f_dentry = dentry;
	file->f_inode = dentry->d_inode;
	file->f_op = fop;
	error = do_dentry_open(file);
	if (error) {
		dput(dentry);
		kfree(file);
		return ERR_PTR(error);
	}
	return file;
}

struct file *get_file(struct file *file)
{
	atomic_inc(&file->f_count);
	return file;
}

static noinline void __fput(struct file *file)
{
	if (file->f_op->release)
		file->f_op->release(file->f_inode, file);
	dput(file->f_dentry);
	kfree(file);
}

noinline void fput(struct file *file)
{
	if (atomic_dec_and_test(&file->f_count))
		__fput(file);
}

noinline int filp_close(struct file *file)
{
	int error = file->f_op->flush ? file->f_op->flush(file) : 0;

	fput(file);
	return error;
}
