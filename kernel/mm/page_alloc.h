/* SPDX-License-Identifier: MIT */
/*
 * Pages: blocks of 2^order physically contiguous pages, by the buddy system.
 * Freeing what is not allocated panics.
 */
#pragma once

#include "kernel/mm/buddy.h"
#include "kernel/mm/gfp.h"
#include "kernel/mm/page.h"

/**
 * alloc_pages() - take a block of 2^@order pages, aligned to its size.
 * @order: 0 to MAX_ORDER.
 *
 * The caller owns it until free_pages() with the same order.
 * Context: any but NMI; never sleeps or reclaims. Return: the first page, or NULL.
 */
struct page *alloc_pages(gfp_t gfp, unsigned int order);
void __free_pages(struct page *page, unsigned int order);

/* The same by direct-map address; 0 when there is none, and free_pages(0) does nothing. */
unsigned long __get_free_pages(gfp_t gfp, unsigned int order);
unsigned long get_zeroed_page(gfp_t gfp);
void free_pages(unsigned long address, unsigned int order);

static inline struct page *alloc_page(gfp_t gfp)
{
	return alloc_pages(gfp, 0);
}

static inline unsigned long __get_free_page(gfp_t gfp)
{
	return __get_free_pages(gfp, 0);
}

static inline void __free_page(struct page *page)
{
	__free_pages(page, 0);
}

static inline void free_page(unsigned long address)
{
	free_pages(address, 0);
}

/* The smallest order whose block holds @bytes; MAX_ORDER + 1 when none does. */
unsigned int get_order(size_t bytes);

/* Pages in the free lists now. Context: any. */
unsigned long nr_free_pages(void);

/* Pages the allocator was given at boot. */
unsigned long nr_managed_pages(void);

/* Takes over what boot_info.free has left. Boot, after paging_init(). */
void page_alloc_init(void);

/* Gives the pages of the initrd to the allocator; boot_info.initrd is empty then. Context: task. */
void free_initrd_mem(void);
