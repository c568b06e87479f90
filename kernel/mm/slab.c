/* SPDX-License-Identifier: MIT */
/* Objects out of slabs: giving out, taking back, and noticing misuse. */
#include "kernel/mm/slab.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab_cache.h"
#include "kernel/panic.h"
#include "lib/string.h"
#include "trace/events/kmem.h"

/* Empty slabs a cache keeps, so that one object going to and fro costs no slab each time. */
#define EMPTY_SLABS_KEPT 1

/* Values of the state word, xored with the slot's address: another slot's word does not fit. */
#define SLOT_GIVEN 0x6f776e6564206279ul
#define SLOT_FREE  0x2066726565207369ul

static __always_inline u64 *slot_state(const struct kmem_cache *cache, void *object)
{
	return (u64 *)((char *)object + cache->size);
}

static __cold __noreturn void slab_misuse(const struct kmem_cache *cache, void *object)
{
	u64 state = *slot_state(cache, object) ^ (u64)object;

	if (state == SLOT_FREE)
		panic("slab: %s object %lx is freed twice", cache->name, (u64)object);
	if (state == SLOT_GIVEN)
		panic("slab: free %s object %lx was overwritten", cache->name, (u64)object);
	panic("slab: %s object %lx was written past its %u bytes, or does not start there (%lx)",
	      cache->name, (u64)object, cache->size, *slot_state(cache, object));
}

/* A new slab with all slots free, not yet in the cache's list. */
static noinline struct page *allocate_slab(struct kmem_cache *cache, gfp_t gfp)
{
	struct page *slab = alloc_pages(gfp & ~__GFP_ZERO, cache->order);
	char *object;

	if (!slab)
		return NULL;
	for (u32 i = 0; i < 1u << cache->order; i++) {
		slab[i].kind = PAGE_SLAB;
		slab[i].order = (u8)cache->order;
		slab[i].slab_cache = cache->index;
	}
	slab->in_use = 0;
	slab->freelist = NULL;
	object = (char *)page_address(slab) + (u32)cache->slots * cache->stride;
	for (u32 i = 0; i < cache->slots; i++) {
		object -= cache->stride;
		*(void **)object = slab->freelist;
		*slot_state(cache, object) = SLOT_FREE ^ (u64)object;
		slab->freelist = object;
	}
	return slab;
}

void discard_slab(struct kmem_cache *cache, struct page *slab)
{
	for (u32 i = 1; i < 1u << cache->order; i++)
		slab[i].kind = PAGE_RESERVED;
	slab->kind = PAGE_ALLOCATED;
	__free_pages(slab, cache->order);
}

static noinline bool slab_refill(struct kmem_cache *cache, gfp_t gfp)
{
	struct page *slab = allocate_slab(cache, gfp);

	if (!slab)
		return false;
	list_add(&slab->list, &cache->partial);
	cache->slabs++;
	cache->empty_slabs++;
	return true;
}

static __always_inline void *slab_alloc(struct kmem_cache *cache, gfp_t gfp)
{
	struct page *slab;
	void *object;
	u64 flags;

	spin_lock_irqsave(&cache->lock, flags);
	if (list_empty(&cache->partial) && unlikely(!slab_refill(cache, gfp))) {
		spin_unlock_irqrestore(&cache->lock, flags);
		return NULL;
	}
	slab = list_first_entry(&cache->partial, struct page, list);
	object = slab->freelist;
	if (unlikely(*slot_state(cache, object) != (SLOT_FREE ^ (u64)object)))
		slab_misuse(cache, object);
	*slot_state(cache, object) = SLOT_GIVEN ^ (u64)object;
	slab->freelist = *(void **)object;
	if (slab->in_use++ == 0)
		cache->empty_slabs--;
	if (!slab->freelist)
		list_del(&slab->list);
	cache->given++;
	spin_unlock_irqrestore(&cache->lock, flags);
	if (gfp & __GFP_ZERO)
		memset(object, 0, cache->size);
	return object;
}

static __always_inline void slab_free(struct kmem_cache *cache, struct page *slab, void *object)
{
	struct page *unused = NULL;
	u64 flags;

	spin_lock_irqsave(&cache->lock, flags);
	if (unlikely(*slot_state(cache, object) != (SLOT_GIVEN ^ (u64)object)))
		slab_misuse(cache, object);
	*slot_state(cache, object) = SLOT_FREE ^ (u64)object;
	if (!slab->freelist)
		list_add(&slab->list, &cache->partial);
	*(void **)object = slab->freelist;
	slab->freelist = object;
	cache->given--;
	if (--slab->in_use == 0) {
		if (cache->empty_slabs < EMPTY_SLABS_KEPT) {
			cache->empty_slabs++;
			list_move_tail(&slab->list, &cache->partial);
		} else {
			list_del(&slab->list);
			cache->slabs--;
			unused = slab;
		}
	}
	spin_unlock_irqrestore(&cache->lock, flags);
	if (unused)
		discard_slab(cache, unused);
}

/* The first page of the slab that @object is in. A slab is aligned to its size. */
static __always_inline struct page *slab_of_page(struct page *page)
{
	return pfn_to_page(page_to_pfn(page) & ~((1ul << page->order) - 1));
}

void *kmem_cache_alloc(struct kmem_cache *cache, gfp_t gfp)
{
	void *object = slab_alloc(cache, gfp);

	trace_kmem_cache_alloc(__builtin_return_address(0), object, cache->size, cache->size, gfp);
	return object;
}

void kmem_cache_free(struct kmem_cache *cache, void *object)
{
	struct page *page;

	trace_kmem_cache_free(__builtin_return_address(0), object, cache->name);
	if (!object)
		return;
	page = virt_to_page(object);
	if (page->kind != PAGE_SLAB || page->slab_cache != cache->index)
		panic("slab: %lx does not come from cache %s", (u64)object, cache->name);
	slab_free(cache, slab_of_page(page), object);
}

/* Which kmalloc cache serves up to 8, 16, ... 192 bytes; above it is a power of two. */
static const u8 kmalloc_small[24] = {
	0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5,
};
#define KMALLOC_SMALL_MAX 192
#define KMALLOC_SLAB_MAX  2048

static __always_inline struct kmem_cache *kmalloc_cache(size_t size)
{
	if (size <= KMALLOC_SMALL_MAX)
		return &kmem_caches[kmalloc_small[size ? (size - 1) / 8 : 0]];
	/* 193..256 is number 6, 257..512 number 7, ... */
	return &kmem_caches[6 + (64 - __builtin_clzl(size - 1)) - 8];
}

void *kmalloc(size_t size, gfp_t gfp)
{
	void *object;
	u32 order;

	if (size <= KMALLOC_SLAB_MAX) {
		struct kmem_cache *cache = kmalloc_cache(size);

		object = slab_alloc(cache, gfp);
		trace_kmalloc(__builtin_return_address(0), object, size, cache->size, gfp);
		return object;
	}
	order = get_order(size);
	object = (void *)__get_free_pages(gfp, order);
	trace_kmalloc(__builtin_return_address(0), object, size, PAGE_SIZE << order, gfp);
	return object;
}

/* The page that @object is in; panics if it cannot come from kmalloc(). */
static __always_inline struct page *kmalloc_page(const void *object)
{
	u64 pfn = ((u64)object - DIRECT_MAP_BASE) >> PAGE_SHIFT;
	struct page *page = mem_map + pfn;

	if (unlikely(pfn >= max_pfn || (page->kind != PAGE_SLAB && page->kind != PAGE_ALLOCATED) ||
		     (page->kind == PAGE_ALLOCATED && (u64)object % PAGE_SIZE)))
		panic("slab: %lx was not allocated", (u64)object);
	return page;
}

void kfree(const void *object)
{
	struct page *page;

	trace_kfree(__builtin_return_address(0), object);
	if (!object)
		return;
	page = kmalloc_page(object);
	if (page->kind == PAGE_SLAB)
		slab_free(&kmem_caches[page->slab_cache], slab_of_page(page), (void *)object);
	else
		__free_pages(page, page->order);
}

size_t ksize(const void *object)
{
	const struct page *page;

	if (!object)
		return 0;
	page = kmalloc_page(object);
	return page->kind == PAGE_SLAB ? kmem_caches[page->slab_cache].size
				       : PAGE_SIZE << page->order;
}
