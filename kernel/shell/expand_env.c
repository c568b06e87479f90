/* SPDX-License-Identifier: MIT */
/* What expansion asks for: parameters of a shell, output of commands, names of files. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/child.h"
#include "kernel/shell/stdio.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"

#define LISTING_BYTES	 2048
#define SUBSTITUTION_MAX (256 * 1024) /* bytes of output that $(...) takes */

/* What the callbacks work with. The expander carries it, so that it lives as long. */
struct expand_context {
	struct shell *shell;
	struct shell_arena *arena;
};

static const char *parameter_number(struct shell *shell, long number)
{
	snprintf(shell->scratch, sizeof(shell->scratch), "%ld", number);
	return shell->scratch;
}

/* $@ and $*: the arguments with blanks between them. */
static const char *parameter_arguments(const struct expand_context *context)
{
	const struct shell *shell = context->shell;
	size_t bytes = 1, at = 0;
	char *joined;

	for (int i = 1; i < shell->argument_count; i++)
		bytes += strlen(shell->arguments[i]) + 1;
	joined = shell_arena_alloc(context->arena, bytes);
	for (int i = 1; joined && i < shell->argument_count; i++)
		at += scnprintf(joined + at, bytes - at, "%s%s", i > 1 ? " " : "",
				shell->arguments[i]);
	return joined;
}

static const char *parameter_argument(const struct shell *shell, const char *name, size_t length)
{
	unsigned long number = 0;

	for (size_t i = 0; i < length; i++)
		number = min(number * 10 + name[i] - '0', 1000000ul);
	return number < (unsigned long)shell->argument_count ? shell->arguments[number] : NULL;
}

static const char *expand_variable(void *data, const char *name, size_t length)
{
	struct expand_context *context = data;
	struct shell *shell = context->shell;

	switch (*name) {
	case '?':
		return parameter_number(shell, shell->status);
	case '$':
		return parameter_number(shell, shell->pid);
	case '#':
		return parameter_number(shell, shell->argument_count - 1);
	case '!':
		return shell->last_background ? parameter_number(shell, shell->last_background)
					      : NULL;
	case '@':
	case '*':
		return parameter_arguments(context);
	}
	if (isdigit(*name))
		return parameter_argument(shell, name, length);
	return shell_get(shell, name, length);
}

/* Reads @fd to its end. Return: memory of the caller's, or NULL. */
static char *read_output(int fd, size_t *bytes)
{
	size_t size = 512;
	char *text = kmalloc(size, GFP_KERNEL);
	ssize_t step = 1;

	*bytes = 0;
	if (!text)
		return NULL;
	while (step > 0 && *bytes < SUBSTITUTION_MAX) {
		if (size - *bytes < 256) {
			char *larger = krealloc(text, size * 2, GFP_KERNEL);

			if (!larger)
				break;
			text = larger;
			size *= 2;
		}
		step = ksys_read(fd, text + *bytes, size - *bytes - 1);
		*bytes += step > 0 ? step : 0;
	}
	return text;
}

/* Copies what a command printed: without NULs, and without the newlines at its end. */
static const char *copy_output(struct shell_arena *arena, const char *text, size_t bytes)
{
	char *copy = shell_arena_alloc(arena, bytes + 1);
	size_t length = 0;

	for (size_t i = 0; copy && i < bytes; i++)
		if (text[i])
			copy[length++] = text[i];
	while (copy && length && copy[length - 1] == '\n')
		copy[--length] = '\0';
	return copy;
}

static const char *expand_substitute(void *data, const char *command, size_t length)
{
	struct expand_context *context = data;
	struct shell_children children = {.count = 0};
	struct shell_wiring wiring = {.in = -1};
	struct shell_work work = {.arena = context->arena};
	struct shell_job *job = shell_new_job(context->shell);
	struct shell_child *child;
	const char *result = NULL;
	int fds[2];
	size_t bytes;
	char *text;

	work.text = shell_arena_copy(context->arena, command, length);
	if (!job || !work.text || do_pipe2(fds, 0)) {
		shell_job_put(job);
		return NULL;
	}
	wiring.out = fds[1];
	wiring.unused = fds[0];
	child = shell_child_create(context->shell, &wiring, &work);
	if (child)
		shell_child_start(child, job, &children);
	ksys_close(fds[1]);
	text = read_output(fds[0], &bytes);
	ksys_close(fds[0]);
	context->shell->substitution_status = shell_wait_foreground(context->shell, job, &children);
	if (child && text)
		result = copy_output(context->arena, text, bytes);
	kfree(text);
	shell_job_put(job);
	return result;
}

static void list_entries(const char *buffer, ssize_t bytes,
			 void (*entry)(void *taker, const char *name), void *taker)
{
	for (ssize_t at = 0; at < bytes;) {
		const struct linux_dirent64 *dirent = (const void *)(buffer + at);

		if (strcmp(dirent->d_name, ".") && strcmp(dirent->d_name, ".."))
			entry(taker, dirent->d_name);
		at += dirent->d_reclen;
	}
}

static void expand_list(void *data, const char *directory,
			void (*entry)(void *taker, const char *name), void *taker)
{
	int fd = do_sys_open(AT_FDCWD, directory, O_RDONLY | O_DIRECTORY, 0);
	char *buffer = fd < 0 ? NULL : kmalloc(LISTING_BYTES, GFP_KERNEL);
	ssize_t bytes;

	while (buffer && (bytes = ksys_getdents64(fd, buffer, LISTING_BYTES)) > 0)
		list_entries(buffer, bytes, entry, taker);
	kfree(buffer);
	if (fd >= 0)
		ksys_close(fd);
}

static bool expand_exists(void *data, const char *path)
{
	struct kstat stat;

	return !vfs_fstatat(AT_FDCWD, path, &stat, AT_SYMLINK_NOFOLLOW);
}

void shell_expand_init(struct shell_expand *env, struct shell *shell, struct shell_arena *arena)
{
	struct expand_context *context = shell_arena_alloc(arena, sizeof(*context));

	if (context)
		*context = (struct expand_context){.shell = shell, .arena = arena};
	*env = (struct shell_expand){
		.arena = arena,
		.context = context,
		.variable = expand_variable,
		.substitute = expand_substitute,
		.list = expand_list,
		.exists = expand_exists,
	};
}
