/* SPDX-License-Identifier: MIT */
/* Where memory is given out and taken back: trace/events/kmem_events.c. */
#pragma once

#include "kernel/mm/gfp.h"
#include "lib/types.h"
#include "trace/events/event_point.h"

struct page;

/* @site: who asked for @wanted bytes; @given: as many may be used; @object: NULL, none was there.
 */
EVENT_POINT(trace_kmalloc, kmalloc_key, kmalloc_event,
	    (const void *site, const void *object, size_t wanted, size_t given, gfp_t gfp),
	    (site, object, wanted, given, gfp));
EVENT_POINT(trace_kmem_cache_alloc, kmem_cache_alloc_key, kmem_cache_alloc_event,
	    (const void *site, const void *object, size_t wanted, size_t given, gfp_t gfp),
	    (site, object, wanted, given, gfp));
/* @object: may be NULL; @cache: its name. */
EVENT_POINT(trace_kfree, kfree_key, kfree_event, (const void *site, const void *object),
	    (site, object));
EVENT_POINT(trace_kmem_cache_free, kmem_cache_free_key, kmem_cache_free_event,
	    (const void *site, const void *object, const char *cache), (site, object, cache));

/* 2^@order pages; @page: NULL, there were not as many. */
EVENT_POINT(trace_mm_page_alloc, mm_page_alloc_key, mm_page_alloc_event,
	    (const struct page *page, u32 order, gfp_t gfp), (page, order, gfp));
EVENT_POINT(trace_mm_page_free, mm_page_free_key, mm_page_free_event,
	    (const struct page *page, u32 order), (page, order));
