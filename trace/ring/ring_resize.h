/* SPDX-License-Identifier: MIT */
/* The tables of a ring: slots, and the pages they name. Prepared before, put in at rest. */
#pragma once

#include "lib/errno.h"
#include "trace/ring/ring_internal.h"

#define RING_SUBBUF_SIZE_MIN 4096u
#define RING_SUBBUF_SIZE_MAX (128u * 4096u)
/* A struct ring_buffer_per_cpu has a page to itself: no cache line shared between processors. */
#define RING_CPU_BYTES 4096u

_Static_assert(sizeof(struct ring_buffer_per_cpu) <= RING_CPU_BYTES, "fits in its page");

struct ring_tables {
	u64 *slots;
	struct ring_page *pages; /* slot_count + 1 */
	u32 slot_count;
	u32 subbuf_size;
	/* Pages that no table names: new ones before the tables are put in, leftovers after. */
	void **pool;
	size_t pool_count, pool_capacity;
};

/*
 * Memory for tables of @slot_count slots, and @fresh pages in the pool, which has
 * room for @spare more. May sleep. Return: 0, or -ENOMEM and nothing is kept.
 */
int ring_tables_alloc(struct ring_tables *tables, size_t slot_count, u32 subbuf_size, size_t fresh,
		      size_t spare);
/* Frees the tables and the pages in the pool. */
void ring_tables_free(struct ring_tables *tables);

/*
 * Puts @tables in for those of @rb, which may have none, and gets those in exchange.
 * Pages stay with their events as far as there is room and they have the same
 * size. Nobody writes; needs rb->lock unless @rb is new.
 */
void ring_tables_exchange(struct ring_buffer_per_cpu *rb, struct ring_tables *tables);

/* Pages for @bytes of records, at least RING_BUFFER_MIN_PAGES. */
size_t ring_pages_for(size_t bytes, u32 subbuf_size);
