/* SPDX-License-Identifier: MIT */
/* The boot order, as a table of contents. */
#include "arch/x86_64/acpi.h"
#include "arch/x86_64/apic.h"
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/ioapic.h"
#include "kernel/boot_info.h"
#include "kernel/btf/btf.h"
#include "kernel/initcalls.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/mm.h"
#include "kernel/panic.h"
#include "kernel/params.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/shell.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "kernel/tty/console.h"
#include "trace/core/ftrace.h"
#include "trace/core/trace_array.h"

/* boot/start.asm jumps here: 64-bit mode, interrupts off, the first stack, the first page tables.
 */
__noreturn void kmain(u32 loader_magic, u64 loader_info);

/* Pid 1: the rest of the boot, where sleeping is possible. */
static int kernel_init(void *unused)
{
	smp_init();	/* all CPUs run tasks */
	do_initcalls(); /* the subsystems of the list in initcalls.c work */
	parse_params(); /* the other options are obeyed, unknown ones named */
	shell_start();	/* somebody reads commands */
	while (kernel_wait4(-1, NULL, 0) > 0)
		; /* orphans are buried */
	panic("main: the shell has ended");
}

void kmain(u32 loader_magic, u64 loader_info)
{
	tsc_mark_boot();    /* the clock counts from here, once it is calibrated */
	sched_early_init(); /* from here on: locks work, `current` is somebody */
	console_init();	    /* from here on: printk() is seen */
	kallsyms_init();    /* addresses print as names */
	pr_notice("Fivebyte\n");
	boot_info_init(loader_magic, loader_info); /* command line, RAM and initrd are known */
	parse_early_params(boot_info.cmdline); /* options about the log and the tracer are set */
	cpu_init();			       /* a fault prints registers instead of a reset */
	mm_init();			       /* memory can be allocated; text is read-only */
	acpi_init();			       /* processors and interrupt lines are known */
	apic_init();			       /* interrupts can be sent and ended */
	irq_chips_init();		       /* request_irq() works */
	smp_prepare_cpus();		       /* every CPU has its per-CPU variables */
	sched_init();			       /* tasks can be made; none runs yet */
	time_init();		/* the clock runs; timers fire once interrupts are on */
	btf_init();		/* parameters and members have names and types */
	ftrace_init();		/* every function begins with a NOP that can be patched */
	trace_init();		/* from here on, what ftrace= names is traced */
	rest_init(kernel_init); /* kernel_init() goes on as the first of them */
}
