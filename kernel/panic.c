/* SPDX-License-Identifier: MIT */
/*
 * The end: say why, stop everybody, leave the emulator with a status that
 * scripts can tell from all others.
 */
#include "kernel/panic.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/qemu_exit.h"
#include "kernel/oops.h"
#include "kernel/printk.h"
#include "kernel/reboot.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

#define PANIC_MESSAGE_MAX 256

int panic_timeout;

/* 1 + the number of the CPU that came here first. */
static u32 panic_owner;

/* Only the first processor goes on; a panic inside a panic leaves at once. */
static void panic_claim(void)
{
	u32 me = smp_processor_id() + 1;
	u32 owner;

	local_irq_disable();
	owner = cmpxchg(&panic_owner, 0, me);
	if (!owner)
		return;
	if (owner == me)
		qemu_exit(QEMU_EXIT_PANIC);
	for (;;)
		halt();
}

static void __noreturn panic_leave(void)
{
	u64 until;

	console_flush_on_panic();
	qemu_exit(QEMU_EXIT_PANIC);
	if (panic_timeout <= 0)
		for (;;)
			halt();
	until = ktime_get_ns() + panic_timeout * NSEC_PER_SEC;
	while (ktime_get_ns() < until)
		cpu_relax();
	machine_restart();
}

/* Nobody else prints from here on, and tracing has stopped. */
static void panic_begin(void)
{
	panic_claim();
	console_release_owner();
	console_loglevel = CONSOLE_LOGLEVEL_ALL;
	if (oops_stop_trace)
		oops_stop_trace();
}

/* @shown: where it happened is on the console already. */
static void __noreturn vpanic(const char *fmt, va_list args, bool shown)
{
	char message[PANIC_MESSAGE_MAX];

	panic_begin();
	vscnprintf(message, sizeof(message), fmt, args);
	pr_emerg("Kernel panic - not syncing: %s\n", message);
	if (!shown)
		dump_stack();
	smp_send_stop();
	console_flush_on_panic();
	if (!shown && oops_dump_trace)
		oops_dump_trace();
	panic_leave();
}

void panic(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpanic(fmt, args, false);
	va_end(args);
}

void panic_after_oops(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vpanic(fmt, args, true);
	va_end(args);
}

int panic_param_timeout(const char *value)
{
	return value ? kstrtoint(value, 0, &panic_timeout) : -EINVAL;
}

int panic_param_oops(const char *value)
{
	if (!value || strcmp(value, "panic"))
		return -EINVAL;
	panic_on_oops = 1;
	return 0;
}
