/* SPDX-License-Identifier: MIT */
/*
 * One struct page per physical page, in one array indexed by page frame number
 * (pfn). All zero means: not for the allocator (a hole, the kernel, a table).
 */
#pragma once

#include "arch/x86_64/page.h"
#include "lib/list.h"

enum page_kind {
	PAGE_RESERVED = 0, /* also the second to last page of a larger block */
	PAGE_FREE,	   /* first page of a free block */
	PAGE_ALLOCATED,	   /* first page of a block that alloc_pages() gave out */
	PAGE_SLAB,	   /* every page of a slab */
};

struct page {
	u8 kind;
	u8 order;	       /* of the block: 2^order pages */
	u16 in_use;	       /* slab: objects given out */
	u32 slab_cache;	       /* slab: index of its cache */
	struct list_head list; /* free: in its order's list; slab: in its cache's list */
	void *freelist;	       /* slab: first free object */
};

_Static_assert(sizeof(struct page) <= 32, "0.8 % of all memory");

extern struct page *mem_map;  /* element N is physical page N */
extern unsigned long max_pfn; /* one more than the highest page of RAM */

static inline unsigned long page_to_pfn(const struct page *page)
{
	return (unsigned long)(page - mem_map);
}

static inline struct page *pfn_to_page(unsigned long pfn)
{
	return mem_map + pfn;
}

static inline u64 page_to_phys(const struct page *page)
{
	return page_to_pfn(page) << PAGE_SHIFT;
}

static inline void *page_address(const struct page *page)
{
	return phys_to_virt(page_to_phys(page));
}

/* @address is in the direct map (or image): what kmalloc() or alloc_pages() gave out. */
static inline struct page *virt_to_page(const void *address)
{
	return pfn_to_page(virt_to_phys(address) >> PAGE_SHIFT);
}
