/* SPDX-License-Identifier: MIT */
/*
 * trace_pipe_raw and snapshot_raw: the pages of one processor's ring in their
 * binary layout, taken as they are read. A page is exchanged for one of the
 * reader's, not copied, while the ring is concerned. A read gives at most the
 * rest of one page, so that pages stay whole for who reads as much as their size.
 */
#include "arch/x86_64/copy_page.h"
#include "kernel/fs/poll.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_options.h"
#include "trace/files/control_files.h"
#include "trace/files/trace_wait.h"
#include "trace/ring/ring_buffer.h"

/* An open raw file. */
struct raw_reader {
	struct mutex lock;
	struct trace_array *tr;
	u32 cpu;
	bool snapshot; /* of the spare buffer */
	struct ring_read_page page;
	u32 handed; /* bytes of the page that were read; all of it: it must be filled */
};

static struct ring_buffer *raw_reader_buffer(const struct raw_reader *reader)
{
	return reader->snapshot ? READ_ONCE(reader->tr->snapshot) : READ_ONCE(reader->tr->buffer);
}

/* While one is open the tracer stays the same, and so does the size of pages. */
static void raw_readers_add(struct trace_array *tr, int change)
{
	trace_types_lock_acquire();
	tr->pipe_readers += (u32)change;
	trace_types_lock_release();
}

static int raw_reader_open(struct inode *inode, struct file *file, bool snapshot)
{
	struct tracefs_node *node = tracefs_node(inode);
	struct raw_reader *reader;

	if (snapshot && READ_ONCE(node->tr->snapshot_is_busy))
		return -EBUSY;
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return -ENOMEM;
	mutex_init(&reader->lock);
	reader->tr = node->tr;
	reader->cpu = (u32)node->cpu;
	reader->snapshot = snapshot;
	raw_readers_add(node->tr, 1);
	if (!ring_buffer_alloc_read_page(node->tr->buffer, &reader->page)) {
		raw_readers_add(node->tr, -1);
		kfree(reader);
		return -ENOMEM;
	}
	reader->handed = reader->page.bytes;
	file->private_data = reader;
	return stream_open(inode, file);
}

static int trace_pipe_raw_open(struct inode *inode, struct file *file)
{
	return raw_reader_open(inode, file, false);
}

static int snapshot_raw_open(struct inode *inode, struct file *file)
{
	return raw_reader_open(inode, file, true);
}

static int raw_reader_release(struct inode *inode, struct file *file)
{
	struct raw_reader *reader = file->private_data;

	ring_buffer_free_read_page(&reader->page);
	raw_readers_add(reader->tr, -1);
	kfree(reader);
	return 0;
}

/* What lies behind the records on a page taken from the ring is older ones: nobody's to see. */
static void raw_page_clear_rest(struct ring_read_page *page)
{
	const struct ring_page_header *header = page->data;
	u32 used = RING_PAGE_HEADER_SIZE + (header->commit & RING_COMMIT_MASK);

	if (header->commit & RING_MISSED_STORED)
		used += sizeof(u64);
	memset((char *)page->data + used, 0, page->bytes - used);
}

/* Return: whether there is something on the page to hand out. */
static bool raw_reader_fill(struct raw_reader *reader)
{
	if (reader->handed < reader->page.bytes)
		return true;
	if (ring_buffer_read_page(raw_reader_buffer(reader), reader->cpu, &reader->page, false) <=
	    0)
		return false;
	raw_page_clear_rest(&reader->page);
	reader->handed = 0;
	return true;
}

/* Whether the ring is as full as buffer_percent asks for; 0 means any record. */
static bool raw_reader_is_full_enough(const struct raw_reader *reader)
{
	struct ring_buffer *buffer = raw_reader_buffer(reader);

	if (reader->handed < reader->page.bytes)
		return true;
	return !ring_buffer_empty_cpu(buffer, reader->cpu) &&
	       ring_buffer_percent_used(buffer, reader->cpu) >= reader->tr->buffer_percent;
}

/*
 * Who waits does so until the ring is full enough, tracing is off or all are woken, and
 * something is there. Return: 1: it is on the page; 0: end of file; -EAGAIN, -EINTR.
 */
static int raw_reader_wait_for_data(struct raw_reader *reader, bool nonblock)
{
	int woken = nonblock || reader->snapshot, seen = trace_pipe_wake_ups();

	while (woken >= 0) {
		if ((woken || !tracer_tracing_is_on(reader->tr) ||
		     raw_reader_is_full_enough(reader)) &&
		    raw_reader_fill(reader))
			return 1;
		if (nonblock)
			return -EAGAIN;
		if (reader->snapshot)
			return 0; /* nothing is written there */
		woken = trace_pipe_sleep(&seen);
	}
	return -EINTR;
}

static ssize_t raw_reader_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct raw_reader *reader = file->private_data;
	u32 taken = 0;
	int ready;

	if (!count)
		return 0;
	mutex_lock(&reader->lock);
	ready = raw_reader_wait_for_data(reader, file->f_flags & O_NONBLOCK);
	if (ready > 0) {
		taken = (u32)min((size_t)(reader->page.bytes - reader->handed), count);
		if (taken == reader->page.bytes)
			copy_pages(buf, reader->page.data, taken);
		else
			memcpy(buf, (char *)reader->page.data + reader->handed, taken);
		reader->handed += taken;
	}
	mutex_unlock(&reader->lock);
	return ready > 0 ? (ssize_t)taken : ready;
}

static u32 raw_reader_poll(struct file *file, struct poll_table *wait)
{
	struct raw_reader *reader = file->private_data;

	trace_pipe_poll_wait(file, wait);
	if (reader->tr->options & TRACE_OPTION_BLOCK)
		return EPOLLIN | EPOLLRDNORM;
	return raw_reader_is_full_enough(reader) ? EPOLLIN | EPOLLRDNORM : 0;
}

/* Command 0 wakes all who wait. */
static long raw_reader_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	if (command)
		return -ENOTTY;
	trace_pipe_wake_readers();
	return 0;
}

const struct file_operations trace_pipe_raw_fops = {
	.open = trace_pipe_raw_open,
	.release = raw_reader_release,
	.read = raw_reader_read,
	.poll = raw_reader_poll,
	.unlocked_ioctl = raw_reader_ioctl,
};

const struct file_operations snapshot_raw_fops = {
	.open = snapshot_raw_open,
	.release = raw_reader_release,
	.read = raw_reader_read,
	.poll = raw_reader_poll,
	.unlocked_ioctl = raw_reader_ioctl,
};
