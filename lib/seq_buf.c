/* SPDX-License-Identifier: MIT */
/* Text that grows piece by piece. The contracts are in the header. */
#include "lib/seq_buf.h"

#include "lib/printf.h"
#include "lib/string.h"

/* Claims @bytes bytes. Return: where they are, NULL if they do not fit. */
static inline char *seq_buf_claim(struct seq_buf *s, size_t bytes)
{
	char *space = s->buffer + s->len;

	if (bytes > seq_buf_left(s)) {
		s->overflowed = true;
		return NULL;
	}
	s->len += bytes;
	return space;
}

void seq_buf_putc(struct seq_buf *s, char c)
{
	char *to = seq_buf_claim(s, 1);

	if (to)
		*to = c;
}

void seq_buf_putmem(struct seq_buf *s, const void *data, size_t bytes)
{
	char *to = seq_buf_claim(s, bytes);

	if (to)
		memcpy(to, data, bytes);
}

void seq_buf_puts(struct seq_buf *s, const char *text)
{
	seq_buf_putmem(s, text, strlen(text));
}

void seq_buf_vprintf(struct seq_buf *s, const char *fmt, va_list args)
{
	size_t left = seq_buf_left(s);
	int length;

	if (s->overflowed)
		return;
	if (unlikely(s->hashed))
		length = vsnprintf_hashed(s->buffer + s->len, left, fmt, args);
	else
		length = vsnprintf(s->buffer + s->len, left, fmt, args);
	/* Its NUL must fit as well: a text that just fits is written again by nobody. */
	if ((size_t)length < left)
		s->len += length;
	else if (length)
		s->overflowed = true;
}

void seq_buf_printf(struct seq_buf *s, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	seq_buf_vprintf(s, fmt, args);
	va_end(args);
}

void seq_buf_pad(struct seq_buf *s, char c, int count)
{
	char *to = count > 0 ? seq_buf_claim(s, count) : NULL;

	if (to)
		memset(to, c, count);
}

void seq_buf_put_decimal(struct seq_buf *s, u64 value, int width)
{
	char text[FORMAT_DECIMAL_MAX];

	seq_buf_putmem(s, text, format_decimal(text, value, width));
}

const char *seq_buf_str(struct seq_buf *s)
{
	if (!s->size)
		return "";
	s->buffer[s->len < s->size ? s->len : s->size - 1] = '\0';
	return s->buffer;
}
