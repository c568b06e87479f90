/* SPDX-License-Identifier: MIT */
/* The first serial port, polled. Registers: 16550 data sheet, divisor latch for 115200 baud. */
#include "arch/x86_64/early_serial.h"
#include "arch/x86_64/cpu.h"

#define COM1	       0x3f8
#define UART_TX	       0 /* write: transmit; with DLAB: divisor, low byte */
#define UART_IER       1 /* interrupt enable; with DLAB: divisor, high byte */
#define UART_FCR       2 /* FIFO control */
#define UART_LCR       3 /* line control */
#define UART_MCR       4 /* modem control */
#define UART_LSR       5 /* line status */
#define UART_LCR_8N1   0x03
#define UART_LCR_DLAB  0x80
#define UART_FCR_CLEAR 0x07 /* FIFOs on, both emptied */
#define UART_MCR_ON    0x0b /* DTR, RTS, and OUT2, which lets its interrupts through */
#define UART_LSR_THRE  0x20 /* room for another byte */

#define WAIT_MAX 100000 /* polls; one byte takes 87 us at 115200 baud */

void early_serial_init(void)
{
	outb(COM1 + UART_IER, 0);
	outb(COM1 + UART_LCR, UART_LCR_DLAB);
	outb(COM1 + UART_TX, 1);
	outb(COM1 + UART_IER, 0);
	outb(COM1 + UART_LCR, UART_LCR_8N1);
	outb(COM1 + UART_FCR, UART_FCR_CLEAR);
	outb(COM1 + UART_MCR, UART_MCR_ON);
}

static void early_serial_putc(char c)
{
	for (int wait = 0; wait < WAIT_MAX; wait++)
		if (inb(COM1 + UART_LSR) & UART_LSR_THRE)
			break;
	outb(COM1 + UART_TX, c);
}

void early_serial_write(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			early_serial_putc('\r');
		early_serial_putc(text[i]);
	}
}

void early_serial_puts(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	early_serial_write(text, length);
}
