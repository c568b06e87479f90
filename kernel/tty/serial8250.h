/* SPDX-License-Identifier: MIT */
/*
 * The 16550 serial port: registers, and moving bytes through its FIFOs of 16.
 * Knows nothing of lines, tasks or locks: callers keep two from using one
 * direction of a port at the same time.
 */
#pragma once

#include "lib/types.h"

#define SERIAL8250_FIFO_BYTES 16

struct uart_port {
	u16 iobase;
	u8 irq;
	const char *name; /* "ttyS0" */
};

/* 115200 8N1, FIFOs on and empty, ready to send, its interrupts off. Context: boot. */
void serial8250_setup(const struct uart_port *port);

/* Whether a port answers at all: its scratch register keeps what is written. Context: boot. */
bool serial8250_present(const struct uart_port *port);

/*
 * Sends @bytes, 16 for each time the port says that its FIFO is empty. Context: any; polls.
 * Return: bytes sent; fewer when the port was not ready within @max_polls reads of its status.
 */
size_t serial8250_send(const struct uart_port *port, const char *text, size_t bytes, u32 max_polls);

/* Return: the next received byte, or -1 when there is none. Context: any. */
int serial8250_receive(const struct uart_port *port);

/*
 * Lets received bytes interrupt and the sender send; or the opposite: RTS drops and what
 * arrives stays in the FIFO.
 */
void serial8250_set_receiving(const struct uart_port *port, bool on);
