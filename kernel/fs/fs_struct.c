/* SPDX-License-Identifier: MIT */
/* A task's working directory and umask, shared or copied when a task is made. */
#include "kernel/fs/dcache.h"
#include "kernel/fs/fdtable.h"
#include "kernel/fs/mount.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/task.h"

#define DEFAULT_UMASK 0022

struct fs_struct {
	atomic_t count; /* tasks that share it */
	spinlock_t lock;
	struct dentry *pwd; /* [lock] holds a reference */
	u32 umask;
};

/* Takes over the reference of @pwd. */
static struct fs_struct *alloc_fs_struct(struct dentry *pwd, u32 umask)
{
	struct fs_struct *fs = kzalloc(sizeof(*fs), GFP_KERNEL);

	if (!fs) {
		dput(pwd);
		return NULL;
	}
	atomic_set(&fs->count, 1);
	spin_lock_init(&fs->lock);
	fs->pwd = pwd;
	fs->umask = umask;
	return fs;
}

int copy_fs(struct task_struct *child, bool share)
{
	struct fs_struct *fs = current->fs;

	child->fs = fs;
	if (!fs)
		return 0;
	if (share) {
		atomic_inc(&fs->count);
		return 0;
	}
	child->fs = alloc_fs_struct(get_fs_pwd(), fs->umask);
	return child->fs ? 0 : -ENOMEM;
}

void exit_fs(struct task_struct *task)
{
	struct fs_struct *fs = task->fs;

	task->fs = NULL;
	if (!fs || !atomic_dec_and_test(&fs->count))
		return;
	dput(fs->pwd);
	kfree(fs);
}

int unshare_fs(void)
{
	struct fs_struct *fs = alloc_fs_struct(dget(rootfs_root()), DEFAULT_UMASK);

	if (!fs)
		return -ENOMEM;
	exit_fs(current);
	current->fs = fs;
	return 0;
}

struct dentry *get_fs_pwd(void)
{
	struct fs_struct *fs = current->fs;
	struct dentry *pwd;

	if (!fs)
		return dget(rootfs_root());
	spin_lock(&fs->lock);
	pwd = dget(fs->pwd);
	spin_unlock(&fs->lock);
	return pwd;
}

int set_fs_pwd(struct dentry *dir)
{
	struct fs_struct *fs = current->fs;
	struct dentry *old = dir;

	if (fs) {
		spin_lock(&fs->lock);
		old = fs->pwd;
		fs->pwd = dir;
		spin_unlock(&fs->lock);
	}
	dput(old);
	return fs ? 0 : -EBADF;
}

u32 current_umask(void)
{
	return current->fs ? current->fs->umask : DEFAULT_UMASK;
}
