/* SPDX-License-Identifier: MIT */
/* The buddy system: only the first page of a block says what the block is. */
#include "kernel/mm/buddy.h"

void buddy_init(struct buddy *buddy, struct page *pages, unsigned long page_count)
{
	buddy->pages = pages;
	buddy->page_count = page_count;
	buddy->free_pages = 0;
	for (unsigned int order = 0; order <= MAX_ORDER; order++)
		INIT_LIST_HEAD(&buddy->free[order]);
}

static __always_inline void buddy_insert(struct buddy *buddy, struct page *page, unsigned int order)
{
	page->kind = PAGE_FREE;
	page->order = order;
	list_add(&page->list, &buddy->free[order]);
}

void buddy_add_range(struct buddy *buddy, unsigned long start, unsigned long end)
{
	buddy->free_pages += end - start;
	while (start < end) {
		unsigned int order = 0;

		while (order < MAX_ORDER && !(start & (1ul << order)) &&
		       start + (2ul << order) <= end)
			order++;
		buddy_insert(buddy, &buddy->pages[start], order);
		start += 1ul << order;
	}
}

struct page *buddy_alloc(struct buddy *buddy, unsigned int order)
{
	unsigned int at = order;
	struct page *page;

	while (at <= MAX_ORDER && list_empty(&buddy->free[at]))
		at++;
	if (at > MAX_ORDER)
		return NULL;
	page = list_first_entry(&buddy->free[at], struct page, list);
	list_del(&page->list);
	while (at > order) { /* keep the lower half, free the upper */
		at--;
		buddy_insert(buddy, page + (1ul << at), at);
	}
	page->kind = PAGE_ALLOCATED;
	page->order = order;
	buddy->free_pages -= 1ul << order;
	return page;
}

bool buddy_free(struct buddy *buddy, struct page *page, unsigned int order)
{
	unsigned long pfn = (unsigned long)(page - buddy->pages);

	if (pfn >= buddy->page_count || page->kind != PAGE_ALLOCATED || page->order != order)
		return false;
	buddy->free_pages += 1ul << order;
	for (; order < MAX_ORDER; order++) {
		unsigned long other_pfn = pfn ^ (1ul << order);
		struct page *other = &buddy->pages[other_pfn];

		if (other_pfn >= buddy->page_count || other->kind != PAGE_FREE ||
		    other->order != order)
			break;
		list_del(&other->list);
		other->kind = PAGE_RESERVED;
		buddy->pages[pfn].kind = PAGE_RESERVED;
		pfn &= ~(1ul << order);
	}
	buddy_insert(buddy, &buddy->pages[pfn], order);
	return true;
}
