/* SPDX-License-Identifier: MIT */
/* Weak stand-ins until the rooms they belong to are linked: each works plainly or panics. */
#include <stdarg.h>

#include "arch/x86_64/early_serial.h"
#include "arch/x86_64/nmi.h"
#include "arch/x86_64/qemu_exit.h"
#include "arch/x86_64/text_patch_nmi.h"
#include "kernel/oops.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/watchdog.h"
#include "lib/printf.h"

#define WEAK __attribute__((weak))

WEAK void panic(const char *fmt, ...)
{
	va_list args;

	printk("Kernel panic - not syncing: ");
	va_start(args, fmt);
	vprintk(fmt, args);
	va_end(args);
	early_serial_puts("\n");
	qemu_exit(QEMU_EXIT_PANIC);
	for (;;)
		halt();
}

WEAK void die(const char *what, struct pt_regs *regs, u64 error_code)
{
	printk("%s: ip %lx sp %lx bp %lx flags %lx error %lx\n", what, regs->ip, regs->sp, regs->bp,
	       regs->flags, error_code);
	printk("ax %lx bx %lx cx %lx dx %lx si %lx di %lx\n", regs->ax, regs->bx, regs->cx,
	       regs->dx, regs->si, regs->di);
	for (u64 *bp = (u64 *)regs->bp; (u64)bp > ~0ul << 47; bp = (u64 *)bp[0])
		printk(" %lx\n", bp[1]);
	panic("%s", what);
}

WEAK void page_fault_oops(struct pt_regs *regs, u64 error_code, u64 address)
{
	printk("address %lx\n", address);
	die("page fault", regs, error_code);
}

WEAK void double_fault_oops(struct pt_regs *regs, u64 error_code, u64 address)
{
	printk("address %lx\n", address);
	die("double fault", regs, error_code);
}

WEAK void nmi_handle(struct pt_regs *regs)
{
	panic("NMI");
}

WEAK bool nmi_is_held(void)
{
	return false;
}

WEAK void touch_softlockup_watchdog_sched(void)
{
}

WEAK void dump_stack(void)
{
}

WEAK void show_stack(struct task_struct *task)
{
}
