/* SPDX-License-Identifier: MIT */
/*
 * Output and input of commands, buffered per task. What a command wrote is
 * flushed when it ends, when the buffer is full, and at each line end when
 * the descriptor is a terminal.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* Formats to descriptor 1. Context: a command's task. Return: 0, or the error of the write. */
int cmd_printf(const char *format, ...) __printf(1, 2);

/* Writes @bytes of @text to descriptor 1. Return: 0, or the error of the write. */
int cmd_write(const char *text, size_t bytes);

/* Writes out what is buffered. Return: 0, or the first error since the last flush. */
int cmd_flush(void);

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
 * return. The status becomes 130 whatever they return.
 */
bool cmd_interrupted(void);
