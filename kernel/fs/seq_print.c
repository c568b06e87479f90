/* SPDX-License-Identifier: MIT */
/*
 * Printing into a seq_file. A print that does not fit marks the buffer as full
 * (count == size); seq_read() then prints the record again into a larger one.
 */
#include "kernel/fs/seq_file.h"
#include "lib/list.h"
#include "lib/printf.h"
#include "lib/string.h"

void seq_vprintf(struct seq_file *m, const char *fmt, va_list args)
{
	size_t left = m->size - m->count;
	size_t length = vsnprintf(m->buf + m->count, left, fmt, args);

	m->count = length < left ? m->count + length : m->size;
}

void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	seq_vprintf(m, fmt, args);
	va_end(args);
}

int seq_write(struct seq_file *m, const void *data, size_t bytes)
{
	if (bytes >= m->size - m->count) {
		m->count = m->size;
		return -1;
	}
	memcpy(m->buf + m->count, data, bytes);
	m->count += bytes;
	return 0;
}

void seq_puts(struct seq_file *m, const char *text)
{
	seq_write(m, text, strlen(text));
}

void seq_putc(struct seq_file *m, char c)
{
	seq_write(m, &c, 1);
}

void seq_pad(struct seq_file *m, size_t column)
{
	size_t line = m->count;

	while (line && m->buf[line - 1] != '\n')
		line--;
	while (m->count - line < column && !seq_has_overflowed(m))
		seq_putc(m, ' ');
}
