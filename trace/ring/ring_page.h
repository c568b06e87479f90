/* SPDX-License-Identifier: MIT */
/*
 * What a sub-buffer (a page of the ring) looks like: Linux's binary layout, so
 * that trace-cmd, KernelShark and others read it untouched (events/header_page
 * and events/header_event describe it to them).
 *
 *	u64 time_stamp		absolute time that the first record's delta counts from
 *	u64 commit		bits 0-26 bytes of records; bits 30, 31 about losses
 *	records			each one 32-bit word and what belongs to it
 *
 * The word holds type_len in its low 5 bits and the time since the record
 * before it, in the clock's units, in its high 27 bits:
 *
 *	type_len 0	 data; the next word is its length plus 4; then the data
 *	type_len 1 to 28 data of type_len * 4 bytes
 *	type_len 29	 no event: the next word is the length of the rest of it. With
 *			 delta 0: nothing more on this page
 *	type_len 30	 time only: the next word is worth 2^27 units each
 *	type_len 31	 time only: the low 59 bits of the absolute time
 *
 * Records are multiples of 4 bytes and aligned to 4, so is their data.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct ring_page_header {
	u64 time_stamp;
	/* Together Linux's `commit`. On a page that is given out, index is 0. */
	u32 commit;
	u32 index; /* inside the ring: of its struct ring_page */
};

#define RING_PAGE_HEADER_SIZE sizeof(struct ring_page_header)

_Static_assert(RING_PAGE_HEADER_SIZE == 16, "what readers of pages expect on 64-bit");

#define RING_COMMIT_MASK   ((1u << 27) - 1)
#define RING_MISSED_STORED (1u << 30) /* their number follows the records, as a u64 */
#define RING_MISSED_EVENTS (1u << 31) /* events were lost before this page */

#define RING_TYPE_BITS	      5
#define RING_TYPE_MASK	      31u
#define RING_TYPE_DATA_MAX    28u
#define RING_TYPE_PADDING     29u
#define RING_TYPE_TIME_EXTEND 30u
#define RING_TYPE_TIME_STAMP  31u

#define RING_DELTA_BITS	     27
#define RING_DELTA_MAX	     ((1ul << RING_DELTA_BITS) - 1)
#define RING_TIME_STAMP_BITS 59

/* Longest data whose length fits in type_len. */
#define RING_SHORT_DATA_MAX   (RING_TYPE_DATA_MAX * 4)
#define RING_TIME_RECORD_SIZE 8u

/* Where a record's data begins, counted from the record. @length of the data in bytes. */
static __always_inline u32 ring_data_offset(u32 length)
{
	return length <= RING_SHORT_DATA_MAX ? 4 : 8;
}

/* Bytes a record with @length bytes of data takes. */
static __always_inline u32 ring_record_size(u32 length)
{
	return ring_data_offset(length) + (length ? (length + 3) & ~3u : 4);
}

/* The first word of such a record. @delta is at most RING_DELTA_MAX. */
static __always_inline u32 ring_record_word(u32 length, u32 delta)
{
	u32 type_len = length <= RING_SHORT_DATA_MAX ? (ring_record_size(length) - 4) / 4 : 0;

	return delta << RING_TYPE_BITS | type_len;
}

/* One event as a reader gets it. */
struct ring_event {
	u64 ts;
	const void *data; /* aligned to 4 bytes */
	u32 length;	  /* of the data, rounded up to a multiple of 4 */
	u64 lost;	  /* events of this processor lost just before it */
	u64 ordinal;	  /* its number, from the first ever written to the ring */
};

/* Where in a page a reader is. */
struct ring_cursor {
	u32 offset; /* of the next record, from the first */
	u64 ts;	    /* of the last record passed */
};

/**
 * ring_page_next() - find the next event of a page.
 * @records: the first record, just behind the page header.
 * @limit:   bytes of records.
 * @cursor:  advanced past the event, or to the end.
 * @event:   filled in, but for lost and ordinal.
 *
 * Never looks at or behind @limit, whatever the page holds. Pure.
 * Return: false if there is none.
 */
bool ring_page_next(const void *records, u32 limit, struct ring_cursor *cursor,
		    struct ring_event *event);
