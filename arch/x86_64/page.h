/* SPDX-License-Identifier: MIT */
/*
 * The address space: pages, and the way between physical and kernel addresses.
 *
 *	0xffff888000000000	direct map: all RAM, not executable
 *	0xffffc90000000000	vmalloc() and ioremap()
 *	0xffffffff80000000	kernel image; physical 0, the image itself from 2 MiB
 *	0xffffffffa0000000	modules and trampolines, within reach of a 32-bit jump
 */
#pragma once

#include "lib/types.h"

#define PAGE_SHIFT 12
#define PAGE_SIZE  4096ul
#define PAGE_MASK  (~(PAGE_SIZE - 1))

#define DIRECT_MAP_BASE 0xffff888000000000ul
#define DIRECT_MAP_END	0xffffc88000000000ul
#define VMALLOC_START	0xffffc90000000000ul
#define VMALLOC_END	0xffffc98000000000ul /* 512 GiB: one entry of the top level */
#define KERNEL_BASE	0xffffffff80000000ul
#define KERNEL_PHYS	0x200000ul /* where the image begins; KERNEL_BASE is physical 0 */
#define MODULES_START	0xffffffffa0000000ul
#define MODULES_END	0xffffffffe0000000ul

/* linker.ld: the image and its parts; all but _stext's end are page aligned. */
extern char _stext[], _etext[];
extern char __start_rodata[], __end_rodata[];
extern char _sdata[], _edata[];
extern char __bss_start[], __bss_stop[];
extern char __per_cpu_start[], __per_cpu_end[];
extern char _end[];

/* Any RAM address, in the direct map. */
static inline void *phys_to_virt(u64 phys)
{
	return (void *)(DIRECT_MAP_BASE + phys);
}

/* The reverse, of a direct-map or a kernel-image address. Not of vmalloc() memory. */
static inline u64 virt_to_phys(const volatile void *virt)
{
	u64 address = (u64)virt;

	return address >= KERNEL_BASE ? address - KERNEL_BASE : address - DIRECT_MAP_BASE;
}
