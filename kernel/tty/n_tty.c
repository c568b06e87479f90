/* SPDX-License-Identifier: MIT */
/*
 * What a task sees of a tty: reading raw bytes or edited lines, and writing.
 * Named after Linux's line discipline, of which this is the useful core.
 */
#include "kernel/sched/wait.h"
#include "kernel/time/clock.h"
#include "kernel/tty/console_port.h"
#include "kernel/tty/tty_ring.h"
#include "lib/math.h"
#include "lib/string.h"

#define CTRL_D	  0x04
#define CTRL_U	  0x15
#define BACKSPACE 0x08
#define DELETE	  0x7f

/* Polls before the machine channel's writer lets others run; a full FIFO takes 1.4 ms to drain. */
#define SEND_POLLS 1000

ssize_t tty_read_timeout(struct tty *tty, char *buffer, size_t bytes, long timeout_ms)
{
	size_t taken = tty_take(tty, buffer, bytes);
	long error = 0;

	while (!taken && timeout_ms) {
		if (timeout_ms < 0)
			error = wait_event_interruptible(tty->readers, tty_has_input(tty));
		else
			error = wait_event_interruptible_timeout(tty->readers, tty_has_input(tty),
								 msecs_to_jiffies(timeout_ms));
		if (error < 0)
			return error;
		taken = tty_take(tty, buffer, bytes);
		if (timeout_ms > 0)
			break;
	}
	return taken;
}

static void n_tty_echo(struct tty *tty, const char *text, size_t bytes)
{
	tty_write(tty, text, bytes);
}

/* Takes one typed byte into the line. Return: whether the line is finished. */
static bool n_tty_receive_char(struct tty *tty, char byte)
{
	switch (byte) {
	case CTRL_D:
		return true;
	case '\r':
	case '\n':
		n_tty_echo(tty, "\n", 1);
		tty->line[tty->line_bytes++] = '\n';
		return true;
	case BACKSPACE:
	case DELETE:
		if (tty->line_bytes) {
			tty->line_bytes--;
			n_tty_echo(tty, "\b \b", 3);
		}
		return false;
	case CTRL_U:
		for (; tty->line_bytes; tty->line_bytes--)
			n_tty_echo(tty, "\b \b", 3);
		return false;
	}
	if (tty->line_bytes < TTY_LINE_BYTES - 1) {
		tty->line[tty->line_bytes++] = byte;
		n_tty_echo(tty, &byte, 1);
	}
	return false;
}

/* Reads a line unless one is partly handed out. Return: 0 or -EINTR. [read_lock] */
static int n_tty_fill_line(struct tty *tty)
{
	char byte;

	if (tty->line_read < tty->line_bytes)
		return 0;
	tty->line_read = tty->line_bytes = 0;
	do {
		ssize_t got = tty_read_timeout(tty, &byte, 1, -1);

		if (got < 0) {
			tty->line_bytes = 0;
			return got;
		}
	} while (!n_tty_receive_char(tty, byte));
	return 0;
}

static ssize_t n_tty_read(struct tty *tty, char *buffer, size_t bytes)
{
	int error = n_tty_fill_line(tty);

	if (error)
		return error;
	bytes = min(bytes, (size_t)(tty->line_bytes - tty->line_read));
	memcpy(buffer, tty->line + tty->line_read, bytes);
	tty->line_read += bytes;
	return bytes;
}

ssize_t tty_read(struct tty *tty, char *buffer, size_t bytes)
{
	ssize_t got = mutex_lock_interruptible(&tty->read_lock);

	if (got || !bytes) {
		if (!got)
			mutex_unlock(&tty->read_lock);
		return got;
	}
	if (READ_ONCE(tty->mode) == TTY_COOKED)
		got = n_tty_read(tty, buffer, bytes);
	else
		got = tty_read_timeout(tty, buffer, bytes, -1);
	mutex_unlock(&tty->read_lock);
	return got;
}

/* Sends a piece as the tty's mode wants it. Return: bytes sent, 0 when the port is busy. */
static size_t n_tty_send(struct tty *tty, const char *text, size_t bytes)
{
	if (tty->port == &console_port && READ_ONCE(tty->mode) != TTY_BINARY)
		return console_write_from_task(text, bytes);
	return serial8250_send(tty->port, text, min(bytes, (size_t)256), SEND_POLLS);
}

ssize_t tty_write(struct tty *tty, const char *buffer, size_t bytes)
{
	size_t written = 0;
	int error = mutex_lock_interruptible(&tty->write_lock);

	if (error)
		return error;
	while (written < bytes) {
		size_t sent = n_tty_send(tty, buffer + written, bytes - written);

		written += sent;
		if (signal_pending(current))
			break;
		if (!sent)
			msleep_interruptible(1);
		else
			cond_resched();
	}
	mutex_unlock(&tty->write_lock);
	return written || !bytes ? (ssize_t)written : -EINTR;
}
