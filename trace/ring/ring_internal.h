/* SPDX-License-Identifier: MIT */
/* What the files of the ring share: slots, pages and positions taken apart. */
#pragma once

#include "trace/ring/ring_write.h"

/* A slot's word: the number the page is for, and which page it is. */
#define RING_INDEX_BITS 20
#define RING_INDEX_MASK ((1ul << RING_INDEX_BITS) - 1)
#define RING_PAGES_MAX	(1u << RING_INDEX_BITS)

static inline u64 ring_slot_word(u64 seq, u32 index)
{
	return seq << RING_INDEX_BITS | index;
}

static inline u64 ring_slot_seq(u64 word)
{
	return word >> RING_INDEX_BITS;
}

static inline u32 ring_slot_index(u64 word)
{
	return word & RING_INDEX_MASK;
}

static inline u64 *ring_slot(const struct ring_buffer_per_cpu *rb, u64 seq)
{
	return &rb->slots[seq % rb->slot_count];
}

/* Most bytes of records on a page. */
static inline u32 ring_page_capacity(const struct ring_buffer_per_cpu *rb)
{
	return rb->mask + 1 - RING_PAGE_HEADER_SIZE;
}

static inline void *ring_page_records(const void *page)
{
	return (char *)page + RING_PAGE_HEADER_SIZE;
}

/* The page that a position lies in; the end of a full page belongs to it. */
static inline void *ring_position_page(const struct ring_buffer_per_cpu *rb, u64 position)
{
	return (void *)((u64)ring_position_address(position - 1) & ~rb->mask);
}

/* Bytes of records on the page before the position. */
static inline u32 ring_position_offset(const struct ring_buffer_per_cpu *rb, u64 position)
{
	return ((position - 1) & rb->mask) + 1 - RING_PAGE_HEADER_SIZE;
}

static inline u16 ring_position_count(u64 position)
{
	return position >> RING_COUNT_SHIFT;
}

/* The position of the first record of an empty page. */
static inline u64 ring_page_start(const void *page, u16 count)
{
	return ((u64)ring_page_records(page) & (RING_ONE_EVENT - 1)) | (u64)count
									       << RING_COUNT_SHIFT;
}

/*
 * Which of rb->pages a position lies in. A position that is out of date may lie in
 * a page that was given away; the exchange that uses it fails then.
 */
static inline u32 ring_position_index(const struct ring_buffer_per_cpu *rb, u64 position)
{
	return READ_ONCE(((struct ring_page_header *)ring_position_page(rb, position))->index);
}

static inline void ring_page_set_index(void *page, u32 index)
{
	WRITE_ONCE(((struct ring_page_header *)page)->index, index);
}

/* ring_stats.c: events committed since the ring was made. Needs rb->lock. */
u64 ring_written(const struct ring_buffer_per_cpu *rb);
/* The number of the oldest page behind the reader's. Needs rb->lock. */
u64 ring_oldest_seq(const struct ring_buffer_per_cpu *rb);

/* ring_read.c: makes the next page the reader's; the one it has must be read. Needs rb->lock. */
void ring_reader_take_page(struct ring_buffer_per_cpu *rb);
