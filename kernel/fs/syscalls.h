/* SPDX-License-Identifier: MIT */
/*
 * The bodies of the file system calls: what a task can do with descriptors
 * and paths. Buffers and paths are kernel memory. Every call runs in task
 * context, may sleep, and returns a negative errno when it fails.
 *
 * @dfd: the directory that a relative path begins in, or AT_FDCWD.
 */
#pragma once

#include "kernel/fs/fcntl.h"
#include "kernel/fs/stat.h"
#include "lib/types.h"

/* Return: a descriptor; errors as filp_open(), and EMFILE. */
int do_sys_open(int dfd, const char *path, int flags, u32 mode);

/* As vfs_read() and vfs_write() at the file's position, and EBADF. */
ssize_t ksys_read(int fd, char *buf, size_t count);
ssize_t ksys_write(int fd, const char *buf, size_t count);
/* At @pos; the file's position stays. ESPIPE where there are no positions. */
ssize_t ksys_pread64(int fd, char *buf, size_t count, loff_t pos);
ssize_t ksys_pwrite64(int fd, const char *buf, size_t count, loff_t pos);
loff_t ksys_lseek(int fd, loff_t offset, int whence);
int ksys_close(int fd);
long ksys_ioctl(int fd, unsigned int cmd, unsigned long arg);
int ksys_ftruncate(int fd, loff_t size);

int ksys_dup(int fd);
/* @new_fd, if open, is closed first. EBADF. */
int ksys_dup2(int old_fd, int new_fd);
/* fds[0] reads what is written to fds[1]. @flags: O_CLOEXEC, O_NONBLOCK. EMFILE, ENOMEM. */
int do_pipe2(int fds[2], int flags);

int do_mkdirat(int dfd, const char *path, u32 mode);
int do_rmdir(int dfd, const char *path);
int do_unlinkat(int dfd, const char *path);
int do_renameat2(int old_dfd, const char *old_path, int new_dfd, const char *new_path);
int do_symlinkat(const char *target, int dfd, const char *path);
int do_linkat(int old_dfd, const char *old_path, int new_dfd, const char *new_path);
/* Return: length of the target, no final 0 is written. EINVAL: not a symbolic link. */
ssize_t do_readlinkat(int dfd, const char *path, char *buf, size_t bytes);

/* @flags: AT_SYMLINK_NOFOLLOW tells about a link, not about its target. */
int vfs_fstatat(int dfd, const char *path, struct kstat *stat, int flags);
int vfs_fstat(int fd, struct kstat *stat);

/* One entry of a directory listing, as getdents64(2) writes it. */
struct linux_dirent64 {
	u64 d_ino;
	s64 d_off;
	u16 d_reclen;  /* bytes from here to the next entry, a multiple of 8 */
	u8 d_type;     /* DT_ */
	char d_name[]; /* ends with 0 */
};

/* Return: bytes written to @buf, 0 at the end. EINVAL: @bytes hold not one entry. ENOTDIR. */
ssize_t ksys_getdents64(int fd, void *buf, size_t bytes);

int ksys_chdir(const char *path);
/* Return: length with the final 0. ERANGE: @bytes do not hold it; ENOENT: it was removed. */
ssize_t ksys_getcwd(char *buf, size_t bytes);
