/* SPDX-License-Identifier: MIT */
/* Memory as a whole: start, and how much there is. */
#pragma once

#include "lib/types.h"

/*
 * Final page tables, page allocator, slab, vmalloc, in this order: from here on
 * memory can be allocated, and text is read-only. Boot.
 */
void mm_init(void);

/* Bytes. */
struct sysinfo {
	u64 totalram;	 /* all RAM the loader reported */
	u64 managed;	 /* of it, given to the page allocator */
	u64 freeram;	 /* in its free lists */
	u64 slab;	 /* in slabs */
	u64 slab_unused; /* of it, not given out to anybody */
	u64 vmalloc;	 /* mapped by vmalloc(), modules and stacks */
	u64 kernel_image;
	u64 stacks_cached; /* kept for the next task */
};

/* Context: any but NMI. */
void si_meminfo(struct sysinfo *info);

/*
 * Pages in use for good reason: all that are not free once caches of stacks and
 * empty slabs are given back, which this does. The same before and after means no leak.
 * Context: task.
 */
unsigned long mm_pages_in_use(void);
