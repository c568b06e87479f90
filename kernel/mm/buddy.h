/* SPDX-License-Identifier: MIT */
/*
 * The buddy system: free memory in blocks of 2^order pages, each aligned to its
 * size. A block that is freed is merged with its other half (its buddy) if that
 * is free too. Pure logic on an array of struct page; the caller locks.
 */
#pragma once

#include "kernel/mm/page.h"

#define MAX_ORDER 10

struct buddy {
	struct page *pages; /* indexed by page frame number */
	unsigned long page_count;
	unsigned long free_pages;
	struct list_head free[MAX_ORDER + 1];
};

/* Starts empty, with all of @pages (zeroed by the caller) reserved. */
void buddy_init(struct buddy *buddy, struct page *pages, unsigned long page_count);

/* Makes page frames start to end - 1, reserved until now, free. */
void buddy_add_range(struct buddy *buddy, unsigned long start, unsigned long end);

/* Return: the first page of a free block, now PAGE_ALLOCATED; NULL when there is none. */
struct page *buddy_alloc(struct buddy *buddy, unsigned int order);

/* Return: false, and nothing is changed, if @page is not a block given out with @order. */
bool buddy_free(struct buddy *buddy, struct page *page, unsigned int order);
