/* SPDX-License-Identifier: MIT */
/* Memory as a whole: start, and how much there is. */
#pragma once

#include "lib/types.h"

/*
 * Final page tables, page allocator, slab: from here on
 * memory can be allocated, and text is read-only. Boot.
 */
void mm_init(void);

/* Bytes. */
struct sysinfo {
	u64 totalram;	/* all RAM the loader reported */
	u64 managed;	/* of it, given to the page allocator */
	u64 freeram;	/* in its free lists */
	u64 slab;	/* in slabs */
	u64 slab_given; /* of it, given out as objects */
	u64 vmalloc;	/* mapped by vmalloc(), modules and stacks */
	u64 page_tables;
	u64 kernel_image;
	u64 stacks_cached; /* kept for the next task */
};

/* Context: any but NMI. */
void si_meminfo(struct sysinfo *info);
