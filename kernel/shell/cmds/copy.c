/* SPDX-License-Identifier: MIT */
/* cp and mv. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"

#define COPY_BYTES 16384

static bool is_directory(const char *path)
{
	struct kstat stat;

	return !vfs_fstatat(AT_FDCWD, path, &stat, 0) && S_ISDIR(stat.mode);
}

static bool is_same_file(const char *a, const char *b)
{
	struct kstat first, second;

	return !vfs_fstatat(AT_FDCWD, a, &first, 0) && !vfs_fstatat(AT_FDCWD, b, &second, 0) &&
	       first.dev == second.dev && first.ino == second.ino;
}

/* Return: 0, or 1 with the reason printed. */
static int copy_bytes(int in, int out, const char *from, const char *to)
{
	char *buffer = kmalloc(COPY_BYTES, GFP_KERNEL);
	ssize_t bytes = 0, written = 0;

	if (!buffer)
		return cmd_fail("no memory");
	while (written >= 0 && (bytes = ksys_read(in, buffer, COPY_BYTES)) > 0)
		written = cmd_write_all(out, buffer, bytes);
	kfree(buffer);
	if (bytes < 0)
		return cmd_fail_errno(from, bytes);
	return written < 0 ? cmd_fail_errno(to, written) : 0;
}

static int copy_file(const char *from, const char *to)
{
	int in, out, status;

	if (is_directory(from))
		return cmd_fail_errno(from, EISDIR);
	if (is_same_file(from, to))
		return cmd_fail("%s and %s are the same file", from, to);
	in = do_sys_open(AT_FDCWD, from, O_RDONLY, 0);
	if (in < 0)
		return cmd_fail_errno(from, in);
	out = do_sys_open(AT_FDCWD, to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (out < 0)
		status = cmd_fail_errno(to, out);
	else
		status = copy_bytes(in, out, from, to);
	ksys_close(in);
	if (out >= 0)
		ksys_close(out);
	return status;
}

static int move_file(const char *from, const char *to)
{
	int error = do_renameat2(AT_FDCWD, from, AT_FDCWD, to);

	if (error == -EXDEV) {
		if (copy_file(from, to))
			return 1;
		error = do_unlinkat(AT_FDCWD, from);
	}
	return error ? cmd_fail_errno(from, error) : 0;
}

/* Calls @one for each source with its target, which is below the last word if that is a directory.
 */
static int each_source(int argc, char **argv, int (*one)(const char *from, const char *to))
{
	const char *last = argv[argc - 1];
	bool into = argc > 2 && is_directory(last);
	char *target;
	int status = 0;

	if (argc < 3)
		return cmd_usage();
	if (argc > 3 && !into)
		return cmd_fail_errno(last, ENOTDIR);
	target = kmalloc(PATH_MAX, GFP_KERNEL);
	if (!target)
		return cmd_fail("no memory");
	for (int i = 1; i < argc - 1 && !cmd_interrupted(); i++) {
		const char *slash = strrchr(argv[i], '/');

		if (into)
			snprintf(target, PATH_MAX, "%s/%s", last, slash ? slash + 1 : argv[i]);
		else
			strscpy(target, last, PATH_MAX);
		status |= one(argv[i], target);
	}
	kfree(target);
	return status;
}

int cmd_cp(int argc, char **argv)
{
	return each_source(argc, argv, copy_file);
}

int cmd_mv(int argc, char **argv)
{
	return each_source(argc, argv, move_file);
}
