/* SPDX-License-Identifier: MIT */
/* Files: written, read back, renamed, listed, removed; bytes through a pipe; a file of /proc. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/task.h"
#include "kernel/stress/stress.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"

#define BLOCK_BYTES 512

struct stress_files {
	char directory[40], file[60], renamed[60];
	char block[BLOCK_BYTES], copy[BLOCK_BYTES];
	int pipe[2];
};

static void stress_expect(struct stress_worker *w, const char *what, long result, long expected)
{
	if (result != expected)
		stress_fail(w, what, result < 0 ? (int)result : 0);
}

static void stress_file_cycle(struct stress_worker *w, struct stress_files *f)
{
	int fd = do_sys_open(AT_FDCWD, f->file, O_RDWR | O_CREAT | O_TRUNC, 0644);
	struct kstat stat;

	if (fd < 0) {
		stress_fail(w, "open", fd);
		return;
	}
	memset(f->block, 'a' + w->operations % 26, BLOCK_BYTES);
	stress_expect(w, "write", ksys_write(fd, f->block, BLOCK_BYTES), BLOCK_BYTES);
	stress_expect(w, "seek", ksys_lseek(fd, 0, SEEK_SET), 0);
	stress_expect(w, "read", ksys_read(fd, f->copy, BLOCK_BYTES), BLOCK_BYTES);
	if (memcmp(f->block, f->copy, BLOCK_BYTES))
		stress_fail(w, "a file gave back other bytes", 0);
	stress_expect(w, "stat", vfs_fstat(fd, &stat), 0);
	stress_expect(w, "close", ksys_close(fd), 0);
	stress_expect(w, "rename", do_renameat2(AT_FDCWD, f->file, AT_FDCWD, f->renamed), 0);
	stress_expect(w, "unlink", do_unlinkat(AT_FDCWD, f->renamed), 0);
}

static void stress_pipe_cycle(struct stress_worker *w, struct stress_files *f)
{
	stress_expect(w, "pipe write", ksys_write(f->pipe[1], f->block, BLOCK_BYTES), BLOCK_BYTES);
	stress_expect(w, "pipe read", ksys_read(f->pipe[0], f->copy, BLOCK_BYTES), BLOCK_BYTES);
	if (memcmp(f->block, f->copy, BLOCK_BYTES))
		stress_fail(w, "a pipe gave other bytes", 0);
}

/* Reads a file, or the names of a directory, to the end. */
static void stress_read_whole(struct stress_worker *w, struct stress_files *f, const char *path,
			      bool directory)
{
	int fd = do_sys_open(AT_FDCWD, path, directory ? O_RDONLY | O_DIRECTORY : O_RDONLY, 0);
	ssize_t bytes;

	if (fd < 0) {
		stress_fail(w, directory ? "open directory" : "open", fd);
		return;
	}
	do {
		bytes = directory ? ksys_getdents64(fd, f->copy, BLOCK_BYTES)
				  : ksys_read(fd, f->copy, BLOCK_BYTES);
	} while (bytes > 0);
	stress_expect(w, directory ? "list" : "read", bytes, 0);
	ksys_close(fd);
}

static void stress_vfs_loop(struct stress_worker *w, struct stress_files *f)
{
	do {
		stress_file_cycle(w, f);
		stress_pipe_cycle(w, f);
		if (w->operations % 8 == 0)
			stress_read_whole(w, f, f->directory, true);
		if (w->operations % 16 == 0)
			stress_read_whole(w, f, "/proc/version", false);
	} while (stress_goes_on(w));
}

void stress_vfs(struct stress_worker *w)
{
	struct stress_files *f = kzalloc(sizeof(*f), GFP_KERNEL);
	int error;

	if (!f) {
		stress_fail(w, "kzalloc", -ENOMEM);
		return;
	}
	snprintf(f->directory, sizeof(f->directory), "/tmp/stress-%d", current->pid);
	snprintf(f->file, sizeof(f->file), "%s/file", f->directory);
	snprintf(f->renamed, sizeof(f->renamed), "%s/renamed", f->directory);
	error = do_mkdirat(AT_FDCWD, f->directory, 0755);
	if (!error)
		error = do_pipe2(f->pipe, 0);
	if (error) {
		stress_fail(w, "preparing", error);
	} else {
		stress_vfs_loop(w, f);
		ksys_close(f->pipe[0]);
		ksys_close(f->pipe[1]);
	}
	do_rmdir(AT_FDCWD, f->directory);
	kfree(f);
}
