/* SPDX-License-Identifier: MIT */
/*
 * Text made while it is read: the buffer, the iteration, the position.
 *
 * The buffer holds whole records. A read first hands out what is left in it,
 * then prints records into it until the reader's buffer would be full, and
 * keeps the rest for the next read.
 */
#include "kernel/fs/seq_file.h"

#include "kernel/mm/slab.h"
#include "lib/list.h"
#include "lib/math.h"
#include "lib/string.h"

/*
 * The first buffer, as large as the first read up to SEQ_BUFFER_FIRST_MAX: fewer starts and stops
 * for readers in a hurry. Doubled while the first record does not fit, up to the limit.
 */
#define SEQ_BUFFER_MIN	     4096ul
#define SEQ_BUFFER_FIRST_MAX (64ul << 10)
#define SEQ_BUFFER_MAX	     (1ul << 20)

int seq_open(struct file *file, const struct seq_operations *op)
{
	struct seq_file *m = kzalloc(sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	mutex_init(&m->lock);
	m->op = op;
	m->file = file;
	file->private_data = m;
	return 0;
}

void *__seq_open_private(struct file *file, const struct seq_operations *op, size_t bytes)
{
	void *private = kzalloc(bytes, GFP_KERNEL);

	if (!private)
		return NULL;
	if (seq_open(file, op)) {
		kfree(private);
		return NULL;
	}
	((struct seq_file *)file->private_data)->private = private;
	return private;
}

int seq_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	kfree(m->buf);
	kfree(m);
	return 0;
}

int seq_release_private(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	kfree(m->private);
	return seq_release(inode, file);
}

/* Replaces the buffer. What was in it is printed again. */
static int seq_new_buffer(struct seq_file *m, size_t bytes)
{
	kfree(m->buf);
	m->count = 0;
	m->from = 0;
	m->size = 0;
	m->buf = bytes <= SEQ_BUFFER_MAX ? kmalloc(bytes, GFP_KERNEL) : NULL;
	if (!m->buf)
		return -ENOMEM;
	m->size = bytes;
	return 0;
}

/*
 * Prints record @v behind what is in the buffer. Return: 1 if it is in, 0 if the file leaves it
 * out, -EOVERFLOW if it does not fit, or the error of show; in all but the first case the
 * buffer is as before.
 */
static int seq_show_record(struct seq_file *m, void *v)
{
	size_t before = m->count;
	int result = m->op->show(m, v);

	if (!result && !seq_has_overflowed(m))
		return 1;
	m->count = before;
	if (result < 0)
		return result;
	return result == SEQ_SKIP ? 0 : -EOVERFLOW;
}

/*
 * Fills the buffer, empty so far, with whole records from number m->index on, until there are
 * @wanted bytes or no more fit. Return: 0, also at the end of the file; -EOVERFLOW if not even
 * the first record fits; or the error of start or show, if no record came before it.
 */
static int seq_fill(struct seq_file *m, size_t wanted)
{
	void *v = m->op->start(m, &m->index);
	int result = 0;

	while (v && m->count < wanted) {
		if (IS_ERR(v)) {
			result = PTR_ERR(v);
			break;
		}
		result = seq_show_record(m, v);
		if (result < 0)
			break;
		v = m->op->next(m, v, &m->index);
	}
	m->op->stop(m, v);
	return result < 0 && !m->count ? result : 0;
}

/* The same; makes the buffer larger until the first record fits. */
static int seq_fill_grow(struct seq_file *m, size_t wanted)
{
	int error;

	if (!m->buf) {
		size_t first = min(ALIGN_UP(wanted, SEQ_BUFFER_MIN), SEQ_BUFFER_FIRST_MAX);

		error = seq_new_buffer(m, first);
		if (error)
			return error;
	}
	m->from = 0;
	for (;;) {
		error = seq_fill(m, wanted);
		if (error != -EOVERFLOW)
			return error;
		error = seq_new_buffer(m, m->size * 2);
		if (error)
			return error;
	}
}

static void seq_rewind(struct seq_file *m)
{
	m->index = 0;
	m->read_pos = 0;
	m->count = 0;
	m->from = 0;
}

/* Hands out at most @count bytes of the buffer; @buf NULL drops them. */
static size_t seq_take(struct seq_file *m, char *buf, size_t count)
{
	size_t bytes = min(count, m->count);

	if (buf)
		memcpy(buf, m->buf + m->from, bytes);
	m->count -= bytes;
	m->from += bytes;
	return bytes;
}

/*
 * Moves @count bytes, or as many as there are, to @buf, or to nowhere. Return: how many; an error
 * only if there are none.
 */
static ssize_t seq_transfer(struct seq_file *m, char *buf, size_t count)
{
	size_t done = 0;

	while (done < count) {
		if (!m->count) {
			int error = seq_fill_grow(m, count - done);

			if (error)
				return done ? (ssize_t)done : error;
			if (!m->count)
				break;
		}
		done += seq_take(m, buf ? buf + done : NULL, count - done);
	}
	m->read_pos += done;
	return done;
}

/* Prints from the beginning up to byte @pos. Leaves the state at the beginning if that fails. */
static int seq_traverse(struct seq_file *m, loff_t pos)
{
	ssize_t bytes;

	seq_rewind(m);
	bytes = seq_transfer(m, NULL, pos);
	if (bytes < 0) {
		seq_rewind(m);
		return bytes;
	}
	/* Beyond the end: reads there find nothing. */
	m->read_pos = pos;
	return 0;
}

noinline ssize_t seq_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	ssize_t bytes = 0;

	mutex_lock(&m->lock);
	if (*pos == 0)
		seq_rewind(m);
	else if (*pos != m->read_pos)
		bytes = seq_traverse(m, *pos);
	if (!bytes)
		bytes = seq_transfer(m, buf, count);
	if (bytes > 0)
		*pos += bytes;
	mutex_unlock(&m->lock);
	return bytes;
}

noinline loff_t seq_lseek(struct file *file, loff_t offset, int whence)
{
	struct seq_file *m = file->private_data;
	loff_t error = -EINVAL;

	mutex_lock(&m->lock);
	if (whence == SEEK_CUR)
		offset += file->f_pos;
	if ((whence == SEEK_SET || whence == SEEK_CUR) && offset >= 0) {
		error = offset == m->read_pos ? 0 : seq_traverse(m, offset);
		if (!error)
			file->f_pos = offset;
	}
	mutex_unlock(&m->lock);
	return error ? error : offset;
}

static void *single_start(struct seq_file *m, loff_t *pos)
{
	return *pos == 0 ? SEQ_START_TOKEN : NULL;
}

static void *single_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return NULL;
}

static void single_stop(struct seq_file *m, void *v)
{
}

int single_open(struct file *file, int (*show)(struct seq_file *m, void *v), void *data)
{
	struct seq_operations *op = kzalloc(sizeof(*op), GFP_KERNEL);
	struct seq_file *m;
	int error;

	if (!op)
		return -ENOMEM;
	op->start = single_start;
	op->next = single_next;
	op->stop = single_stop;
	op->show = show;
	error = seq_open(file, op);
	if (error) {
		kfree(op);
		return error;
	}
	m = file->private_data;
	m->private = data;
	return 0;
}

int single_release(struct inode *inode, struct file *file)
{
	const struct seq_operations *op = ((struct seq_file *)file->private_data)->op;

	seq_release(inode, file);
	kfree(op);
	return 0;
}
