/* SPDX-License-Identifier: MIT */
/*
 * read(), write() and lseek(): from a descriptor to the operation of the file
 * behind it.
 */
#include "kernel/fs/fdtable.h"
#include "kernel/fs/poll.h"
#include "kernel/fs/syscalls.h"
#include "lib/math.h"

/* More in one call is cut to this: results have to be positive, and page aligned is faster. */
#define MAX_RW_COUNT 0x7ffff000ul

/* A read or write of a negative position, or beyond the largest one, cannot be meant. */
static int rw_verify_area(const loff_t *pos, size_t count)
{
	if (*pos < 0 || (loff_t)count < 0)
		return -EINVAL;
	if (*pos > INT64_MAX - (loff_t)count)
		return -EOVERFLOW;
	return 0;
}

noinline ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	int error;

	if (!(file->f_mode & FMODE_READ))
		return -EBADF;
	if (!file->f_op->read)
		return S_ISDIR(file->f_inode->i_mode) ? -EISDIR : -EINVAL;
	error = rw_verify_area(pos, count);
	if (error)
		return error;
	return file->f_op->read(file, buf, min(count, MAX_RW_COUNT), pos);
}

noinline ssize_t vfs_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	int error;

	if (!(file->f_mode & FMODE_WRITE))
		return -EBADF;
	if (!file->f_op->write)
		return -EINVAL;
	error = rw_verify_area(pos, count);
	if (error)
		return error;
	return file->f_op->write(file, buf, min(count, MAX_RW_COUNT), pos);
}

noinline loff_t vfs_llseek(struct file *file, loff_t offset, int whence)
{
	if (!(file->f_mode & FMODE_LSEEK))
		return -ESPIPE;
	return file->f_op->llseek(file, offset, whence);
}

noinline u32 vfs_poll(struct file *file, struct poll_table *wait)
{
	if (!file->f_op->poll)
		return EPOLLIN | EPOLLOUT | EPOLLRDNORM | EPOLLWRNORM;
	return file->f_op->poll(file, wait);
}

long vfs_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	if (!file->f_op->unlocked_ioctl)
		return -ENOTTY;
	return file->f_op->unlocked_ioctl(file, cmd, arg);
}

/* Takes the position of a file that others may share. */
static struct file *fdget_pos(int fd)
{
	struct file *file = fget(fd);

	if (file && file->f_mode & FMODE_ATOMIC_POS)
		mutex_lock(&file->f_pos_lock);
	return file;
}

static void fdput_pos(struct file *file)
{
	if (file->f_mode & FMODE_ATOMIC_POS)
		mutex_unlock(&file->f_pos_lock);
	fput(file);
}

noinline ssize_t ksys_read(int fd, char *buf, size_t count)
{
	struct file *file = fdget_pos(fd);
	ssize_t bytes;

	if (!file)
		return -EBADF;
	bytes = vfs_read(file, buf, count, &file->f_pos);
	fdput_pos(file);
	return bytes;
}

noinline ssize_t ksys_write(int fd, const char *buf, size_t count)
{
	struct file *file = fdget_pos(fd);
	ssize_t bytes;

	if (!file)
		return -EBADF;
	bytes = vfs_write(file, buf, count, &file->f_pos);
	fdput_pos(file);
	return bytes;
}

ssize_t ksys_pread64(int fd, char *buf, size_t count, loff_t pos)
{
	struct file *file = fget(fd);
	ssize_t bytes = -ESPIPE;

	if (!file)
		return -EBADF;
	if (file->f_mode & FMODE_LSEEK)
		bytes = vfs_read(file, buf, count, &pos);
	fput(file);
	return bytes;
}

ssize_t ksys_pwrite64(int fd, const char *buf, size_t count, loff_t pos)
{
	struct file *file = fget(fd);
	ssize_t bytes = -ESPIPE;

	if (!file)
		return -EBADF;
	if (file->f_mode & FMODE_LSEEK)
		bytes = vfs_write(file, buf, count, &pos);
	fput(file);
	return bytes;
}

noinline loff_t ksys_lseek(int fd, loff_t offset, int whence)
{
	struct file *file = fdget_pos(fd);
	loff_t pos;

	if (!file)
		return -EBADF;
	pos = vfs_llseek(file, offset, whence);
	fdput_pos(file);
	return pos;
}

long ksys_ioctl(int fd, unsigned int cmd, unsigned long arg)
{
	struct file *file = fget(fd);
	long result;

	if (!file)
		return -EBADF;
	result = vfs_ioctl(file, cmd, arg);
	fput(file);
	return result;
}

loff_t generic_file_llseek(struct file *file, loff_t offset, int whence)
{
	loff_t base = 0;

	if (whence == SEEK_CUR)
		base = file->f_pos;
	else if (whence == SEEK_END)
		base = READ_ONCE(file->f_inode->i_size);
	else if (whence != SEEK_SET)
		return -EINVAL;
	if (__builtin_add_overflow(base, offset, &base))
		return -EOVERFLOW;
	if (base < 0)
		return -EINVAL;
	file->f_pos = base;
	return base;
}

loff_t noop_llseek(struct file *file, loff_t offset, int whence)
{
	return file->f_pos;
}

int simple_open(struct inode *inode, struct file *file)
{
	file->private_data = inode->i_private;
	return 0;
}

int stream_open(struct inode *inode, struct file *file)
{
	file->f_mode &= ~(FMODE_LSEEK | FMODE_ATOMIC_POS);
	return 0;
}
