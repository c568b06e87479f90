/* SPDX-License-Identifier: MIT */
/*
 * Output of commands, buffered per task. What a command wrote is flushed when
 * it ends, when the buffer is full, and at each line end when the descriptor
 * is a terminal. The first write error is kept; nothing is written after it,
 * and the command's end reports it. Context of all: a command's task.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* Formats to descriptor 1. Return: 0, or the error of the first write that failed. */
int cmd_printf(const char *format, ...) __printf(1, 2);
/* The same for plain text. */
int cmd_puts(const char *text);
int cmd_write(const char *text, size_t bytes);

/* Writes out what is buffered. Return: as above. */
int cmd_flush(void);

/* Writes to any descriptor, unbuffered. Return: @bytes, or the error. */
ssize_t cmd_write_all(int fd, const char *text, size_t bytes);

/*
 * Prints "NAME: " and the formatted reason and a newline on descriptor 2, NAME being the
 * running command's. Return: 1, so that a command can end with `return cmd_fail(...)`.
 */
int cmd_fail(const char *format, ...) __printf(1, 2);

/* The same for an error number: "NAME: SUBJECT: reason". @error may be negative. Return: 1. */
int cmd_fail_errno(const char *subject, int error);

/* Prints the usage line of the running command on descriptor 2. Return: 2. */
int cmd_usage(void);

/*
 * True once the task was killed (Ctrl-C, kill): loops that do not sleep must test it and
 * return. The status becomes 128 + the signal whatever they return.
 */
bool cmd_interrupted(void);

/* Whether @fd is the console: a person reads it. The machine channel is not. */
bool cmd_is_terminal(int fd);
