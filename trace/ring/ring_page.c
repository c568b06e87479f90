/* SPDX-License-Identifier: MIT */
/* Reading the records of one page. Trusts nothing that the page says. */
#include "trace/ring/ring_page.h"

/* The absolute time of a time stamp record: its 59 bits, the rest from the running time. */
static u64 ring_absolute_time(u64 running, u32 low, u32 high)
{
	u64 mask = (1ul << RING_TIME_STAMP_BITS) - 1;

	return (running & ~mask) | ((u64)low | (u64)high << RING_DELTA_BITS);
}

bool ring_page_next(const void *records, u32 limit, struct ring_cursor *cursor,
		    struct ring_event *event)
{
	while (cursor->offset + 8 <= limit) {
		const u32 *record = (const u32 *)((const char *)records + cursor->offset);
		u32 type_len = record[0] & RING_TYPE_MASK;
		u32 delta = record[0] >> RING_TYPE_BITS;
		u32 left = limit - cursor->offset;
		u32 size = RING_TIME_RECORD_SIZE;

		if (type_len == RING_TYPE_TIME_STAMP) {
			cursor->ts = ring_absolute_time(cursor->ts, delta, record[1]);
		} else if (type_len == RING_TYPE_TIME_EXTEND) {
			cursor->ts += delta | (u64)record[1] << RING_DELTA_BITS;
		} else {
			bool counted = type_len == 0 || type_len == RING_TYPE_PADDING;

			size = 4 + (counted ? record[1] : type_len * 4);
			if (size > left || size < 8 || size % 4 ||
			    (type_len == RING_TYPE_PADDING && !delta))
				break;
			cursor->ts += delta;
		}
		cursor->offset += size;
		if (type_len <= RING_TYPE_DATA_MAX) {
			event->ts = cursor->ts;
			event->data = type_len ? &record[1] : &record[2];
			event->length = size - (type_len ? 4 : 8);
			return true;
		}
	}
	cursor->offset = limit;
	return false;
}
