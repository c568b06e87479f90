/* SPDX-License-Identifier: MIT */
/* Reading a buffer as text without taking anything: the files trace and snapshot. */
#pragma once

#include "trace/files/tracefs.h"
#include "trace/output/trace_iterator.h"

/* An open file: its private_data. */
struct trace_reader {
	struct mutex lock;
	struct trace_iterator *iter; /* NULL: opened for writing only */
	loff_t pos;		     /* of the first byte in iter->seq not handed out yet */
	size_t handed;		     /* bytes of iter->seq before it */
	bool header;		     /* has been printed */
	bool paused;		     /* nothing is recorded until it is closed */
	/* Instead of the header when there are no records; NULL: the header. */
	void (*print_empty)(struct trace_iterator *iter);
};

/* @buffer: NULL to read nothing. Context: task. Return: NULL without memory. */
struct trace_reader *trace_reader_open(struct tracefs_node *node, struct ring_buffer *buffer);
/* The file_operations. */
int trace_reader_release(struct inode *inode, struct file *file);
ssize_t trace_reader_read(struct file *file, char *buf, size_t count, loff_t *pos);
