/* SPDX-License-Identifier: MIT */
/* pwd, mkdir, rmdir, touch, and rm. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"

#define LISTING_BYTES	 1024
#define REMOVE_DEPTH_MAX 16 /* directories inside each other that rm -r follows */

int cmd_pwd(int argc, char **argv)
{
	char *path = kmalloc(PATH_MAX, GFP_KERNEL);
	ssize_t length = path ? ksys_getcwd(path, PATH_MAX) : -ENOMEM;

	if (length < 0)
		cmd_fail_errno(".", length);
	else
		cmd_printf("%s\n", path);
	kfree(path);
	return length < 0;
}

/* mkdir -p: makes the directories on the way, too. @path is changed and put back. */
static int make_parents(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		int error;

		*slash = '\0';
		error = do_mkdirat(AT_FDCWD, path, 0755);
		if (error && error != -EEXIST) {
			cmd_fail_errno(path, error);
			*slash = '/';
			return 1;
		}
		*slash = '/';
	}
	return 0;
}

int cmd_mkdir(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	bool parents = false;
	int letter, status = 0;

	while ((letter = cmd_next_option(&options, "p"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		parents = true;
	}
	if (options.index == argc)
		return cmd_usage();
	for (int i = options.index; i < argc; i++) {
		int error;

		if (parents && make_parents(argv[i])) {
			status = 1;
			continue;
		}
		error = do_mkdirat(AT_FDCWD, argv[i], 0755);
		if (error && !(parents && error == -EEXIST))
			status = cmd_fail_errno(argv[i], error);
	}
	return status;
}

int cmd_rmdir(int argc, char **argv)
{
	int status = 0;

	if (argc < 2)
		return cmd_usage();
	for (int i = 1; i < argc; i++) {
		int error = do_rmdir(AT_FDCWD, argv[i]);

		if (error)
			status = cmd_fail_errno(argv[i], error);
	}
	return status;
}

int cmd_touch(int argc, char **argv)
{
	int status = 0;

	if (argc < 2)
		return cmd_usage();
	for (int i = 1; i < argc; i++) {
		int fd = do_sys_open(AT_FDCWD, argv[i], O_WRONLY | O_CREAT, 0644);

		if (fd < 0)
			status = cmd_fail_errno(argv[i], fd);
		else
			ksys_close(fd);
	}
	return status;
}

static int remove_path(const char *path, bool recursive, bool force, int depth);

/* Removes the first name in a directory. Return: 1 it did, 0 there is none, or an error. */
static int remove_first(const char *path, int depth)
{
	char *buffer = kmalloc(LISTING_BYTES + PATH_MAX, GFP_KERNEL),
	     *full = buffer + LISTING_BYTES;
	int fd = buffer ? do_sys_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0) : -ENOMEM;
	ssize_t bytes = fd < 0 ? fd : 0;
	int result = 0;

	while (!result && fd >= 0 && (bytes = ksys_getdents64(fd, buffer, LISTING_BYTES)) > 0) {
		for (ssize_t at = 0; at < bytes && !result;) {
			const struct linux_dirent64 *entry = (const void *)(buffer + at);

			at += entry->d_reclen;
			if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
				continue;
			snprintf(full, PATH_MAX, "%s/%s", path, entry->d_name);
			result = remove_path(full, true, false, depth + 1) ? -EBUSY : 1;
		}
	}
	if (fd >= 0)
		ksys_close(fd);
	kfree(buffer);
	return bytes < 0 ? (int)bytes : result;
}

/* Return: 0, or 1 with the reason printed. */
static int remove_path(const char *path, bool recursive, bool force, int depth)
{
	struct kstat stat;
	int error = vfs_fstatat(AT_FDCWD, path, &stat, AT_SYMLINK_NOFOLLOW);

	if (error == -ENOENT && force)
		return 0;
	if (!error && !S_ISDIR(stat.mode))
		error = do_unlinkat(AT_FDCWD, path);
	else if (!error && !recursive)
		error = -EISDIR;
	else if (!error && depth > REMOVE_DEPTH_MAX)
		error = -ELOOP;
	else if (!error) {
		while ((error = remove_first(path, depth)) > 0 && !cmd_interrupted())
			;
		if (error == -EBUSY)
			return 1; /* what it was is printed */
		if (!error)
			error = do_rmdir(AT_FDCWD, path);
	}
	return error ? cmd_fail_errno(path, error) : 0;
}

int cmd_rm(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	bool recursive = false, force = false;
	int letter, status = 0;

	while ((letter = cmd_next_option(&options, "rf"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		recursive |= letter == 'r';
		force |= letter == 'f';
	}
	if (options.index == argc && !force)
		return cmd_usage();
	for (int i = options.index; i < argc && !cmd_interrupted(); i++)
		status |= remove_path(argv[i], recursive, force, 0);
	return status;
}
