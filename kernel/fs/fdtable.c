/* SPDX-License-Identifier: MIT */
/*
 * Descriptors: a table of open files per task, shared or copied when a task is
 * made. A bit map says which numbers are taken; a number can be taken while no
 * file is behind it yet (an open that is on its way).
 */
#include "kernel/fs/fdtable.h"

#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/task.h"

struct files_struct {
	atomic_t count; /* tasks that share it */
	spinlock_t file_lock;
	u64 open_fds[NR_OPEN / 64];	 /* [file_lock] bit N: number N is taken */
	u64 close_on_exec[NR_OPEN / 64]; /* [file_lock] */
	struct file *fd[NR_OPEN];	 /* [file_lock] */
};

static bool fd_bit(const u64 *bits, int fd)
{
	return bits[fd / 64] >> (fd % 64) & 1;
}

static void fd_set_bit(u64 *bits, int fd, bool on)
{
	if (on)
		bits[fd / 64] |= 1ul << (fd % 64);
	else
		bits[fd / 64] &= ~(1ul << (fd % 64));
}

static struct files_struct *alloc_files_struct(void)
{
	struct files_struct *files = kzalloc(sizeof(*files), GFP_KERNEL);

	if (!files)
		return NULL;
	atomic_set(&files->count, 1);
	spin_lock_init(&files->file_lock);
	return files;
}

static struct files_struct *dup_files_struct(struct files_struct *old)
{
	struct files_struct *files = alloc_files_struct();
	int fd;

	if (!files)
		return NULL;
	spin_lock(&old->file_lock);
	for (fd = 0; fd < NR_OPEN; fd++) {
		if (!old->fd[fd])
			continue;
		files->fd[fd] = get_file(old->fd[fd]);
		fd_set_bit(files->open_fds, fd, true);
		fd_set_bit(files->close_on_exec, fd, fd_bit(old->close_on_exec, fd));
	}
	spin_unlock(&old->file_lock);
	return files;
}

int copy_files(struct task_struct *child, bool share)
{
	struct files_struct *files = current->files;

	child->files = files;
	if (!files)
		return 0;
	if (share) {
		atomic_inc(&files->count);
		return 0;
	}
	child->files = dup_files_struct(files);
	return child->files ? 0 : -ENOMEM;
}

noinline void exit_files(struct task_struct *task)
{
	struct files_struct *files = task->files;
	int fd;

	task->files = NULL;
	if (!files || !atomic_dec_and_test(&files->count))
		return;
	for (fd = 0; fd < NR_OPEN; fd++) {
		if (files->fd[fd])
			filp_close(files->fd[fd]);
	}
	kfree(files);
}

int unshare_files(void)
{
	struct files_struct *files = alloc_files_struct();
	int error;

	if (!files)
		return -ENOMEM;
	error = unshare_fs();
	if (error) {
		kfree(files);
		return error;
	}
	exit_files(current);
	current->files = files;
	return 0;
}

struct file *fget(int fd)
{
	struct files_struct *files = current->files;
	struct file *file;

	if (!files || fd < 0 || fd >= NR_OPEN)
		return NULL;
	spin_lock(&files->file_lock);
	file = files->fd[fd];
	if (file)
		get_file(file);
	spin_unlock(&files->file_lock);
	return file;
}

int get_unused_fd_flags(int from, int flags)
{
	struct files_struct *files = current->files;
	int fd;

	if (!files)
		return -EMFILE;
	if (from < 0 || from >= NR_OPEN)
		return -EINVAL;
	spin_lock(&files->file_lock);
	for (fd = from; fd < NR_OPEN && fd_bit(files->open_fds, fd); fd++)
		;
	if (fd < NR_OPEN) {
		fd_set_bit(files->open_fds, fd, true);
		fd_set_bit(files->close_on_exec, fd, flags & O_CLOEXEC);
	}
	spin_unlock(&files->file_lock);
	return fd < NR_OPEN ? fd : -EMFILE;
}

void put_unused_fd(int fd)
{
	struct files_struct *files = current->files;

	spin_lock(&files->file_lock);
	fd_set_bit(files->open_fds, fd, false);
	spin_unlock(&files->file_lock);
}

noinline void fd_install(int fd, struct file *file)
{
	struct files_struct *files = current->files;

	spin_lock(&files->file_lock);
	files->fd[fd] = file;
	spin_unlock(&files->file_lock);
}

/* Empties a slot and frees its number. Return: what was there. */
static struct file *file_close_fd(struct files_struct *files, int fd)
{
	struct file *file;

	spin_lock(&files->file_lock);
	file = files->fd[fd];
	if (file) {
		files->fd[fd] = NULL;
		fd_set_bit(files->open_fds, fd, false);
	}
	spin_unlock(&files->file_lock);
	return file;
}

noinline int close_fd(int fd)
{
	struct files_struct *files = current->files;
	struct file *file;

	if (!files || fd < 0 || fd >= NR_OPEN)
		return -EBADF;
	file = file_close_fd(files, fd);
	return file ? filp_close(file) : -EBADF;
}

void do_close_on_exec(void)
{
	int fd;

	for (fd = 0; fd < NR_OPEN && current->files; fd++) {
		if (fd_bit(current->files->close_on_exec, fd))
			close_fd(fd);
	}
}

int get_close_on_exec(int fd)
{
	return current->files && fd_bit(current->files->close_on_exec, fd);
}

void set_close_on_exec(int fd, bool on)
{
	struct files_struct *files = current->files;

	spin_lock(&files->file_lock);
	fd_set_bit(files->close_on_exec, fd, on);
	spin_unlock(&files->file_lock);
}

int ksys_close(int fd)
{
	return close_fd(fd);
}

int ksys_dup(int old_fd)
{
	struct file *file = fget(old_fd);
	int fd;

	if (!file)
		return -EBADF;
	fd = get_unused_fd_flags(0, 0);
	if (fd < 0)
		fput(file);
	else
		fd_install(fd, file);
	return fd;
}

/* Puts @file behind @fd, whatever was there. Takes over the reference. */
static void do_dup2(struct files_struct *files, struct file *file, int fd)
{
	struct file *old;

	spin_lock(&files->file_lock);
	old = files->fd[fd];
	files->fd[fd] = file;
	fd_set_bit(files->open_fds, fd, true);
	fd_set_bit(files->close_on_exec, fd, false);
	spin_unlock(&files->file_lock);
	if (old)
		filp_close(old);
}

int ksys_dup2(int old_fd, int new_fd)
{
	struct file *file;

	if (new_fd < 0 || new_fd >= NR_OPEN)
		return -EBADF;
	file = fget(old_fd);
	if (!file)
		return -EBADF;
	if (old_fd == new_fd)
		fput(file);
	else
		do_dup2(current->files, file, new_fd);
	return new_fd;
}
