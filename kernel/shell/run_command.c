/* SPDX-License-Identifier: MIT */
/* Running one command in the task that is to be it, and scripts. */
#include "kernel/fs/syscalls.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/exec.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/strerror.h"
#include "lib/string.h"

#define SCRIPT_MAX (1u << 20) /* bytes of a script file */

#define STATUS_NOT_RUNNABLE 126
#define STATUS_NOT_FOUND    127

/* Reports what became of descriptor 1. Return: the status to end with. */
static int shell_check_output(struct shell_process *process, int status)
{
	int error = cmd_flush();

	process->out_bytes = process->out_error = 0;
	process->out_is_known = false;
	if (!error || error == -EINTR)
		return status;
	if (error == -EPIPE)
		return status ? status : 128 + SIGPIPE;
	cmd_fail("write error: %s", strerror(error));
	return status ? status : 1;
}

static int run_script_file(struct shell *shell, const struct shell_strings *words)
{
	struct kstat stat;
	int error = vfs_fstatat(AT_FDCWD, words->items[0], &stat, 0);

	if (error) {
		shell_message("%s: %s", words->items[0], strerror(error));
		return STATUS_NOT_FOUND;
	}
	if (!S_ISREG(stat.mode)) {
		shell_message("%s: %s", words->items[0],
			      strerror(S_ISDIR(stat.mode) ? EISDIR : EACCES));
		return STATUS_NOT_RUNNABLE;
	}
	shell->argument_count = words->count;
	shell->arguments = words->items;
	return shell_run_file(shell, words->items[0]);
}

int shell_run_command(struct shell *shell, const struct shell_strings *words)
{
	struct shell_process *process = shell_process_current();
	const struct shell_command *command = shell_command_find(words->items[0]);
	const struct shell_command *outer = process->command;
	const char *outer_name = process->name;
	int status;

	if (strchr(words->items[0], '/'))
		return run_script_file(shell, words);
	if (!command) {
		shell_message("%s: command not found", words->items[0]);
		return STATUS_NOT_FOUND;
	}
	process->command = command;
	process->name = command->name;
	process->out_is_known = false;
	if (command->builtin)
		status = command->builtin(shell, words->count, words->items);
	else
		status = command->run(words->count, words->items);
	status = shell_check_output(process, status);
	process->command = outer;
	process->name = outer_name;
	return status;
}

/* Return: the number of the first line that is too long, 0 if there is none. */
static unsigned int find_long_line(const char *text, size_t bytes)
{
	unsigned int number = 1;

	while (bytes) {
		const char *end = memchr(text, '\n', bytes);
		size_t length = end ? (size_t)(end - text) : bytes;

		if (length > SHELL_LINE_BYTES)
			return number;
		if (!end)
			break;
		text += length + 1;
		bytes -= length + 1;
		number++;
	}
	return 0;
}

/* Runs the first complete command of a script. Return: bytes used, 0 to go no further. */
static size_t run_one(struct shell *shell, const char *text, size_t bytes)
{
	struct shell_arena *outer = shell->tree;
	struct shell_parse parse;
	size_t consumed = 0;

	shell->tree = shell_arena_create();
	if (!shell->tree) {
		shell_message("no memory");
		shell->status = 1;
	} else if (shell_parse(shell->tree, text, bytes, &parse) != SHELL_PARSED) {
		shell_message("%s", parse.message);
		shell->status = 2;
	} else {
		shell_run_list(shell, parse.list);
		consumed = parse.consumed;
	}
	shell_arena_put(shell->tree);
	shell->tree = outer;
	return consumed;
}

int shell_run_text(struct shell *shell, const char *text, size_t bytes)
{
	unsigned int long_line = find_long_line(text, bytes);
	size_t consumed;

	if (long_line) {
		shell_message("line %u is longer than %d bytes: nothing is run", long_line,
			      SHELL_LINE_BYTES);
		shell->status = 2;
		return shell->status;
	}
	while (bytes && !shell_must_stop(shell)) {
		consumed = run_one(shell, text, bytes);
		if (!consumed)
			break;
		text += consumed;
		bytes -= consumed;
	}
	return shell->status;
}

/* Return: the whole file in memory to vfree(), or NULL with *@error set. */
static char *read_script(const char *path, size_t *bytes, int *error)
{
	int fd = do_sys_open(AT_FDCWD, path, O_RDONLY, 0);
	char *text = NULL;
	ssize_t step = 1;

	*error = fd < 0 ? fd : 0;
	*bytes = 0;
	if (fd < 0)
		return NULL;
	text = vmalloc(SCRIPT_MAX);
	if (!text)
		*error = -ENOMEM;
	while (text && step > 0 && *bytes < SCRIPT_MAX) {
		step = ksys_read(fd, text + *bytes, SCRIPT_MAX - *bytes);
		*bytes += step > 0 ? step : 0;
	}
	if (step < 0)
		*error = step;
	else if (*bytes == SCRIPT_MAX)
		*error = -EFBIG;
	ksys_close(fd);
	return text;
}

int shell_run_file(struct shell *shell, const char *path)
{
	size_t bytes;
	int error;
	char *text = read_script(path, &bytes, &error);

	if (error) {
		shell_message("%s: %s", path, strerror(error));
		shell->status = STATUS_NOT_FOUND;
	} else {
		shell_run_text(shell, text, bytes);
	}
	vfree(text);
	return shell->status;
}
