/* SPDX-License-Identifier: MIT */
/* /dev/kmsg: each open file has its own place in the log. */
#include "kernel/fs/kmsg_device.h"

#include "kernel/fs/poll.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "kernel/time/clock.h"
#include "lib/ctype.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"

#define KMSG_LINE_MAX	   (KMSG_TEXT_MAX + 64) /* a record with its prefix */
#define KMSG_FACILITY_USER 8			/* added to the level of what a task logs */

struct kmsg_reader {
	struct mutex lock;
	u64 seq; /* [lock] of the next record to read */
	struct kmsg_record record;
	char line[KMSG_LINE_MAX];
};

static int kmsg_open(struct inode *inode, struct file *file)
{
	struct kmsg_reader *reader;

	stream_open(inode, file);
	file->f_mode |= FMODE_LSEEK;
	if (!(file->f_mode & FMODE_READ))
		return 0;
	reader = kzalloc(sizeof(*reader), GFP_KERNEL);
	if (!reader)
		return -ENOMEM;
	mutex_init(&reader->lock);
	reader->seq = kmsg_first_seq();
	file->private_data = reader;
	return 0;
}

static int kmsg_release(struct inode *inode, struct file *file)
{
	kfree(file->private_data);
	return 0;
}

/* Gets the next record, waiting for it if need be. Context: reader->lock. */
static int kmsg_next_record(struct kmsg_reader *reader, bool wait)
{
	int error;

	while ((error = kmsg_read(reader->seq, &reader->record)) == -EAGAIN) {
		if (!wait)
			return -EAGAIN;
		error = kmsg_wait(reader->seq);
		if (error)
			return error;
	}
	if (error == -EPIPE)
		reader->seq = kmsg_first_seq();
	return error;
}

static ssize_t kmsg_read_line(struct kmsg_reader *reader, char *buf, size_t count, bool wait)
{
	const struct kmsg_record *record = &reader->record;
	size_t length;
	int error = kmsg_next_record(reader, wait);

	if (error)
		return error;
	length = scnprintf(reader->line, sizeof(reader->line), "%u,%lu,%lu,-;%s\n", record->level,
			   record->seq, record->ts_ns / NSEC_PER_USEC, record->text);
	if (length > count)
		return -EINVAL;
	memcpy(buf, reader->line, length);
	reader->seq++;
	return length;
}

static ssize_t kmsg_file_read(struct file *file, char *buf, size_t count, loff_t *pos)
{
	struct kmsg_reader *reader = file->private_data;
	ssize_t bytes = mutex_lock_interruptible(&reader->lock);

	if (bytes)
		return bytes;
	bytes = kmsg_read_line(reader, buf, count, !(file->f_flags & O_NONBLOCK));
	mutex_unlock(&reader->lock);
	return bytes;
}

/* Takes "<N>" off the front. Return: the level, the facility left out. */
static char kmsg_level(const char **text, size_t *length)
{
	unsigned int priority = 0;
	size_t i = 1;

	if (*length < 3 || **text != '<')
		return '0' + LOGLEVEL_DEFAULT;
	while (i < *length && i < 5 && isdigit((*text)[i]))
		priority = priority * 10 + (*text)[i++] - '0';
	if (i == 1 || i == *length || (*text)[i] != '>')
		return '0' + LOGLEVEL_DEFAULT;
	*text += i + 1;
	*length -= i + 1;
	return '0' + priority % KMSG_FACILITY_USER;
}

static ssize_t kmsg_file_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	size_t length = count;
	char level = kmsg_level(&buf, &length);

	if (length > 4 * KMSG_TEXT_MAX)
		return -EINVAL;
	printk("\001%c%.*s", level, (int)length, buf);
	return count;
}

static loff_t kmsg_llseek(struct file *file, loff_t offset, int whence)
{
	struct kmsg_reader *reader = file->private_data;

	if (offset)
		return -ESPIPE;
	if (whence != SEEK_SET && whence != SEEK_END)
		return -EINVAL;
	if (reader) {
		mutex_lock(&reader->lock);
		reader->seq = whence == SEEK_SET ? kmsg_first_seq() : kmsg_next_seq();
		mutex_unlock(&reader->lock);
	}
	return 0;
}

const struct file_operations kmsg_file_operations = {
	.open = kmsg_open,
	.release = kmsg_release,
	.read = kmsg_file_read,
	.write = kmsg_file_write,
	.llseek = kmsg_llseek,
};
