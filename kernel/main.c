/* SPDX-License-Identifier: MIT */
/* The boot order, as a table of contents. */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/qemu_exit.h"
#include "kernel/boot_info.h"
#include "kernel/initcalls.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/mm.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/tty/console.h"

/* boot/start.asm jumps here: 64-bit mode, interrupts off, first stack, first page tables. */
__noreturn void kmain(u32 loader_magic, u64 loader_info);

/* Pid 1: the rest of the boot, where sleeping is possible. */
static int kernel_init(void *unused)
{
	do_initcalls(); /* the subsystems of the list in initcalls.c work */
	qemu_exit(QEMU_EXIT_POWEROFF);
	return 0;
}

void kmain(u32 loader_magic, u64 loader_info)
{
	sched_early_init(); /* from here on: locks work, `current` is somebody */
	console_init();	    /* from here on: printk() is seen */
	kallsyms_init();    /* addresses print as names */
	pr_notice("Fivebyte\n");
	boot_info_init(loader_magic, loader_info); /* command line, RAM and initrd are known */
	cpu_init();				   /* a fault prints registers instead of a reset */
	mm_init();				   /* memory can be allocated; text is read-only */
	outb(0x21, 0xff);			   /* the legacy interrupt controllers are silent */
	outb(0xa1, 0xff);
	sched_init();		/* tasks can be made; none runs yet */
	rest_init(kernel_init); /* kernel_init() goes on as the first of them */
}
