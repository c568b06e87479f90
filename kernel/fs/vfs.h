/* SPDX-License-Identifier: MIT */
/*
 * The objects of the file system and the calls on open files.
 *
 *	dentry	a name in a directory. All file systems live in memory, so the
 *		tree of dentries *is* the file system; there is no cache of it.
 *	inode	what a name stands for: type, size, operations, private data.
 *	file	one open(): an inode, a position, flags. Descriptors point to it.
 *
 * Locks, outermost first:
 *	file->f_pos_lock   the position of a shared open file
 *	namespace_lock	   (namei.c) names, parents, lists of children, mounts
 *	inode->i_lock	   size and content of the file
 * A file's read and write run with at most f_pos_lock held, so a reader that
 * waits holds up nobody but those who share its open file.
 *
 * Buffers given to read and write are kernel memory. Whoever serves a user
 * program copies to and from its memory outside these calls, so no file
 * operation ever touches a user address.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "kernel/fs/fcntl.h"
#include "kernel/fs/stat.h"
#include "kernel/locks/mutex.h"
#include "lib/errno.h"
#include "lib/types.h"

struct dentry;
struct file;
struct inode;
struct poll_table;
struct super_block;

/*
 * Takes directory entries one by one. @actor gets the name (@length bytes, no
 * final 0), the position to continue after it, the inode number and the DT_
 * type; false means that it did not take the entry: stop here.
 */
struct dir_context {
	bool (*actor)(struct dir_context *ctx, const char *name, size_t length, loff_t pos, u64 ino,
		      u32 type);
	loff_t pos;
};

/*
 * What an open file can do; a member that is NULL cannot be done, and
 * the call returns the error named here. All run in task context and may sleep.
 *
 * open:    0 or an errno, which open() returns. file->f_flags holds O_TRUNC if
 *	    the caller wants the old content gone. NULL: nothing to prepare.
 * release: the last user is gone. Its result is ignored.
 * flush:   one descriptor is closed, others may remain; close() returns the result.
 * read, write: bytes moved, 0 at the end of the file, or an errno. *pos is
 *	    where to begin and is advanced. NULL: EINVAL.
 * llseek:  new position; see generic_file_llseek, noop_llseek. NULL: ESPIPE.
 * poll:    EPOLL bits that are true now; poll_wait() names the queues that
 *	    will be woken when they change. NULL: always readable and writable.
 * unlocked_ioctl: NULL: ENOTTY.
 * iterate_shared: lists a directory from ctx->pos on. NULL: ENOTDIR.
 */
struct file_operations {
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
	int (*flush)(struct file *file);
	ssize_t (*read)(struct file *file, char *buf, size_t count, loff_t *pos);
	ssize_t (*write)(struct file *file, const char *buf, size_t count, loff_t *pos);
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	u32 (*poll)(struct file *file, struct poll_table *wait);
	long (*unlocked_ioctl)(struct file *file, unsigned int cmd, unsigned long arg);
	int (*iterate_shared)(struct file *file, struct dir_context *ctx);
};

/*
 * What can be done to a name. NULL members: EPERM, for create EACCES. Called
 * in task context without locks, except where said; @name ends with 0.
 *
 * lookup:  for directories whose entries are made on demand. Called with
 *	    namespace_lock held when no child has that name. A dentry with one
 *	    reference for the caller (d_alloc), or NULL: no such name.
 * create, mkdir, symlink, link: make the entry with d_link(), which returns
 *	    EEXIST and ENOENT when someone else was faster.
 * rmdir, unlink: take it out with d_rmdir(), d_unlink().
 * rename:  d_move().
 * readlink: writes the target, no final 0, at most @bytes; its full length.
 *	    Called with namespace_lock held.
 * truncate: set the size of the content.
 * evict:   the inode goes away; free what i_private holds.
 */
struct inode_operations {
	struct dentry *(*lookup)(struct dentry *dir, const char *name);
	int (*create)(struct dentry *dir, const char *name, u32 mode);
	int (*mkdir)(struct dentry *dir, const char *name, u32 mode);
	int (*symlink)(struct dentry *dir, const char *name, const char *target);
	int (*link)(struct dentry *old, struct dentry *dir, const char *name);
	int (*rmdir)(struct dentry *dir, struct dentry *victim);
	int (*unlink)(struct dentry *dir, struct dentry *victim);
	int (*rename)(struct dentry *old, struct dentry *dir, const char *name);
	ssize_t (*readlink)(struct dentry *link, char *buf, size_t bytes);
	int (*truncate)(struct inode *inode, loff_t size);
	void (*evict)(struct inode *inode);
};

struct inode {
	atomic_t i_count; /* names, and files that need it longer */
	u32 i_mode;
	u32 i_nlink; /* [n] = namespace_lock; 0: removed, goes with its last user */
	u32 i_rdev;
	u64 i_ino;
	struct mutex i_lock;		     /* [i]: size and content */
	loff_t i_size;			     /* [i] bytes */
	u64 i_pages;			     /* [i] of content, for stat() */
	u64 i_mtime_ns;			     /* ns since boot */
	const struct inode_operations *i_op; /* never NULL */
	const struct file_operations *i_fop; /* never NULL */
	struct super_block *i_sb;
	void *i_private; /* its file system's own */
};

/* file->f_mode */
#define FMODE_READ	 0x1u
#define FMODE_WRITE	 0x2u
#define FMODE_LSEEK	 0x4u
#define FMODE_ATOMIC_POS 0x8u /* read and write move f_pos under f_pos_lock */

struct file {
	atomic_t f_count; /* descriptors and running calls */
	u32 f_mode;	  /* FMODE_ */
	u32 f_flags;	  /* O_ */
	struct mutex f_pos_lock;
	loff_t f_pos;		 /* [f_pos_lock, where FMODE_ATOMIC_POS says so] */
	struct dentry *f_dentry; /* holds a reference */
	struct inode *f_inode;	 /* f_dentry's */
	const struct file_operations *f_op;
	void *private_data; /* the file's own, set by its open */
};

/* The i_private of the inode behind @file: what its creator passed. */
static inline void *file_private(const struct file *file)
{
	return file->f_inode->i_private;
}

/**
 * filp_open() - open a path without giving it a descriptor.
 * @path:  absolute, or relative to the task's working directory.
 * @flags: O_ bits.   @mode: permission bits of a file made by O_CREAT.
 *
 * Context: task, may sleep. Return: the file, with one reference that
 * filp_close() gives back, or ERR_PTR: ENOENT, ENOTDIR, EISDIR, EEXIST, ELOOP,
 * ENAMETOOLONG, EACCES, ENOMEM, ENXIO, or what the file's open says.
 */
struct file *filp_open(const char *path, int flags, u32 mode);

/* Calls flush, then gives one reference back. Return: what flush said. */
int filp_close(struct file *file);

/* One more reference; fput() gives it back, and the last one calls release. */
struct file *get_file(struct file *file);
void fput(struct file *file);

/**
 * vfs_read() - read from an open file.
 * @pos: where to begin, advanced by the bytes read; usually &file->f_pos.
 *
 * Context: task, may sleep. Return: bytes read, fewer than @count if there are
 * no more now, 0 at the end; EBADF: not open for reading; EISDIR; EINVAL: the
 * file cannot be read; EINTR: killed while waiting; EAGAIN: O_NONBLOCK.
 */
ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos);

/* As vfs_read(); also ENOSPC, EFBIG, EPIPE. O_APPEND is the file's own matter. */
ssize_t vfs_write(struct file *file, const char *buf, size_t count, loff_t *pos);

/* Return: the new position, EINVAL, or ESPIPE where there are no positions. */
loff_t vfs_llseek(struct file *file, loff_t offset, int whence);

/* Return: EPOLL bits (poll.h) true now. @wait NULL: only ask. */
u32 vfs_poll(struct file *file, struct poll_table *wait);

long vfs_ioctl(struct file *file, unsigned int cmd, unsigned long arg);

/* Lists a directory through ctx->actor from file->f_pos on. Return: 0, ENOTDIR, ENOENT. */
int iterate_dir(struct file *file, struct dir_context *ctx);

/* What stat() tells about an open file. */
void vfs_getattr(const struct inode *inode, struct kstat *stat);

/* For file_operations: positions 0..i_size; any position; none at all. */
loff_t generic_file_llseek(struct file *file, loff_t offset, int whence);
loff_t noop_llseek(struct file *file, loff_t offset, int whence);
/* An open that only takes i_private over into private_data. */
int simple_open(struct inode *inode, struct file *file);
/* To be called by open: the file has no position; reads wait without a lock. */
int stream_open(struct inode *inode, struct file *file);
