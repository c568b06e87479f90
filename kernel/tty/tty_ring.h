/* SPDX-License-Identifier: MIT */
/* The inside of a tty, for the files of kernel/tty/. */
#pragma once

#include "kernel/locks/mutex.h"
#include "kernel/locks/spinlock.h"
#include "kernel/sched/wait_queue.h"
#include "kernel/tty/serial8250.h"
#include "kernel/tty/tty.h"

#define TTY_RING_BYTES 65536u /* a power of two: head and tail count on and wrap */
#define TTY_LINE_BYTES 4096

struct tty {
	const struct uart_port *port;
	struct wait_queue_head readers;
	struct mutex read_lock, write_lock;

	spinlock_t lock;	       /* taken with interrupts off */
	enum tty_mode mode;	       /* [lock] */
	u32 head, tail;		       /* [lock] bytes ever put in and taken out */
	bool throttled;		       /* [lock] the sender is held back */
	u32 overruns;		       /* [lock] bytes lost; stays 0 while throttling works */
	void (*interrupt)(void *data); /* [lock] */
	void *interrupt_data;	       /* [lock] */

	/* The cooked line being read. [read_lock] */
	u32 line_bytes, line_read; /* finished: how much it has, and how much is handed out */
	char line[TTY_LINE_BYTES];

	u8 ring[TTY_RING_BYTES]; /* [lock] */
};

/* Takes what has been received, at most @bytes, without waiting. Return: bytes taken. */
size_t tty_take(struct tty *tty, char *buffer, size_t bytes);

/* Whether tty_take() would give something now. */
bool tty_has_input(const struct tty *tty);
