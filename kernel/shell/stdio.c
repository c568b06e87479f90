/* SPDX-License-Identifier: MIT */
/* Output of commands: collected per task, written when it is worth a call, or the command ends. */
#include "kernel/shell/stdio.h"

#include <stdarg.h>

#include "kernel/fs/chrdev.h"
#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/process.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/strerror.h"
#include "lib/string.h"

#define LINE_BUFFER_BYTES 256

bool cmd_interrupted(void)
{
	return signal_pending(current);
}

bool cmd_is_terminal(int fd)
{
	struct kstat stat;

	if (vfs_fstat(fd, &stat) || !S_ISCHR(stat.mode))
		return false;
	return MAJOR(stat.rdev) == TTYAUX_MAJOR || stat.rdev == MKDEV(TTY_MAJOR, TTYS_FIRST_MINOR);
}

ssize_t cmd_write_all(int fd, const char *text, size_t bytes)
{
	size_t written = 0;

	while (written < bytes) {
		ssize_t step = ksys_write(fd, text + written, bytes - written);

		if (step < 0)
			return step;
		if (!step)
			return -EIO;
		written += step;
	}
	return written;
}

/* Writes out the first @bytes of the buffer. */
static void cmd_flush_bytes(struct shell_process *process, size_t bytes)
{
	ssize_t result = 0;

	/* A command that only writes notices here that it was killed. */
	if (signal_pending(current))
		result = -EINTR;
	else if (!process->out_error && bytes)
		result = cmd_write_all(1, process->out, bytes);
	if (result < 0)
		process->out_error = result;
	process->out_bytes -= bytes;
	memmove(process->out, process->out + bytes, process->out_bytes);
}

int cmd_flush(void)
{
	struct shell_process *process = shell_process_current();

	if (process->out_bytes)
		cmd_flush_bytes(process, process->out_bytes);
	return process->out_error;
}

/* Return: the bytes up to the last line end in the buffer. */
static size_t cmd_whole_lines(const struct shell_process *process)
{
	size_t bytes = process->out_bytes;

	while (bytes && process->out[bytes - 1] != '\n')
		bytes--;
	return bytes;
}

static bool cmd_prepare_output(struct shell_process *process)
{
	if (!process->out)
		process->out = kmalloc(COMMAND_OUT_BYTES, GFP_KERNEL);
	if (!process->out)
		process->out_error = -ENOMEM;
	if (!process->out_is_known)
		process->out_is_terminal = cmd_is_terminal(1);
	process->out_is_known = true;
	return !process->out_error;
}

int cmd_write(const char *text, size_t bytes)
{
	struct shell_process *process = shell_process_current();

	if (!cmd_prepare_output(process))
		return process->out_error;
	while (bytes && !process->out_error) {
		size_t step = min(bytes, COMMAND_OUT_BYTES - process->out_bytes);

		memcpy(process->out + process->out_bytes, text, step);
		process->out_bytes += step;
		text += step;
		bytes -= step;
		if (process->out_bytes == COMMAND_OUT_BYTES) { /* a control file reads lines */
			size_t whole = cmd_whole_lines(process);

			cmd_flush_bytes(process, whole ? whole : process->out_bytes);
		}
	}
	if (process->out_is_terminal)
		cmd_flush_bytes(process, cmd_whole_lines(process));
	return process->out_error;
}

/* Formats, and hands the text to @put. Return: what that returned, or -ENOMEM. */
static int cmd_format(int (*put)(const char *text, size_t bytes), const char *format, va_list args)
{
	char line[LINE_BUFFER_BYTES], *text = line;
	va_list again;
	int bytes, result;

	va_copy(again, args);
	bytes = vsnprintf(line, sizeof(line), format, args);
	if (bytes >= (int)sizeof(line)) {
		text = kmalloc(bytes + 1, GFP_KERNEL);
		if (text)
			vsnprintf(text, bytes + 1, format, again);
	}
	va_end(again);
	if (!text)
		return -ENOMEM;
	result = put(text, bytes);
	if (text != line)
		kfree(text);
	return result;
}

int cmd_printf(const char *format, ...)
{
	va_list args;
	int result;

	va_start(args, format);
	result = cmd_format(cmd_write, format, args);
	va_end(args);
	return result;
}

int cmd_puts(const char *text)
{
	return cmd_write(text, strlen(text));
}

static int cmd_write_error(const char *text, size_t bytes)
{
	return cmd_write_all(2, text, bytes);
}

/* One write for the whole line, so that lines of several tasks do not mix. */
static void cmd_complain(const char *name, const char *format, va_list args)
{
	char message[LINE_BUFFER_BYTES];
	int bytes = scnprintf(message, sizeof(message), "%s: ", name);

	bytes += vscnprintf(message + bytes, sizeof(message) - bytes, format, args);
	bytes = min(bytes, (int)sizeof(message) - 2);
	message[bytes++] = '\n';
	cmd_flush();
	cmd_write_error(message, bytes);
}

int cmd_fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	cmd_complain(shell_process_current()->name, format, args);
	va_end(args);
	return 1;
}

int cmd_fail_errno(const char *subject, int error)
{
	return cmd_fail("%s: %s", subject, strerror(error));
}

int cmd_usage(void)
{
	const struct shell_command *command = shell_process_current()->command;

	cmd_fail("usage: %s %s", command->name, command->arguments);
	return 2;
}

void shell_message(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	cmd_complain("fivebyte", format, args);
	va_end(args);
}
