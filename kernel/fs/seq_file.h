/* SPDX-License-Identifier: MIT */
/*
 * Text files made while they are read. A file describes how to walk its
 * records (start, next, stop) and how to print one (show); seq_read() keeps
 * the position and hands the text out in pieces of any size: reading byte by
 * byte gives the same text as one large read.
 *
 * start..stop runs without interruption for a buffer full of records, so locks
 * taken in start and dropped in stop are held over the show calls. show must
 * print the same text when called again for the same record: a record that
 * does not fit is printed again into a buffer of twice the size.
 */
#pragma once

#include <stdarg.h>

#include "kernel/fs/vfs.h"
#include "lib/compiler.h"

struct list_head;
struct seq_file;

/*
 * start: the record at *pos, NULL at the end, ERR_PTR on failure.
 * next:  the record after @v; always advances *pos; NULL at the end.
 * stop:  ends what start began; also called when start returned NULL.
 * show:  0; SEQ_SKIP drops what it printed for this record; or an errno.
 */
struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	int (*show)(struct seq_file *m, void *v);
};

#define SEQ_SKIP	1
#define SEQ_START_TOKEN ((void *)1) /* a start may return this for a header line */

struct seq_file {
	struct mutex lock; /* all of it: one reader at a time */
	char *buf;
	size_t size;	 /* bytes of buf */
	size_t count;	 /* bytes in use; == size: a print did not fit */
	size_t from;	 /* first byte not handed out yet */
	loff_t index;	 /* number of the next record */
	loff_t read_pos; /* file position that the state above stands for */
	const struct seq_operations *op;
	struct file *file;
	void *private; /* the file's own */
};

/**
 * seq_open() - make @file a seq_file; for file_operations.open.
 *
 * Sets file->private_data to the struct seq_file, whose private is NULL.
 * Context: task, may sleep. Return: 0 or ENOMEM.
 */
int seq_open(struct file *file, const struct seq_operations *op);
/* The same, and private points to @bytes of zeroed memory, freed by seq_release_private(). */
void *__seq_open_private(struct file *file, const struct seq_operations *op, size_t bytes);
int seq_release(struct inode *inode, struct file *file);
int seq_release_private(struct inode *inode, struct file *file);

/* The whole file is printed by one call of @show(m, NULL); m->private is @data. */
int single_open(struct file *file, int (*show)(struct seq_file *m, void *v), void *data);
int single_release(struct inode *inode, struct file *file);

/* For file_operations: read and llseek. EOVERFLOW, ENOMEM, or what start and show say. */
ssize_t seq_read(struct file *file, char *buf, size_t count, loff_t *pos);
loff_t seq_lseek(struct file *file, loff_t offset, int whence);

/*
 * Printing, for show. What does not fit is remembered, not reported: just return 0.
 */
void seq_printf(struct seq_file *m, const char *fmt, ...) __printf(2, 3);
void seq_vprintf(struct seq_file *m, const char *fmt, va_list args);
void seq_puts(struct seq_file *m, const char *text);
void seq_putc(struct seq_file *m, char c);
/* @bytes of any values. Return: 0, or -1 if they do not fit. */
int seq_write(struct seq_file *m, const void *data, size_t bytes);
/* Spaces up to @column of the current line, at least none. */
void seq_pad(struct seq_file *m, size_t column);

/* True once a print did not fit: show may return early, it will be called again. */
static inline bool seq_has_overflowed(const struct seq_file *m)
{
	return m->count == m->size;
}
