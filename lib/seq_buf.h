/* SPDX-License-Identifier: MIT */
/*
 * Text that grows piece by piece in memory of fixed size.
 *
 * A piece that does not fit is left out whole, and so is everything behind it:
 * the overflow is latched, so the caller prints a line without looking and asks
 * once, at the end, whether it is complete. Nothing locks; one writer at a time.
 * Context: any, NMI included.
 */
#pragma once

#include <stdarg.h>

#include "lib/compiler.h"
#include "lib/types.h"

struct seq_buf {
	char *buffer;
	size_t size;	 /* of @buffer, in bytes */
	size_t len;	 /* bytes written; the text has no NUL yet */
	bool overflowed; /* a piece was left out */
	bool hashed;	 /* pointers are printed by vsnprintf_hashed() */
};

/* Empty text in @size bytes at @buffer, which the caller keeps as long as @s. */
static inline void seq_buf_init(struct seq_buf *s, char *buffer, size_t size)
{
	*s = (struct seq_buf){.buffer = buffer, .size = size};
}

static inline void seq_buf_clear(struct seq_buf *s)
{
	s->len = 0;
	s->overflowed = false;
}

static inline bool seq_buf_has_overflowed(const struct seq_buf *s)
{
	return s->overflowed;
}

/* Bytes that still fit; 0 once something was left out. */
static inline size_t seq_buf_left(const struct seq_buf *s)
{
	return s->overflowed ? 0 : s->size - s->len;
}

/*
 * Cuts the text back to @len bytes (a value of s->len from before) and forgets
 * the overflow: an incomplete line is taken back.
 */
static inline void seq_buf_truncate(struct seq_buf *s, size_t len)
{
	s->len = len;
	s->overflowed = false;
}

/*
 * The free part of the buffer, to write into directly; *@size bytes, 0 once something was left
 * out. What was written becomes text by seq_buf_commit().
 */
static inline char *seq_buf_get_buf(struct seq_buf *s, size_t *size)
{
	*size = seq_buf_left(s);
	return s->buffer + s->len;
}

/* @bytes: how many, at most the size got; negative: they did not fit. */
static inline void seq_buf_commit(struct seq_buf *s, ssize_t bytes)
{
	if (bytes < 0)
		s->overflowed = true;
	else
		s->len += bytes;
}

void seq_buf_putc(struct seq_buf *s, char c);
void seq_buf_puts(struct seq_buf *s, const char *text);
void seq_buf_putmem(struct seq_buf *s, const void *data, size_t bytes);
void seq_buf_printf(struct seq_buf *s, const char *fmt, ...) __printf(2, 3);
void seq_buf_vprintf(struct seq_buf *s, const char *fmt, va_list args) __printf(2, 0);

/* @count times @c, none if it is negative: for columns. */
void seq_buf_pad(struct seq_buf *s, char c, int count);

/* @value in decimal, right-aligned in @width <= 24 characters. Quicker than a format string. */
void seq_buf_put_decimal(struct seq_buf *s, u64 value, int width);

/* Ends the text with a NUL, over its last character if it is full. Return: the text. */
const char *seq_buf_str(struct seq_buf *s);
