/* SPDX-License-Identifier: MIT */
/* Reading input line by line. */
#include "kernel/shell/cmds/reader.h"

#include "kernel/fs/syscalls.h"
#include "kernel/mm/slab.h"
#include "kernel/shell/stdio.h"
#include "lib/errno.h"
#include "lib/string.h"

#define READER_BYTES 8192

int cmd_reader_open(struct cmd_reader *reader, const char *name)
{
	int fd = strcmp(name, "-") ? do_sys_open(AT_FDCWD, name, O_RDONLY, 0) : 0;

	*reader = (struct cmd_reader){.fd = fd, .name = name};
	if (fd < 0)
		return cmd_fail_errno(name, fd);
	reader->size = READER_BYTES;
	reader->buffer = kmalloc(READER_BYTES + 1, GFP_KERNEL);
	if (reader->buffer)
		return 0;
	cmd_reader_close(reader);
	return cmd_fail("no memory");
}

void cmd_reader_close(struct cmd_reader *reader)
{
	kfree(reader->buffer);
	reader->buffer = NULL;
	if (reader->fd > 0)
		ksys_close(reader->fd);
}

/* Makes room behind what is buffered. Return: whether there is some. */
static bool reader_make_room(struct cmd_reader *reader)
{
	char *larger;

	if (reader->begin) {
		memmove(reader->buffer, reader->buffer + reader->begin,
			reader->end - reader->begin);
		reader->end -= reader->begin;
		reader->begin = 0;
	}
	if (reader->end < reader->size)
		return true;
	if (reader->size >= READER_LINE_MAX)
		return false;
	larger = krealloc(reader->buffer, reader->size * 2 + 1, GFP_KERNEL);
	if (!larger)
		return false;
	reader->buffer = larger;
	reader->size *= 2;
	return true;
}

/* Reads more. Return: whether something came. */
static bool reader_fill(struct cmd_reader *reader)
{
	ssize_t got;

	if (reader->at_end || !reader_make_room(reader))
		return false;
	got = ksys_read(reader->fd, reader->buffer + reader->end, reader->size - reader->end);
	if (got > 0) {
		reader->end += got;
		return true;
	}
	reader->at_end = true;
	if (got < 0) {
		reader->error = got;
		if (got != -EINTR)
			cmd_fail_errno(reader->name, got);
	}
	return false;
}

ssize_t cmd_reader_line(struct cmd_reader *reader, char **line)
{
	size_t searched = 0, length;
	char *newline;

	do {
		char *begin = reader->buffer + reader->begin;

		newline = memchr(begin + searched, '\n', reader->end - reader->begin - searched);
		searched = reader->end - reader->begin;
	} while (!newline && reader_fill(reader));
	*line = reader->buffer + reader->begin;
	reader->ended_by_newline = newline;
	length = newline ? (size_t)(newline - *line) : reader->end - reader->begin;
	if (!newline && !length)
		return -1;
	(*line)[length] = '\0';
	reader->begin += length + (newline ? 1 : 0);
	return length;
}

static int use_file(const char *name, int (*use)(struct cmd_reader *reader, void *data), void *data)
{
	struct cmd_reader reader;
	int status;

	if (cmd_reader_open(&reader, name))
		return 1;
	status = use(&reader, data);
	if (reader.error)
		status = 1;
	cmd_reader_close(&reader);
	return status;
}

int cmd_each_file(int count, char **names, int (*use)(struct cmd_reader *reader, void *data),
		  void *data)
{
	int status = 0;

	if (!count)
		return use_file("-", use, data);
	for (int i = 0; i < count && !cmd_interrupted(); i++)
		if (use_file(names[i], use, data))
			status = 1;
	return status;
}
