/* SPDX-License-Identifier: MIT */
/* How a cache of objects is built; for the slab files only. */
#pragma once

#include "kernel/locks/spinlock.h"
#include "kernel/mm/page.h"

#define NR_CACHES 64

/*
 * A slab is a block of 2^order pages cut into slots of stride bytes:
 *
 *	object, size bytes, rounded up to 8	free: its first word links to the next free one
 *	state word				SLOT_GIVEN or SLOT_FREE, mixed with its address
 *	padding up to the stride
 */
struct kmem_cache {
	const char *name; /* NULL: this element of kmem_caches is not used */
	u32 index;	  /* in kmem_caches */
	u32 size;	  /* bytes the user may touch, a multiple of 8 */
	u32 stride;
	u16 order;
	u16 slots; /* per slab */
	spinlock_t lock;
	struct list_head partial; /* [lock] slabs with free slots; the empty ones last */
	u32 empty_slabs;	  /* [lock] of these, with no slot given out */
	unsigned long slabs;	  /* [lock] all, the full ones too, which are in no list */
	unsigned long given;	  /* [lock] slots given out */
};

extern struct kmem_cache kmem_caches[NR_CACHES];

/* Says how @size and @align make slots and slabs. Boot, or before the cache is used. */
void kmem_cache_lay_out(struct kmem_cache *cache, const char *name, size_t size, size_t align);

/* Gives the pages of an empty slab back that is in no list any more. Context: any but NMI. */
void discard_slab(struct kmem_cache *cache, struct page *slab);
