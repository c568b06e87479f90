/* SPDX-License-Identifier: MIT */
/* The caches themselves: those of kmalloc(), those of others, and what they hold. */
#include "kernel/mm/slab_cache.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "lib/math.h"

struct kmem_cache kmem_caches[NR_CACHES];

static DEFINE_SPINLOCK(caches_lock); /* guards creating and destroying */

/* slab.c finds them by position. */
static const struct {
	const char *name;
	u32 size;
} kmalloc_sizes[] = {
	{"kmalloc-16", 16},	{"kmalloc-32", 32},	{"kmalloc-64", 64},   {"kmalloc-96", 96},
	{"kmalloc-128", 128},	{"kmalloc-192", 192},	{"kmalloc-256", 256}, {"kmalloc-512", 512},
	{"kmalloc-1024", 1024}, {"kmalloc-2048", 2048},
};

#define SLAB_ORDER_MAX 3

void kmem_cache_lay_out(struct kmem_cache *cache, const char *name, size_t size, size_t align)
{
	size_t block = PAGE_SIZE;

	cache->index = (u32)(cache - kmem_caches);
	cache->size = (u32)ALIGN_UP(max(size, sizeof(u64)), 8ul);
	cache->stride = (u32)ALIGN_UP(cache->size + sizeof(u64), max(align, 8ul));
	cache->order = 0;
	/* At least 8 objects, or at most an eighth wasted. */
	while (cache->order < SLAB_ORDER_MAX && block / cache->stride < 8 &&
	       block % cache->stride > block / 8) {
		cache->order++;
		block *= 2;
	}
	cache->slots = (u16)(block / cache->stride);
	INIT_LIST_HEAD(&cache->partial);
	cache->name = name;
}

void slab_init(void)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(kmalloc_sizes); i++)
		kmem_cache_lay_out(&kmem_caches[i], kmalloc_sizes[i].name, kmalloc_sizes[i].size,
				   0);
}

struct kmem_cache *kmem_cache_create(const char *name, size_t size, size_t align)
{
	struct kmem_cache *cache = NULL;
	u64 flags;

	if (ALIGN_UP(size + 16, max(align, 8ul)) > PAGE_SIZE << SLAB_ORDER_MAX)
		return NULL;
	spin_lock_irqsave(&caches_lock, flags);
	for (unsigned int i = 0; i < NR_CACHES && !cache; i++)
		if (!kmem_caches[i].name)
			cache = &kmem_caches[i];
	if (cache)
		kmem_cache_lay_out(cache, name, size, align);
	spin_unlock_irqrestore(&caches_lock, flags);
	return cache;
}

/* Takes the empty slabs out of the cache and gives their pages back. */
static void kmem_cache_shrink(struct kmem_cache *cache)
{
	struct page *slab, *next;
	LIST_HEAD(empty);
	u64 flags;

	spin_lock_irqsave(&cache->lock, flags);
	list_for_each_entry_safe (slab, next, &cache->partial, list) {
		if (slab->in_use)
			continue;
		list_move(&slab->list, &empty);
		cache->slabs--;
		cache->empty_slabs--;
	}
	spin_unlock_irqrestore(&cache->lock, flags);
	list_for_each_entry_safe (slab, next, &empty, list)
		discard_slab(cache, slab);
}

void kmem_cache_shrink_all(void)
{
	for (unsigned int i = 0; i < NR_CACHES; i++)
		if (kmem_caches[i].name)
			kmem_cache_shrink(&kmem_caches[i]);
}

void kmem_cache_destroy(struct kmem_cache *cache)
{
	kmem_cache_shrink(cache);
	if (cache->given)
		panic("slab: cache %s is destroyed with %lu objects in use", cache->name,
		      cache->given);
	WRITE_ONCE(cache->name, NULL);
}

bool slab_get_info(unsigned int index, struct slabinfo *info)
{
	unsigned int seen = 0;

	for (unsigned int i = 0; i < NR_CACHES; i++) {
		const struct kmem_cache *cache = &kmem_caches[i];
		const char *name = READ_ONCE(cache->name);

		if (!name || seen++ != index)
			continue;
		info->name = name;
		info->object_size = cache->size;
		info->slabs = READ_ONCE(cache->slabs);
		info->active_objects = READ_ONCE(cache->given);
		info->total_objects = info->slabs * cache->slots;
		info->pages = info->slabs << cache->order;
		return true;
	}
	return false;
}
