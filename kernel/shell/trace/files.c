/* SPDX-License-Identifier: MIT */
/* Reading and writing the files of /tracing, by name. */
#include "kernel/shell/trace/files.h"

#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/cmds/reader.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/strerror.h"
#include "lib/string.h"

#define TRACING_SHORT "/tracing/" /* as it is printed */
#define TRACING	      "/sys/kernel/tracing/"
#define PATH_BYTES    128
#define COPY_BYTES    16384

static int trace_open(const char *file, int flags)
{
	char path[PATH_BYTES];

	snprintf(path, sizeof(path), TRACING "%s", file);
	return do_sys_open(AT_FDCWD, path, flags, 0);
}

/* Prints a word so that the shell reads it as one. */
static void print_quoted(const char *word)
{
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:./,+-";

	if (*word && word[strspn(word, plain)] == '\0') {
		cmd_puts(word);
		return;
	}
	cmd_puts("'");
	for (; *word; word++)
		if (*word == '\'')
			cmd_puts("'\\''");
		else
			cmd_write(word, 1);
	cmd_puts("'");
}

/* What error_log says last: a line about a mistake, its command, a caret below. */
struct last_mistake {
	const char *command; /* ours */
	bool ours;	     /* the entry is about it */
	int column;	     /* of the caret; 0: none yet */
	char what[96];
};

static bool read_mistake(void *data, const char *line)
{
	static const char label[] = "  Command: ";
	struct last_mistake *last = data;
	const char *what = strstr(line, ": error: ");

	if (*line == '[' && what) {
		strscpy(last->what, what + strlen(": error: "), sizeof(last->what));
		last->ours = false;
		last->column = 0;
	} else if (!strncmp(line, label, sizeof(label) - 1)) {
		last->ours = !strcmp(line + sizeof(label) - 1, last->command);
	} else {
		last->column = (int)(strlen(line) - (sizeof(label) - 1));
	}
	return true;
}

/* Shows where in @text the mistake is for which it was refused, if error_log knows. */
static void explain_refusal(const char *text)
{
	struct last_mistake last = {.command = text};

	if (trace_each_line("error_log", read_mistake, &last) || !last.ours || last.column < 1)
		return;
	cmd_fail("%s", text);
	cmd_fail("%*s %s", last.column, "^", last.what);
}

static int trace_write_file(const struct trace_front *front, const char *file, const char *text,
			    bool append)
{
	size_t bytes = strlen(text);
	ssize_t result = -ENOMEM;
	char *line;
	int fd;

	if (front->verbose) {
		cmd_puts("echo");
		if (*text) {
			cmd_puts(" ");
			print_quoted(text);
		}
		cmd_printf(" %s " TRACING_SHORT "%s\n", append ? ">>" : ">", file);
		cmd_flush();
	}
	fd = trace_open(file, append ? O_WRONLY | O_APPEND : O_WRONLY | O_TRUNC);
	if (fd < 0)
		return cmd_fail_errno(file, fd);
	line = kmalloc(bytes + 1, GFP_KERNEL);
	if (line) {
		memcpy(line, text, bytes);
		line[bytes] = '\n';
		result = cmd_write_all(fd, line, bytes + 1);
	}
	kfree(line);
	ksys_close(fd);
	if (result >= 0)
		return 0;
	cmd_fail("%s > %s: %s", text, file, strerror(result));
	explain_refusal(text);
	return 1;
}

int trace_put(const struct trace_front *front, const char *file, const char *text)
{
	return trace_write_file(front, file, text, false);
}

int trace_append(const struct trace_front *front, const char *file, const char *text)
{
	return trace_write_file(front, file, text, true);
}

int trace_put_number(const struct trace_front *front, const char *file, long number)
{
	char text[24];

	snprintf(text, sizeof(text), "%ld", number);
	return trace_put(front, file, text);
}

bool trace_has(const char *file)
{
	char path[PATH_BYTES];
	struct kstat stat;

	snprintf(path, sizeof(path), TRACING "%s", file);
	return !vfs_fstatat(AT_FDCWD, path, &stat, 0);
}

int trace_get(const char *file, char *text, size_t bytes)
{
	int fd = trace_open(file, O_RDONLY);
	ssize_t got = fd < 0 ? fd : ksys_read(fd, text, bytes - 1);

	if (fd >= 0)
		ksys_close(fd);
	if (got < 0)
		return cmd_fail_errno(file, got);
	text[got] = '\0';
	*strchrnul(text, '\n') = '\0';
	return 0;
}

int trace_copy(const char *file)
{
	int fd = trace_open(file, O_RDONLY);
	char *buffer;
	ssize_t got = -ENOMEM;

	if (fd < 0)
		return cmd_fail_errno(file, fd);
	buffer = kmalloc(COPY_BYTES, GFP_KERNEL);
	while (buffer && (got = ksys_read(fd, buffer, COPY_BYTES)) > 0)
		if (cmd_write(buffer, got) || cmd_flush() || cmd_interrupted())
			break;
	kfree(buffer);
	ksys_close(fd);
	return got < 0 && got != -EINTR ? cmd_fail_errno(file, got) : 0;
}

int trace_each_line(const char *file, bool (*use)(void *data, const char *line), void *data)
{
	struct cmd_reader reader;
	char path[PATH_BYTES], *line;
	int failed;

	snprintf(path, sizeof(path), TRACING "%s", file);
	if (cmd_reader_open(&reader, path))
		return 1;
	while (cmd_reader_line(&reader, &line) >= 0 && use(data, line) && !cmd_interrupted())
		;
	failed = reader.error ? 1 : 0;
	cmd_reader_close(&reader);
	return failed;
}
