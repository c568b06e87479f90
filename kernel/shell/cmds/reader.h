/* SPDX-License-Identifier: MIT */
/* Reading input line by line. */
#pragma once

#include "lib/types.h"

#define READER_LINE_MAX (1u << 20) /* a longer line comes in pieces */

struct cmd_reader {
	int fd;
	const char *name; /* for messages */
	char *buffer;
	size_t size, begin, end; /* begin to end: read, not handed out */
	bool at_end;
	bool ended_by_newline; /* the line handed out last */
	int error;
};

/* Opens @name, or descriptor 0 for "-". Return: 0, or 1 with the reason printed. */
int cmd_reader_open(struct cmd_reader *reader, const char *name);
void cmd_reader_close(struct cmd_reader *reader);

/*
 * Return: the length of the next line, which is at *@line, its newline replaced by NUL, valid
 * until the next call; -1 at the end. The line may hold NULs of its own.
 */
ssize_t cmd_reader_line(struct cmd_reader *reader, char **line);

/*
 * Calls @use for each of the files, or for descriptor 0 when there are none, until the task is
 * killed. Read errors are printed. Return: 1 when one could not be read or @use returned non-zero.
 */
int cmd_each_file(int count, char **names, int (*use)(struct cmd_reader *reader, void *data),
		  void *data);
