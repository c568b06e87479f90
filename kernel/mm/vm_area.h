/* SPDX-License-Identifier: MIT */
/* Areas of kernel addresses; for vmalloc.c and its neighbours only. */
#pragma once

#include "lib/list.h"

/* Addresses that areas are cut from. */
struct vm_space {
	unsigned long start, end;
	struct list_head areas; /* sorted by address */
};

struct vm_area {
	struct list_head list;
	unsigned long address, size; /* whole pages; one more, unmapped, follows */
	const char *kind;	     /* "vmalloc", "ioremap", "module", "stack" */
};

/* @size bytes of address space in @space, nothing mapped. Return: NULL when there is no room. */
struct vm_area *get_vm_area(struct vm_space *space, size_t size, const char *kind);

/* vmalloc() for stacks. */
void *vmalloc_stack(size_t size);

/* An area that shows physical memory which is not ours to free; NULL without room or memory. */
void *map_phys_range(u64 phys, size_t size, u64 prot, const char *kind);
void unmap_phys_range(const void *address);

/* Pages that areas hold. */
unsigned long vmalloc_nr_pages(void);
/* Pages of freed stacks that are kept. */
unsigned long kernel_stack_cached_pages(void);
