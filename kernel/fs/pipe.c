/* SPDX-License-Identifier: MIT */
/*
 * Pipes: a ring of 64 KiB between descriptors that write and descriptors that
 * read. Its pages are allocated when data first reaches them, so a pipe that
 * carries a line costs one.
 *
 * head and tail count bytes written and read since the pipe was made; their
 * difference is what waits in the ring.
 */
#include "kernel/fs/pipe.h"
#include "kernel/fs/fdtable.h"
#include "kernel/fs/mount.h"
#include "kernel/fs/open.h"
#include "kernel/fs/poll.h"
#include "kernel/fs/syscalls.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/wait.h"
#include "lib/math.h"
#include "lib/string.h"

#define PIPE_PAGES 16
#define PIPE_BYTES (PIPE_PAGES * PAGE_SIZE)

struct pipe_inode_info {
	struct mutex mutex;
	wait_queue_head_t rd_wait; /* until there is data, or no writer */
	wait_queue_head_t wr_wait; /* until there is room, or no reader */
	u64 head;		   /* [mutex] */
	u64 tail;		   /* [mutex] */
	unsigned int readers;	   /* [mutex] open files that read; 0: writing is EPIPE */
	unsigned int writers;	   /* [mutex] open files that write; 0: reading ends */
	char *pages[PIPE_PAGES];   /* [mutex] */
};

static struct super_block *pipe_sb;

static size_t pipe_used(const struct pipe_inode_info *pipe)
{
	return READ_ONCE(pipe->head) - READ_ONCE(pipe->tail);
}

static bool pipe_readable(const struct pipe_inode_info *pipe)
{
	return pipe_used(pipe) || !READ_ONCE(pipe->writers);
}

/* Whether a write has something to do: @room bytes at once, or give up. */
static bool pipe_writable(const struct pipe_inode_info *pipe, size_t room)
{
	return PIPE_BYTES - pipe_used(pipe) >= room || !READ_ONCE(pipe->readers);
}

/* Takes what is there, at most @count. Context: mutex. */
static size_t pipe_copy_out(struct pipe_inode_info *pipe, char *buf, size_t count)
{
	size_t done = 0;

	count = min(count, pipe_used(pipe));
	while (done < count) {
		size_t at = pipe->tail % PIPE_BYTES, offset = at % PAGE_SIZE;
		size_t bytes = min(count - done, PAGE_SIZE - offset);

		memcpy(buf + done, pipe->pages[at / PAGE_SIZE] + offset, bytes);
		done += bytes;
		WRITE_ONCE(pipe->tail, pipe->tail + bytes);
	}
	return done;
}

static noinline ssize_t pipe_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct pipe_inode_info *pipe = file->private_data;
	ssize_t bytes = 0;

	if (!count)
		return 0;
	mutex_lock(&pipe->mutex);
	while (!pipe_used(pipe) && pipe->writers) {
		mutex_unlock(&pipe->mutex);
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(pipe->rd_wait, pipe_readable(pipe)))
			return -EINTR;
		mutex_lock(&pipe->mutex);
	}
	bytes = pipe_copy_out(pipe, buf, count);
	mutex_unlock(&pipe->mutex);
	if (bytes)
		wake_up_all(&pipe->wr_wait);
	return bytes;
}

/* Puts in what fits, at most @count. Context: mutex. Return: bytes; fewer if memory is short. */
static size_t pipe_copy_in(struct pipe_inode_info *pipe, const char *buf, size_t count)
{
	size_t done = 0;

	count = min(count, PIPE_BYTES - pipe_used(pipe));
	while (done < count) {
		size_t at = pipe->head % PIPE_BYTES, offset = at % PAGE_SIZE;
		size_t bytes = min(count - done, PAGE_SIZE - offset);
		char **page = &pipe->pages[at / PAGE_SIZE];

		if (!*page)
			*page = (char *)__get_free_page(GFP_KERNEL);
		if (!*page)
			break;
		memcpy(*page + offset, buf + done, bytes);
		done += bytes;
		WRITE_ONCE(pipe->head, pipe->head + bytes);
	}
	return done;
}

/* One step of a write. @room: bytes that have to fit at once. Return: bytes, or an errno. */
static ssize_t pipe_write_some(struct file *file, const char *buf, size_t count, size_t room)
{
	struct pipe_inode_info *pipe = file->private_data;
	ssize_t bytes = -EPIPE;

	mutex_lock(&pipe->mutex);
	while (!pipe_writable(pipe, room)) {
		mutex_unlock(&pipe->mutex);
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(pipe->wr_wait, pipe_writable(pipe, room)))
			return -EINTR;
		mutex_lock(&pipe->mutex);
	}
	if (pipe->readers) {
		bytes = pipe_copy_in(pipe, buf, count);
		if (!bytes)
			bytes = -ENOMEM;
	}
	mutex_unlock(&pipe->mutex);
	if (bytes > 0)
		wake_up_all(&pipe->rd_wait);
	return bytes;
}

static noinline ssize_t pipe_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	size_t room = count <= PIPE_BUF ? count : 1;
	size_t done = 0;

	while (done < count) {
		ssize_t bytes = pipe_write_some(file, buf + done, count - done, room);

		if (bytes < 0)
			return done ? (ssize_t)done : bytes;
		done += bytes;
		room = 1;
	}
	return done;
}

static u32 pipe_poll(struct file *file, struct poll_table *wait)
{
	struct pipe_inode_info *pipe = file->private_data;
	u32 mask = 0;

	poll_wait(file, &pipe->rd_wait, wait);
	poll_wait(file, &pipe->wr_wait, wait);
	if (file->f_mode & FMODE_READ) {
		if (pipe_used(pipe))
			mask |= EPOLLIN | EPOLLRDNORM;
		if (!READ_ONCE(pipe->writers))
			mask |= EPOLLHUP;
	}
	if (file->f_mode & FMODE_WRITE) {
		if (PIPE_BYTES - pipe_used(pipe) >= PIPE_BUF)
			mask |= EPOLLOUT | EPOLLWRNORM;
		if (!READ_ONCE(pipe->readers))
			mask |= EPOLLERR;
	}
	return mask;
}

static int pipe_open(struct inode *inode, struct file *file)
{
	struct pipe_inode_info *pipe = inode->i_private;

	file->private_data = pipe;
	mutex_lock(&pipe->mutex);
	if (file->f_mode & FMODE_READ)
		pipe->readers++;
	if (file->f_mode & FMODE_WRITE)
		pipe->writers++;
	mutex_unlock(&pipe->mutex);
	return 0;
}

static int pipe_release(struct inode *inode, struct file *file)
{
	struct pipe_inode_info *pipe = file->private_data;

	mutex_lock(&pipe->mutex);
	if (file->f_mode & FMODE_READ)
		WRITE_ONCE(pipe->readers, pipe->readers - 1);
	if (file->f_mode & FMODE_WRITE)
		WRITE_ONCE(pipe->writers, pipe->writers - 1);
	mutex_unlock(&pipe->mutex);
	wake_up_all(&pipe->rd_wait);
	wake_up_all(&pipe->wr_wait);
	return 0;
}

static const struct file_operations pipe_file_operations = {
	.open = pipe_open,
	.release = pipe_release,
	.read = pipe_read,
	.write = pipe_write,
	.poll = pipe_poll,
};

static void free_pipe_info(struct inode *inode)
{
	struct pipe_inode_info *pipe = inode->i_private;
	int i;

	for (i = 0; i < PIPE_PAGES; i++)
		free_page((unsigned long)pipe->pages[i]);
	kfree(pipe);
}

static const struct inode_operations pipe_inode_operations = {
	.evict = free_pipe_info,
};

static struct inode *get_pipe_inode(void)
{
	struct pipe_inode_info *pipe = kzalloc(sizeof(*pipe), GFP_KERNEL);
	struct inode *inode;

	if (!pipe)
		return NULL;
	mutex_init(&pipe->mutex);
	init_waitqueue_head(&pipe->rd_wait);
	init_waitqueue_head(&pipe->wr_wait);
	inode = new_inode(pipe_sb, S_IFIFO | 0600, &pipe_inode_operations, &pipe_file_operations,
			  pipe);
	if (!inode)
		kfree(pipe);
	return inode;
}

/* Both ends of a new pipe. */
static int create_pipe_files(struct file *files[2], int flags)
{
	struct dentry *dentry = d_alloc(pipe_sb->s_root, "pipe", get_pipe_inode());

	if (!dentry)
		return -ENOMEM;
	files[0] = dentry_open(dget(dentry), O_RDONLY | flags, &pipe_file_operations);
	files[1] = dentry_open(dentry, O_WRONLY | flags, &pipe_file_operations);
	if (!IS_ERR(files[0]) && !IS_ERR(files[1]))
		return 0;
	if (!IS_ERR(files[0]))
		fput(files[0]);
	if (!IS_ERR(files[1]))
		fput(files[1]);
	return -ENOMEM;
}

noinline int do_pipe2(int fds[2], int flags)
{
	struct file *files[2];
	int error;

	if (flags & ~(O_CLOEXEC | O_NONBLOCK))
		return -EINVAL;
	error = create_pipe_files(files, flags & O_NONBLOCK);
	if (error)
		return error;
	fds[0] = get_unused_fd_flags(0, flags);
	fds[1] = get_unused_fd_flags(0, flags);
	if (fds[0] >= 0 && fds[1] >= 0) {
		fd_install(fds[0], files[0]);
		fd_install(fds[1], files[1]);
		return 0;
	}
	if (fds[0] >= 0)
		put_unused_fd(fds[0]);
	fput(files[0]);
	fput(files[1]);
	return -EMFILE;
}

int pipefs_init(void)
{
	struct dentry *root = mount_internal("pipefs");

	if (IS_ERR(root))
		return PTR_ERR(root);
	pipe_sb = root->d_inode->i_sb;
	return 0;
}
