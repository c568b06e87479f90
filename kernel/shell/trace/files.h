/* SPDX-License-Identifier: MIT */
/* Reading and writing the files of /tracing, by name, for `trace`. */
#pragma once

#include "kernel/shell/trace/front.h"

/*
 * Writes @text and a newline to a file, after emptying it (`>`), or behind what it holds (`>>`).
 * Return: 0, or 1 with the reason printed.
 */
int trace_put(const struct trace_front *front, const char *file, const char *text);
int trace_append(const struct trace_front *front, const char *file, const char *text);

/* The same for a number. */
int trace_put_number(const struct trace_front *front, const char *file, long number);

/* Whether there is such a file. */
bool trace_has(const char *file);

/* Reads the first line of a file, without its newline. Return: 0, or 1 with the reason printed. */
int trace_get(const char *file, char *text, size_t bytes);

/* Prints a file on descriptor 1, as it is read. Return: 0, or 1 with the reason printed. */
int trace_copy(const char *file);

/*
 * Calls @use for each line until it returns false. Return: 0, or 1 with the reason printed.
 */
int trace_each_line(const char *file, bool (*use)(void *data, const char *line), void *data);
