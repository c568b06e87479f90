/* SPDX-License-Identifier: MIT */
/*
 * The kernel log, from printk() to the consoles.
 *
 * A message is formatted on the caller's stack and goes into the ring line by
 * line; then the caller prints what the consoles have not had yet. One at a
 * time does that. Who finds the place taken leaves at once: whoever has it
 * looks for new records once more after giving it up.
 */
#include "kernel/printk.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/percpu.h"
#include "kernel/kmsg.h"
#include "kernel/time/clock.h"
#include "kernel/tty/console.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/events/printk.h"

#define PRINTK_MESSAGE_MAX 512 /* with its NUL */

/* Where the log is printed. Each writes whole lines, in any context. */
static void (*const consoles[])(const char *text, size_t bytes) = {
	console_write,
};

int console_loglevel = 7;

struct kmsg_ring kmsg_ring;

/* 0, or 1 + the number of the CPU that prints on the consoles. */
static u32 console_owner;
/* The next record to print; belongs to console_owner. */
static u64 console_seq;

static void console_write_all(const char *text, size_t bytes)
{
	for (size_t i = 0; i < ARRAY_SIZE(consoles); i++)
		consoles[i](text, bytes);
}

static void console_print_record(const struct kmsg_slot *slot)
{
	char line[KMSG_STAMP_MAX + KMSG_TEXT_MAX + 1];
	size_t length;

	if (slot->level >= READ_ONCE(console_loglevel))
		return;
	length = kmsg_format_stamp(line, tsc_to_ns(slot->stamp));
	memcpy(line + length, slot->text, slot->length);
	length += slot->length;
	line[length++] = '\n';
	console_write_all(line, length);
}

/* Goes on at the oldest record and says how many were overwritten before they were printed. */
static void console_skip_overwritten(void)
{
	u64 first = kmsg_ring_first_seq(&kmsg_ring);
	char line[64];

	console_write_all(line, scnprintf(line, sizeof(line), "** %lu printk messages dropped **\n",
					  first - console_seq));
	console_seq = first;
}

/* Prints one record, as the console's owner. Return: false when there is none. */
static bool console_print_next(void)
{
	struct kmsg_slot slot;

	switch (kmsg_ring_read(&kmsg_ring, console_seq, &slot)) {
	case 0:
		console_seq++;
		console_print_record(&slot);
		return true;
	case -EPIPE:
		console_skip_overwritten();
		return true;
	default:
		return false;
	}
}

static bool console_is_behind(void)
{
	return kmsg_ring_has(&kmsg_ring, READ_ONCE(console_seq));
}

/*
 * Prints what is due, or leaves it to who is printing. Interrupts are off for
 * one record at a time; an NMI that comes meanwhile finds the place taken.
 */
static void console_flush(void)
{
	bool printed;

	do {
		u64 flags = local_irq_save();

		if (cmpxchg(&console_owner, 0, smp_processor_id() + 1) != 0) {
			local_irq_restore(flags);
			return;
		}
		printed = console_print_next();
		/*
		 * A full barrier between giving the place up and looking again: pairs with the
		 * one of the cmpxchg above, which comes after the record was written.
		 */
		xchg(&console_owner, 0);
		local_irq_restore(flags);
	} while (printed || console_is_behind());
}

void console_release_owner(void)
{
	cmpxchg(&console_owner, smp_processor_id() + 1, 0);
}

void console_flush_on_panic(void)
{
	WRITE_ONCE(console_owner, smp_processor_id() + 1);
	while (console_seq < READ_ONCE(kmsg_ring.next_seq)) {
		/* A record whose writer was stopped is skipped. */
		if (!console_print_next())
			console_seq++;
	}
	WRITE_ONCE(console_owner, 0);
}

/* Takes the level off the front of a message. */
static const char *printk_skip_level(const char *text, u8 *level)
{
	*level = LOGLEVEL_DEFAULT;
	while (text[0] == KERN_SOH[0] && text[1] >= '0' && text[1] <= '7') {
		*level = text[1] - '0';
		text += 2;
	}
	return text;
}

/* One record per line, and more for a long line. */
static void printk_store(u8 level, const char *text, const char *end)
{
	u64 stamp = rdtsc();

	if (end > text && end[-1] == '\n')
		end--;
	do {
		const char *newline = memchr(text, '\n', end - text);
		const char *stop = newline ? newline : end;

		trace_console(text, stop - text);
		while (stop - text > KMSG_TEXT_MAX) {
			kmsg_ring_write(&kmsg_ring, level, stamp, text, KMSG_TEXT_MAX);
			text += KMSG_TEXT_MAX;
		}
		kmsg_ring_write(&kmsg_ring, level, stamp, text, stop - text);
		text = newline ? newline + 1 : end;
	} while (text < end);
}

void vprintk(const char *fmt, va_list args)
{
	char message[PRINTK_MESSAGE_MAX];
	const char *end = message + vscnprintf(message, sizeof(message), fmt, args);
	u8 level;
	const char *text = printk_skip_level(message, &level);

	printk_store(level, text, end);
	console_flush();
	kmsg_wake_readers();
}

void printk(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
}

int printk_param_loglevel(const char *value)
{
	return value ? kstrtoint(value, 0, &console_loglevel) : -EINVAL;
}

int printk_param_quiet(const char *value)
{
	console_loglevel = LOGLEVEL_QUIET;
	return 0;
}

int printk_param_debug(const char *value)
{
	console_loglevel = CONSOLE_LOGLEVEL_ALL;
	return 0;
}
