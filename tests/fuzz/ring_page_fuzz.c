/* SPDX-License-Identifier: MIT */
/*
 * A page of a ring that came from outside: the input is its records. Whatever
 * they say, no event reaches behind their end, and the walk ends.
 */
#include <stdlib.h>

#include "lib/string.h"
#include "trace/ring/ring_page.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	/* Memory of exactly that size, so that a byte too far is noticed. */
	char *records = malloc(bytes ? bytes : 1);
	struct ring_cursor cursor = {0};
	struct ring_event event;
	u32 limit = bytes, before = 0;
	u64 sum = 0;

	memcpy(records, data, bytes);
	while (ring_page_next(records, limit, &cursor, &event)) {
		const char *first = event.data;

		if (first < records + before + 4 ||
		    first + event.length > records + cursor.offset || cursor.offset > limit ||
		    cursor.offset < before + 8)
			abort();
		for (u32 i = 0; i < event.length; i++)
			sum += (u8)first[i];
		before = cursor.offset;
	}
	if (cursor.offset != limit)
		abort();
	free(records);
	return sum == ~0ul;
}
