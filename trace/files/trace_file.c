/* SPDX-License-Identifier: MIT */
/*
 * The file trace: the records as text, oldest first, merged over the
 * processors, without taking them. Opening it to overwrite empties the buffer;
 * what is written is ignored.
 */
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_options.h"
#include "trace/files/control_files.h"
#include "trace/files/trace_reader.h"
#include "trace/ring/ring_buffer.h"

static void trace_reset_buffer(struct tracefs_node *node)
{
	if (node->cpu == RING_BUFFER_ALL_CPUS)
		return tracing_reset(node->tr);
	ring_buffer_reset_cpu(node->tr->buffer, (u32)node->cpu);
	tracing_buffer_emptied(node->tr);
}

struct trace_reader *trace_reader_open(struct tracefs_node *node, struct ring_buffer *buffer)
{
	struct trace_reader *reader = kzalloc(sizeof(*reader), GFP_KERNEL);

	if (!reader)
		return NULL;
	mutex_init(&reader->lock);
	if (!buffer)
		return reader;
	reader->iter = trace_iterator_open(node->tr, buffer, node->cpu, false, TRACE_LINE_MAX);
	if (reader->iter)
		return reader;
	kfree(reader);
	return NULL;
}

static int trace_file_open(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_node(inode);
	bool reads = file->f_mode & FMODE_READ;
	bool pauses = reads && (node->tr->options & TRACE_OPTION_PAUSE_ON_TRACE);
	struct trace_reader *reader;

	if (pauses)
		trace_array_pause(node->tr);
	reader = trace_reader_open(node, reads ? node->tr->buffer : NULL);
	if (!reader) {
		if (pauses)
			trace_array_resume(node->tr);
		return -ENOMEM;
	}
	reader->paused = pauses;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		trace_reset_buffer(node);
	file->private_data = reader;
	return 0;
}

int trace_reader_release(struct inode *inode, struct file *file)
{
	struct trace_reader *reader = file->private_data;

	if (reader->paused)
		trace_array_resume(tracefs_node(inode)->tr);
	if (reader->iter)
		trace_iterator_close(reader->iter);
	kfree(reader);
	return 0;
}

/* Puts the next piece of text, the header or a line, in iter->seq. Return: false at the end. */
static bool trace_reader_fill(struct trace_reader *reader)
{
	struct trace_iterator *iter = reader->iter;

	seq_buf_clear(&iter->seq);
	reader->handed = 0;
	if (!reader->header) {
		reader->header = true;
		if (reader->print_empty && trace_iterator_is_empty(iter))
			reader->print_empty(iter);
		else
			trace_print_header(iter);
		if (iter->seq.len)
			return true;
	}
	while (trace_iterator_find(iter)) {
		trace_print_line(iter);
		trace_iterator_advance(iter);
		if (iter->seq.len)
			return true;
	}
	return false;
}

/* Moves on by at most @count bytes; copies them if @buf is not NULL. Return: how many. */
static size_t trace_reader_take(struct trace_reader *reader, char *buf, size_t count)
{
	size_t taken = 0;

	while (taken < count) {
		struct seq_buf *seq = &reader->iter->seq;
		size_t bytes = min(seq->len - reader->handed, count - taken);

		if (!bytes) {
			if (!trace_reader_fill(reader))
				break;
			continue;
		}
		if (buf)
			memcpy(buf + taken, seq->buffer + reader->handed, bytes);
		reader->handed += bytes;
		reader->pos += (loff_t)bytes;
		taken += bytes;
	}
	return taken;
}

ssize_t trace_reader_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct trace_reader *reader = file->private_data;
	size_t taken;

	mutex_lock(&reader->lock);
	if (*pos < reader->pos) {
		trace_iterator_rewind(reader->iter);
		seq_buf_clear(&reader->iter->seq);
		reader->handed = 0;
		reader->pos = 0;
		reader->header = false;
	}
	if (*pos > reader->pos)
		trace_reader_take(reader, NULL, (size_t)(*pos - reader->pos));
	taken = trace_reader_take(reader, buf, count);
	*pos = reader->pos;
	mutex_unlock(&reader->lock);
	return (ssize_t)taken;
}

const struct file_operations trace_fops = {
	.open = trace_file_open,
	.release = trace_reader_release,
	.read = trace_reader_read,
	.write = tracefs_ignore_write,
	.llseek = noop_llseek,
};
