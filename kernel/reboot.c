/* SPDX-License-Identifier: MIT */
/* The ways out of the machine, tried in turn until one works. */
#include "kernel/reboot.h"

#include "arch/x86_64/acpi.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/qemu_exit.h"
#include "kernel/printk.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "kernel/time/sleep.h"

#define KEYBOARD_STATUS	     0x64
#define KEYBOARD_COMMAND     0x64
#define KEYBOARD_INPUT_FULL  0x02
#define KEYBOARD_PULSE_RESET 0xfe /* the 8042's output pin that is wired to the reset line */
#define KEYBOARD_POLLS	     100000
#define LEAVE_DELAY_US	     100000 /* for the chipset to do it */

static __noreturn void machine_halt(void)
{
	local_irq_disable();
	for (;;)
		halt();
}

void machine_power_off(void)
{
	qemu_exit(QEMU_EXIT_POWEROFF);
	acpi_power_off();
	udelay(LEAVE_DELAY_US);
	pr_emerg("reboot: cannot power off; system halted\n");
	machine_halt();
}

static void keyboard_reset(void)
{
	for (int i = 0; i < KEYBOARD_POLLS && inb(KEYBOARD_STATUS) & KEYBOARD_INPUT_FULL; i++)
		cpu_relax();
	outb(KEYBOARD_COMMAND, KEYBOARD_PULSE_RESET);
	udelay(LEAVE_DELAY_US);
}

/* Without an interrupt table the breakpoint faults, and so does the fault's fault: a reset. */
static __noreturn void triple_fault(void)
{
	struct {
		u16 limit;
		u64 base;
	} __packed no_table = {0, 0};

	__asm__ volatile("lidt %0\n\tint3" ::"m"(no_table));
	__builtin_unreachable();
}

void machine_restart(void)
{
	acpi_reset();
	udelay(LEAVE_DELAY_US);
	keyboard_reset();
	triple_fault();
}

void kernel_power_off(void)
{
	pr_notice("reboot: Power down\n");
	smp_send_stop();
	machine_power_off();
}

void kernel_restart(void)
{
	pr_notice("reboot: Restarting system\n");
	smp_send_stop();
	machine_restart();
}
