/* SPDX-License-Identifier: MIT */
/* The 16550 serial port. Registers and bits: 16550D data sheet, "Registers". */
#include "kernel/tty/serial8250.h"

#include "arch/x86_64/cpu.h"
#include "lib/math.h"

#define UART_RX	 0 /* read: received byte */
#define UART_TX	 0 /* write: byte to send; with DLAB: divisor, low byte */
#define UART_IER 1 /* interrupt enable; with DLAB: divisor, high byte */
#define UART_FCR 2 /* FIFO control */
#define UART_LCR 3 /* line control */
#define UART_MCR 4 /* modem control */
#define UART_LSR 5 /* line status */
#define UART_SCR 7 /* scratch */

#define UART_IER_RDI  0x01 /* a byte was received */
#define UART_FCR_ON   0x87 /* FIFOs on, both emptied; interrupt at 8 bytes, or when they rest */
#define UART_LCR_8N1  0x03
#define UART_LCR_DLAB 0x80
#define UART_MCR_DTR  0x01
#define UART_MCR_RTS  0x02
#define UART_MCR_OUT2 0x08 /* connects its interrupt line */
#define UART_LSR_DR   0x01 /* a received byte waits */
#define UART_LSR_THRE 0x20 /* the transmit FIFO is empty */

#define UART_DIVISOR_115200 1

void serial8250_setup(const struct uart_port *port)
{
	outb(port->iobase + UART_IER, 0);
	outb(port->iobase + UART_LCR, UART_LCR_DLAB);
	outb(port->iobase + UART_TX, UART_DIVISOR_115200);
	outb(port->iobase + UART_IER, 0);
	outb(port->iobase + UART_LCR, UART_LCR_8N1);
	outb(port->iobase + UART_FCR, UART_FCR_ON);
	outb(port->iobase + UART_MCR, UART_MCR_DTR | UART_MCR_RTS | UART_MCR_OUT2);
}

bool serial8250_present(const struct uart_port *port)
{
	static const u8 patterns[] = {0x55, 0xaa};

	for (size_t i = 0; i < sizeof(patterns); i++) {
		outb(port->iobase + UART_SCR, patterns[i]);
		if (inb(port->iobase + UART_SCR) != patterns[i])
			return false;
	}
	return true;
}

/* Sends up to a FIFO's worth in one instruction. */
static void serial8250_send_burst(u16 tx, const char *text, size_t bytes)
{
	__asm__ volatile("rep outsb" : "+S"(text), "+c"(bytes) : "d"(tx) : "memory");
}

static bool serial8250_wait_for_empty(const struct uart_port *port, u32 max_polls)
{
	while (!(inb(port->iobase + UART_LSR) & UART_LSR_THRE)) {
		if (!max_polls--)
			return false;
		cpu_relax();
	}
	return true;
}

size_t serial8250_send(const struct uart_port *port, const char *text, size_t bytes, u32 max_polls)
{
	size_t sent = 0;

	while (sent < bytes && serial8250_wait_for_empty(port, max_polls)) {
		size_t burst = min(bytes - sent, (size_t)SERIAL8250_FIFO_BYTES);

		serial8250_send_burst(port->iobase + UART_TX, text + sent, burst);
		sent += burst;
	}
	return sent;
}

int serial8250_receive(const struct uart_port *port)
{
	if (!(inb(port->iobase + UART_LSR) & UART_LSR_DR))
		return -1;
	return inb(port->iobase + UART_RX);
}

void serial8250_set_receiving(const struct uart_port *port, bool on)
{
	u8 mcr = UART_MCR_DTR | UART_MCR_OUT2;

	outb(port->iobase + UART_MCR, on ? mcr | UART_MCR_RTS : mcr);
	outb(port->iobase + UART_IER, on ? UART_IER_RDI : 0);
}
