/* SPDX-License-Identifier: MIT */
/* Redirections: opening what they name, and putting it in a descriptor's place. */
#include "kernel/shell/redirect.h"

#include "kernel/fs/fdtable.h"
#include "kernel/fs/syscalls.h"
#include "kernel/shell/exec.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/strerror.h"

#define SAVED_FD_FIRST 10 /* above what commands use; children close them */

/* Keeps a copy of @fd. Return: 0 or -1. */
static int redirect_save(struct shell_saved *saved, int fd)
{
	struct file *file;
	int copy = -1;

	if (!saved)
		return 0;
	if (saved->count == REDIRECTS_MAX * 2)
		return -1;
	file = fget(fd);
	if (file) {
		copy = get_unused_fd_flags(SAVED_FD_FIRST, O_CLOEXEC);
		if (copy < 0) {
			fput(file);
			return -1;
		}
		fd_install(copy, file);
	}
	saved->fds[saved->count].fd = fd;
	saved->fds[saved->count++].saved = copy;
	return 0;
}

void shell_redirect_undo(struct shell_saved *saved)
{
	while (saved->count > 0) {
		int fd = saved->fds[--saved->count].fd, copy = saved->fds[saved->count].saved;

		if (copy < 0) {
			ksys_close(fd);
			continue;
		}
		ksys_dup2(copy, fd);
		ksys_close(copy);
	}
}

static int redirect_open(enum shell_redirect_kind kind, const char *path)
{
	switch (kind) {
	case REDIRECT_READ:
		return do_sys_open(AT_FDCWD, path, O_RDONLY, 0);
	case REDIRECT_APPEND:
		return do_sys_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0644);
	default:
		return do_sys_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	}
}

/* 2>&1, or 2>&- to close. Return: 0 or a negative errno. */
static int redirect_copy(int fd, const char *target)
{
	int result;

	if (target[0] == '-' && !target[1])
		result = ksys_close(fd);
	else if (isdigit(target[0]) && !target[1])
		result = ksys_dup2(target[0] - '0', fd);
	else
		result = -EBADF;
	return result < 0 ? result : 0;
}

static int redirect_file(const struct shell_redirect *redirect, const char *path)
{
	int opened = redirect_open(redirect->kind, path);
	int result = opened;

	if (opened < 0)
		return opened;
	if (opened != redirect->fd) {
		result = ksys_dup2(opened, redirect->fd);
		ksys_close(opened);
	}
	if (result >= 0 && redirect->kind == REDIRECT_BOTH)
		result = ksys_dup2(redirect->fd, 2);
	return result < 0 ? result : 0;
}

static int redirect_one(struct shell *shell, struct shell_arena *arena,
			const struct shell_redirect *redirect, struct shell_saved *saved)
{
	struct shell_expand env;
	char *target;
	int error;

	shell_expand_init(&env, shell, arena);
	target = shell_expand_string(&env, redirect->target.raw);
	if (!target) {
		shell_message("%s", env.message);
		return -1;
	}
	error = redirect_save(saved, redirect->fd);
	if (!error && redirect->kind == REDIRECT_BOTH)
		error = redirect_save(saved, 2);
	if (error) {
		shell_message("too many redirections");
		return -1;
	}
	if (redirect->kind == REDIRECT_COPY)
		error = redirect_copy(redirect->fd, target);
	else
		error = redirect_file(redirect, target);
	if (error) {
		shell_message("%s: %s", target, strerror(error));
		return -1;
	}
	return 0;
}

int shell_redirect(struct shell *shell, struct shell_arena *arena,
		   const struct shell_redirect *redirects, struct shell_saved *saved)
{
	for (; redirects; redirects = redirects->next)
		if (redirect_one(shell, arena, redirects, saved))
			return -1;
	return 0;
}
