/* SPDX-License-Identifier: MIT */
/* The page allocator: the buddy system behind a lock, with all the RAM there is. */
#include "kernel/mm/page_alloc.h"
#include "kernel/boot_info.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/boot_alloc.h"
#include "kernel/mm/buddy.h"
#include "kernel/panic.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/events/kmem.h"

struct page *mem_map;
unsigned long max_pfn;

static DEFINE_SPINLOCK(page_lock);
static struct buddy free_area; /* [page_lock] */
static unsigned long managed_pages;
static unsigned long atomic_reserve; /* pages that only GFP_ATOMIC gets */

void page_alloc_init(void)
{
	const struct memory_map *free = &boot_info.free;
	size_t size;

	/* The initrd may lie above; its pages come later: free_initrd_mem(). */
	max_pfn = max(free->range[free->count - 1].end, boot_info.initrd.end + PAGE_SIZE - 1) >>
		  PAGE_SHIFT;
	size = ALIGN_UP(max_pfn * sizeof(struct page), PAGE_SIZE);
	mem_map = boot_alloc(size);
	buddy_init(&free_area, mem_map, max_pfn);
	for (unsigned int i = 0; i < free->count; i++)
		buddy_add_range(&free_area, free->range[i].start >> PAGE_SHIFT,
				free->range[i].end >> PAGE_SHIFT);
	managed_pages = free_area.free_pages;
	atomic_reserve = min(managed_pages / 256, 256ul);
}

struct page *alloc_pages(gfp_t gfp, unsigned int order)
{
	unsigned long reserve = gfp & __GFP_ATOMIC ? 0 : atomic_reserve;
	struct page *page = NULL;
	u64 flags;

	if (order > MAX_ORDER)
		return NULL;
	spin_lock_irqsave(&page_lock, flags);
	if (free_area.free_pages >= reserve + (1ul << order))
		page = buddy_alloc(&free_area, order);
	spin_unlock_irqrestore(&page_lock, flags);
	if (page && gfp & __GFP_ZERO)
		memset(page_address(page), 0, PAGE_SIZE << order);
	trace_mm_page_alloc(page, order, gfp);
	return page;
}

void __free_pages(struct page *page, unsigned int order)
{
	bool was_allocated;
	u64 flags;

	trace_mm_page_free(page, order);
	spin_lock_irqsave(&page_lock, flags);
	was_allocated = buddy_free(&free_area, page, order);
	spin_unlock_irqrestore(&page_lock, flags);
	if (!was_allocated)
		panic("page_alloc: freed page %lx, order %u, is not allocated", page_to_pfn(page),
		      order);
}

unsigned long __get_free_pages(gfp_t gfp, unsigned int order)
{
	struct page *page = alloc_pages(gfp, order);

	return page ? (unsigned long)page_address(page) : 0;
}

unsigned long get_zeroed_page(gfp_t gfp)
{
	return __get_free_pages(gfp | __GFP_ZERO, 0);
}

void free_pages(unsigned long address, unsigned int order)
{
	if (address)
		__free_pages(virt_to_page((void *)address), order);
}

unsigned int get_order(size_t bytes)
{
	unsigned int order = 0;

	while (order < MAX_ORDER + 1 && (PAGE_SIZE << order) < bytes)
		order++;
	return order;
}

unsigned long nr_free_pages(void)
{
	return READ_ONCE(free_area.free_pages);
}

unsigned long nr_managed_pages(void)
{
	return managed_pages;
}

void free_initrd_mem(void)
{
	struct phys_range *initrd = &boot_info.initrd;
	u64 start = ALIGN_DOWN(initrd->start, PAGE_SIZE) >> PAGE_SHIFT;
	u64 end = ALIGN_UP(initrd->end, PAGE_SIZE) >> PAGE_SHIFT;
	u64 flags;

	spin_lock_irqsave(&page_lock, flags);
	buddy_add_range(&free_area, start, end);
	managed_pages += end - start;
	spin_unlock_irqrestore(&page_lock, flags);
	*initrd = (struct phys_range){0, 0};
}
