/* SPDX-License-Identifier: MIT */
/*
 * Memory with an address range of its own: pages from anywhere made contiguous,
 * device registers, code, stacks. After every area comes an unmapped page.
 */
#pragma once

#include "lib/types.h"

/*
 * Whole pages for @size bytes, page aligned; vzalloc() zeroes them.
 * Context: task or boot. Return: NULL when there is none.
 */
void *vmalloc(size_t size);
void *vzalloc(size_t size);

/* Gives an area back; NULL does nothing. Context: task, interrupts on. */
void vfree(const void *address);

/**
 * ioremap() - map device registers, uncached.
 * @phys: any alignment.
 *
 * Context: task or boot. Return: NULL when there is no room. Undone by iounmap().
 */
void *ioremap(u64 phys, size_t size);
void iounmap(const void *address);

/*
 * The same for plain memory, cached: firmware tables. Inside the direct map it
 * costs nothing. Undone by memunmap().
 */
void *memremap(u64 phys, size_t size);
void memunmap(const void *address);

/**
 * module_alloc() - memory for code, within reach of a 32-bit jump from kernel text.
 *
 * Writable and not executable; when the code is there, set_memory_rox() turns that round.
 * Context: task or boot. Return: NULL when there is none. Undone by module_memfree().
 */
void *module_alloc(size_t size);
void module_memfree(void *address);

/*
 * THREAD_SIZE bytes of stack with an unmapped page below; the contents are what the
 * last task left. Context: task or boot. Return: lowest byte, or NULL.
 */
void *alloc_kernel_stack(void);

/*
 * Keeps @stack as it is for the next alloc_kernel_stack(). Context: any but NMI.
 * Return: whether more than KERNEL_STACKS_KEPT are kept, and trim_kernel_stacks() is due.
 */
bool free_kernel_stack(void *stack);
#define KERNEL_STACKS_KEPT 8

/* Unmaps kept stacks until @keep are left. Context: task, interrupts on. */
void trim_kernel_stacks(u32 keep);

/* For walking /proc/vmallocinfo: */
struct vm_area_info {
	unsigned long address, size;
	const char *kind; /* "vmalloc", "ioremap", "module", "stack" */
};

/* Fills @info for the area number @index. Context: task. Return: false behind the last. */
bool vmalloc_get_info(unsigned int index, struct vm_area_info *info);
