/* SPDX-License-Identifier: MIT */
/*
 * Receiving: the interrupt puts bytes into a ring, a reader takes them out.
 * When the ring is nearly full the port stops its sender until a reader has
 * made room.
 */
#include "kernel/tty/tty.h"

#include "kernel/irq/irq.h"
#include "kernel/sched/wait.h"
#include "kernel/tty/console_port.h"
#include "kernel/tty/tty_ring.h"

/* Fill levels at which the sender is held back, and let go on. */
#define TTY_THROTTLE_AT	  (TTY_RING_BYTES - 1024)
#define TTY_UNTHROTTLE_AT (TTY_RING_BYTES / 4)

#define CTRL_C 0x03

static const struct uart_port machine_port = {.iobase = 0x2f8, .irq = 3, .name = "ttyS1"};

/* Not initialised here: their rings would be part of the image. */
struct tty tty_console, tty_machine;

/* One byte from the interrupt. [tty->lock] */
static void tty_insert_flip_char(struct tty *tty, u8 byte)
{
	if (byte == CTRL_C && tty->mode == TTY_COOKED && tty->interrupt) {
		tty->tail = tty->head;
		tty->interrupt(tty->interrupt_data);
		return;
	}
	if (tty->head - tty->tail == TTY_RING_BYTES) {
		tty->overruns++;
		return;
	}
	tty->ring[tty->head++ % TTY_RING_BYTES] = byte;
}

static irqreturn_t serial8250_interrupt(u32 irq, void *dev)
{
	struct tty *tty = dev;
	u32 received = 0;
	int byte;

	spin_lock(&tty->lock);
	while (!tty->throttled && (byte = serial8250_receive(tty->port)) >= 0) {
		tty_insert_flip_char(tty, byte);
		received++;
		if (tty->head - tty->tail >= TTY_THROTTLE_AT) {
			tty->throttled = true;
			serial8250_set_receiving(tty->port, false);
		}
	}
	spin_unlock(&tty->lock);
	if (!received)
		return IRQ_NONE;
	wake_up_interruptible(&tty->readers);
	return IRQ_HANDLED;
}

size_t tty_take(struct tty *tty, char *buffer, size_t bytes)
{
	size_t taken = 0;
	u64 flags;

	spin_lock_irqsave(&tty->lock, flags);
	while (taken < bytes && tty->tail != tty->head)
		buffer[taken++] = tty->ring[tty->tail++ % TTY_RING_BYTES];
	if (tty->throttled && tty->head - tty->tail <= TTY_UNTHROTTLE_AT) {
		tty->throttled = false;
		serial8250_set_receiving(tty->port, true);
	}
	spin_unlock_irqrestore(&tty->lock, flags);
	return taken;
}

bool tty_has_input(const struct tty *tty)
{
	return READ_ONCE(tty->head) != READ_ONCE(tty->tail);
}

enum tty_mode tty_set_mode(struct tty *tty, enum tty_mode mode)
{
	enum tty_mode before;
	u64 flags;

	spin_lock_irqsave(&tty->lock, flags);
	before = tty->mode;
	tty->mode = mode;
	spin_unlock_irqrestore(&tty->lock, flags);
	return before;
}

void tty_set_interrupt(struct tty *tty, void (*interrupt)(void *data), void *data)
{
	u64 flags;

	spin_lock_irqsave(&tty->lock, flags);
	tty->interrupt = interrupt;
	tty->interrupt_data = data;
	spin_unlock_irqrestore(&tty->lock, flags);
}

static void tty_setup(struct tty *tty, const struct uart_port *port, enum tty_mode mode)
{
	tty->port = port;
	tty->mode = mode;
	mutex_init(&tty->read_lock);
	mutex_init(&tty->write_lock);
	init_waitqueue_head(&tty->readers);
}

static int tty_start(struct tty *tty)
{
	int error = request_irq(tty->port->irq, serial8250_interrupt, 0, tty->port->name, tty);

	if (error)
		return error;
	serial8250_set_receiving(tty->port, true);
	return 0;
}

int tty_init(void)
{
	int error;

	tty_setup(&tty_console, &console_port, TTY_COOKED);
	tty_setup(&tty_machine, &machine_port, TTY_BINARY);
	error = tty_start(&tty_console);
	if (error || !serial8250_present(&machine_port))
		return error;
	serial8250_setup(&machine_port);
	return tty_start(&tty_machine);
}
