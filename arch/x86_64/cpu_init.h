/* SPDX-License-Identifier: MIT */
/* Each processor's own tables: segments, task state with its fault stacks, interrupt gates. */
#pragma once

#include "arch/x86_64/page.h"
#include "kernel/sched/task.h"
#include "lib/types.h"

/* Segment selectors; the numbers are Linux's, which programs can see. */
#define __KERNEL_CS  0x10
#define __KERNEL_DS  0x18
#define __USER32_CS  0x23
#define __USER_DS    0x2b
#define __USER_CS    0x33
#define TSS_SELECTOR 0x40

/* CPU 0, boot: from here on a fault prints registers instead of a reset. */
void cpu_init(void);

/*
 * A started processor calls this first in C, with %gs base at its per-CPU area,
 * interrupts off, on kernel_cr3 or paging_ap_cr3(). @cpu must have passed cpu_prepare().
 */
void cpu_init_secondary(void);

/*
 * Allocates what processor @cpu needs before it starts: its per-CPU area (and
 * per_cpu_offset[@cpu]), its double-fault and NMI stacks.
 * Context: boot or task. Return: 0, -ENOMEM.
 */
int cpu_prepare(u32 cpu);

/* A stack in the kernel image. paging_init() unmaps the guard. */
struct guarded_stack {
	u8 guard[PAGE_SIZE];
	u8 stack[THREAD_SIZE];
} __aligned(4096);

/* CPU 0's first stack, of its first task (boot/start.asm), and its fault stacks. */
extern struct guarded_stack cpu0_init_stack;
extern struct guarded_stack cpu0_double_fault_stack;
extern struct guarded_stack cpu0_nmi_stack;

/*
 * The fault stack of this processor that @address is on, guard page below it included.
 * Context: any, preemption off; not traced.
 * Return: its name, "NMI" or "double fault", and *@low, the lowest byte above the guard page; or
 * NULL.
 */
const char *cpu_fault_stack(u64 address, u64 *low);
