/* SPDX-License-Identifier: MIT */
/*
 * Serial ports as files. ttyS0 is the console, ttyS1 the machine channel.
 *
 * Received bytes wait in a ring of 64 KiB; when that is nearly full the port
 * holds its sender back (RTS, and the UART's FIFO stays unread), so that
 * nothing is lost however much is pasted. Two input modes: TTY_COOKED gives
 * whole lines, echoes, and knows Backspace, Ctrl-U and Ctrl-D; TTY_RAW gives
 * each byte as it came. Ctrl-C kills the foreground job in cooked mode and is
 * an ordinary byte in raw mode.
 */
#pragma once

#include "lib/types.h"

struct tty;

enum tty_mode {
	TTY_COOKED,
	TTY_RAW,    /* bytes in as they come, "\n" out as "\r\n" */
	TTY_BINARY, /* bytes in and out as they are */
};

extern struct tty tty_console; /* ttyS0 */
extern struct tty tty_machine; /* ttyS1, binary */

/*
 * Starts receiving on both ports: takes irq 4 and irq 3. Before it, the console can only be
 * written. Context: boot, task, interrupts on, once. Return: 0 or the error of request_irq().
 */
int tty_init(void);

/*
 * Makes /dev/console, /dev/tty, /dev/ttyS0 and /dev/ttyS1. Context: task, once /dev exists.
 * Return: 0 or the error of register_chrdev().
 */
int tty_register_devices(void);

/* Changes how @tty treats bytes read from now on. Context: task. Return: the mode before. */
enum tty_mode tty_set_mode(struct tty *tty, enum tty_mode mode);

/*
 * Reads at most @bytes into @buffer; waits until there is one (raw) or a line (cooked).
 * Context: task, sleeps. Return: bytes read, 0 at end of file (Ctrl-D on an empty line), or
 * -EINTR when the task is killed.
 */
ssize_t tty_read(struct tty *tty, char *buffer, size_t bytes);

/*
 * The same in raw mode, with a limit. @timeout_ms < 0 waits for ever, 0 does not wait.
 * Return: bytes read, 0 when the time is over, -EINTR.
 */
ssize_t tty_read_timeout(struct tty *tty, char *buffer, size_t bytes, long timeout_ms);

/* Writes all of @bytes. Context: task, may sleep. Return: @bytes, or -EINTR. */
ssize_t tty_write(struct tty *tty, const char *buffer, size_t bytes);

/*
 * From now on Ctrl-C calls @interrupt(@data) instead of being read; NULL: it is a byte.
 * @interrupt runs in hard interrupt context with the tty's lock held.
 */
void tty_set_interrupt(struct tty *tty, void (*interrupt)(void *data), void *data);
