/* SPDX-License-Identifier: MIT */
/*
 * The subsystems that start once tasks, memory, interrupts and time work: one
 * line each, run from top to bottom. A line may rely on all lines above it.
 */
#include "kernel/initcalls.h"

#include "kernel/fs/devfs.h"
#include "kernel/fs/initrd.h"
#include "kernel/fs/pipe.h"
#include "kernel/fs/proc/proc_files.h"
#include "kernel/fs/ramfs.h"
#include "kernel/irq/softirq.h"
#include "kernel/printk.h"
#include "kernel/shell/shell.h"
#include "kernel/tty/tty.h"
#include "kernel/watchdog.h"
#include "kernel/workqueue.h"
#include "lib/compiler.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/events/initcall.h"
#include "trace/files/stack_files.h"
#include "trace/files/tracefs.h"
#include "trace/probes/probe_event.h"
#include "trace/tracers/stack_tracer.h"

static const struct initcall initcalls[] = {
	{"irq", "ksoftirqd", spawn_ksoftirqd},	    /* softirqs that come too often have a thread */
	{"sched", "workqueue", workqueue_init},	    /* work can be queued */
	{"watchdog", "watchdog", watchdog_init},    /* a CPU that is stuck is noticed */
	{"fs", "rootfs", ramfs_init},		    /* there is a "/" */
	{"fs", "pipefs", pipefs_init},		    /* pipes can be made */
	{"fs", "proc", proc_init},		    /* /proc, with the files of its table */
	{"fs", "devfs", devfs_init},		    /* /dev: devices can be registered */
	{"trace", "tracefs", tracefs_init},	    /* the control files of tracing */
	{"trace", "stack-files", stack_files_init}, /* and the knob in /proc/sys/kernel */
	{"trace", "kprobe-events", probe_events_boot}, /* those of the command line are on */
	{"trace", "stack-tracer", stack_tracer_init}, /* the deepest stack is noted, if asked for */
	{"device", "mem", mem_devices_init},	      /* /dev/null, zero, full, kmsg */
	{"device", "tty", tty_init},		      /* serial input is received */
	{"device", "tty-files", tty_register_devices}, /* /dev/console, tty, ttyS0, ttyS1 */
	{"rootfs", "initrd", initrd_init},	       /* the files of the initrd are there */
	{"trace", "boot-snapshot", trace_boot_done},   /* what was traced until here is kept */
};

noinline int do_one_initcall(initcall_t fn)
{
	int result;

	trace_initcall_start(fn);
	result = fn();
	trace_initcall_finish(fn, result);
	return result;
}

void do_initcalls(void)
{
	const struct initcall *call;

	for (call = initcalls; call < initcalls + ARRAY_SIZE(initcalls); call++) {
		int error;

		if (call == initcalls || strcmp(call->level, call[-1].level))
			trace_initcall_level(call->level);
		error = do_one_initcall(call->fn);
		if (error)
			pr_err("initcall %s: failed with error %d\n", call->name, error);
	}
}
