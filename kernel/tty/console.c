/* SPDX-License-Identifier: MIT */
/*
 * The console's output: one lock, one idea of where the cursor is.
 *
 * The kernel's log may come from a context that interrupted the holder of the
 * lock, so nobody waits for it without end: log lines are written anyway after
 * a while, and tasks let go of the lock whenever the port makes them wait.
 */
#include "kernel/tty/console.h"

#include "arch/x86_64/irqflags.h"
#include "kernel/locks/arch_spinlock.h"
#include "kernel/tty/console_port.h"
#include "lib/math.h"
#include "lib/string.h"

/* Polls of the port before bytes are given up; each takes about a microsecond. */
#define SEND_POLLS_MAX 20000
/* Tries to get the lock before a log line is written without it: longer than one line takes. */
#define LOCK_TRIES_MAX 1000000

const struct uart_port console_port = {.iobase = 0x3f8, .irq = 4, .name = "ttyS0"};

static arch_spinlock_t console_lock = ARCH_SPINLOCK_INIT; /* taken with interrupts off */
static bool console_mid_line;				  /* [console_lock] */
static u32 console_writes;

void console_init(void)
{
	serial8250_setup(&console_port);
}

u32 console_write_count(void)
{
	return READ_ONCE(console_writes);
}

/*
 * Return: whether the lock is held by this caller now. If not, its holder was interrupted by
 * the caller, or does not let go: it was stopped for good, perhaps, by a panic. The
 * long wait for such a holder is done once.
 */
static bool console_lock_for_log(void)
{
	static bool holder_is_lost;
	u32 me = smp_processor_id();

	for (int tries = 0; tries < LOCK_TRIES_MAX; tries++) {
		if (arch_spin_trylock(&console_lock)) {
			holder_is_lost = false;
			return true;
		}
		if (holder_is_lost || arch_spin_owner(&console_lock) == (int)me)
			return false;
		cpu_relax();
	}
	holder_is_lost = true;
	return false;
}

/*
 * Sends one line, or the rest of one, with "\r\n" at its end.
 * Return: bytes of @text sent, its "\n" included.
 */
static size_t console_send_line(const char *text, size_t bytes)
{
	const char *end = memchr(text, '\n', bytes);
	size_t length = end ? (size_t)(end - text) : bytes;
	size_t sent = serial8250_send(&console_port, text, length, SEND_POLLS_MAX);

	if (sent)
		console_mid_line = text[sent - 1] != '\r';
	if (!end || sent < length || serial8250_send(&console_port, "\r\n", 2, SEND_POLLS_MAX) < 2)
		return sent;
	console_mid_line = false;
	return sent + 1;
}

void console_write(const char *text, size_t bytes)
{
	u64 flags = local_irq_save();
	bool locked = console_lock_for_log();

	WRITE_ONCE(console_writes, console_writes + 1);
	if (console_mid_line)
		console_send_line("\n", 1);
	while (bytes > 0) {
		size_t sent = console_send_line(text, bytes);

		if (!sent)
			break;
		text += sent;
		bytes -= sent;
	}
	if (locked)
		arch_spin_unlock(&console_lock);
	local_irq_restore(flags);
}

size_t console_write_from_task(const char *text, size_t bytes)
{
	u64 flags = local_irq_save();
	size_t sent;

	arch_spin_lock(&console_lock);
	sent = console_send_line(text, bytes);
	arch_spin_unlock(&console_lock);
	local_irq_restore(flags);
	return sent;
}
