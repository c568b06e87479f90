/* SPDX-License-Identifier: MIT */
/*
 * The file trace_pipe: records as text, taken from the buffer as they are read;
 * reading waits for more. End of file only when tracing is off and this reader
 * has read something. One reader at a time has a processor's records.
 */
#include "kernel/fs/poll.h"
#include "kernel/mm/slab.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_options.h"
#include "trace/files/control_files.h"
#include "trace/files/trace_wait.h"
#include "trace/output/trace_iterator.h"
#include "trace/ring/ring_buffer.h"

struct trace_pipe_reader {
	struct mutex lock;
	struct trace_iterator *iter;
	size_t handed; /* bytes of iter->seq that were read */
	bool has_read; /* something, ever */
};

static cpumask_t trace_pipe_cpus(const struct tracefs_node *node)
{
	return node->cpu == RING_BUFFER_ALL_CPUS ? CPU_MASK_ALL : cpumask_of((u32)node->cpu);
}

/* Return: 0, or -EBUSY when another reader has one of these processors. */
static int trace_pipe_claim(struct tracefs_node *node)
{
	struct trace_array *tr = node->tr;
	int error = -EBUSY;

	trace_types_lock_acquire();
	if (!(tr->pipe_cpus & trace_pipe_cpus(node))) {
		tr->pipe_cpus |= trace_pipe_cpus(node);
		tr->pipe_readers++;
		error = 0;
	}
	trace_types_lock_release();
	return error;
}

static void trace_pipe_unclaim(struct tracefs_node *node)
{
	trace_types_lock_acquire();
	node->tr->pipe_cpus &= ~trace_pipe_cpus(node);
	node->tr->pipe_readers--;
	trace_types_lock_release();
}

static int trace_pipe_open(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_node(inode);
	struct trace_pipe_reader *reader;
	int error = trace_pipe_claim(node);

	if (error)
		return error;
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (reader)
		reader->iter = trace_iterator_open(node->tr, node->tr->buffer, node->cpu, true,
						   TRACE_LINE_MAX);
	if (!reader || !reader->iter) {
		kfree(reader);
		trace_pipe_unclaim(node);
		return -ENOMEM;
	}
	mutex_init(&reader->lock);
	file->private_data = reader;
	return stream_open(inode, file);
}

static int trace_pipe_release(struct inode *inode, struct file *file)
{
	struct trace_pipe_reader *reader = file->private_data;

	trace_iterator_close(reader->iter);
	kfree(reader);
	trace_pipe_unclaim(tracefs_node(inode));
	return 0;
}

static bool trace_pipe_has_data(struct trace_pipe_reader *reader)
{
	struct trace_iterator *iter = reader->iter;
	u32 cpu;

	if (reader->handed < iter->seq.len)
		return true;
	for_each_cpu (cpu, iter->cpus & cpu_possible_mask)
		if (!ring_buffer_empty_cpu(READ_ONCE(iter->tr->buffer), cpu))
			return true;
	return false;
}

static bool trace_pipe_at_end(struct trace_pipe_reader *reader)
{
	return reader->has_read && !tracer_tracing_is_on(reader->iter->tr);
}

/* Return: 1: there is something to read; 0: end of file; -EAGAIN, -EINTR. */
static int trace_pipe_wait_for_data(struct trace_pipe_reader *reader, bool nonblock)
{
	int seen = trace_pipe_wake_ups();

	while (!trace_pipe_has_data(reader)) {
		if (trace_pipe_at_end(reader))
			return 0;
		if (nonblock)
			return -EAGAIN;
		if (trace_pipe_sleep(&seen) < 0)
			return -EINTR;
	}
	return 1;
}

/* Copies what is there, up to @count bytes. Return: how many. */
static size_t trace_pipe_take(struct trace_pipe_reader *reader, char *buf, size_t count)
{
	struct trace_iterator *iter = reader->iter;
	size_t taken = 0;

	while (taken < count) {
		size_t bytes = min(iter->seq.len - reader->handed, count - taken);

		memcpy(buf + taken, iter->seq.buffer + reader->handed, bytes);
		reader->handed += bytes;
		taken += bytes;
		if (taken == count)
			break;
		seq_buf_clear(&iter->seq);
		reader->handed = 0;
		if (!trace_iterator_find(iter))
			break;
		trace_print_line(iter);
		trace_iterator_advance(iter);
	}
	return taken;
}

static ssize_t trace_pipe_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct trace_pipe_reader *reader = file->private_data;
	size_t taken = 0;
	int ready = 1;

	mutex_lock(&reader->lock);
	/* A record may print as nothing: then there is still nothing to return. */
	while (count && !taken && ready > 0) {
		ready = trace_pipe_wait_for_data(reader, file->f_flags & O_NONBLOCK);
		if (ready > 0)
			taken = trace_pipe_take(reader, buf, count);
	}
	if (taken)
		reader->has_read = true;
	mutex_unlock(&reader->lock);
	return taken ? (ssize_t)taken : ready < 0 ? ready : 0;
}

static u32 trace_pipe_poll(struct file *file, struct poll_table *wait)
{
	struct trace_pipe_reader *reader = file->private_data;

	trace_pipe_poll_wait(file, wait);
	if (reader->iter->tr->options & TRACE_OPTION_BLOCK)
		return EPOLLIN | EPOLLRDNORM;
	return trace_pipe_has_data(reader) ? EPOLLIN | EPOLLRDNORM : 0;
}

const struct file_operations trace_pipe_fops = {
	.open = trace_pipe_open,
	.release = trace_pipe_release,
	.read = trace_pipe_read,
	.poll = trace_pipe_poll,
};
