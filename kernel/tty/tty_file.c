/* SPDX-License-Identifier: MIT */
/* The ttys as files: /dev/console, /dev/ttyS0 and /dev/ttyS1. */
#include "kernel/fs/chrdev.h"
#include "kernel/fs/poll.h"
#include "kernel/tty/tty_ring.h"

static int tty_open(struct inode *inode, struct file *file)
{
	file->private_data = inode->i_private;
	return stream_open(inode, file);
}

static ssize_t tty_file_read(struct file *file, char *buffer, size_t bytes, loff_t *pos)
{
	struct tty *tty = file->private_data;

	if ((file->f_flags & O_NONBLOCK) && !tty_has_input(tty))
		return -EAGAIN;
	return tty_read(tty, buffer, bytes);
}

static ssize_t tty_file_write(struct file *file, const char *buffer, size_t bytes, loff_t *pos)
{
	return tty_write(file->private_data, buffer, bytes);
}

static u32 tty_poll(struct file *file, struct poll_table *wait)
{
	struct tty *tty = file->private_data;

	poll_wait(file, &tty->readers, wait);
	return EPOLLOUT | EPOLLWRNORM | (tty_has_input(tty) ? EPOLLIN | EPOLLRDNORM : 0);
}

static const struct file_operations tty_file_operations = {
	.open = tty_open,
	.read = tty_file_read,
	.write = tty_file_write,
	.poll = tty_poll,
};

int tty_register_devices(void)
{
	static const struct {
		const char *name;
		u32 dev;
		struct tty *tty;
	} devices[] = {
		{"console", MKDEV(TTYAUX_MAJOR, 1), &tty_console},
		{"tty", MKDEV(TTYAUX_MAJOR, 0), &tty_console},
		{"ttyS0", MKDEV(TTY_MAJOR, TTYS_FIRST_MINOR), &tty_console},
		{"ttyS1", MKDEV(TTY_MAJOR, TTYS_FIRST_MINOR + 1), &tty_machine},
	};

	for (size_t i = 0; i < ARRAY_SIZE(devices); i++) {
		int error = register_chrdev(devices[i].name, devices[i].dev, 0600,
					    &tty_file_operations, devices[i].tty);

		if (error)
			return error;
	}
	return 0;
}
