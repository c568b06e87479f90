/* SPDX-License-Identifier: MIT */
/* Sets of call sites. Pure but for its memory; also compiled on the host for tests. */
#include "trace/core/site_set.h"

#include "kernel/mm/slab.h"
#include "lib/bitmap.h"
#include "lib/errno.h"

static u32 words_of(u32 capacity)
{
	return BITS_TO_LONGS(capacity);
}

int site_set_reserve(struct site_set *set, u32 capacity)
{
	u64 *words;

	if (capacity <= set->capacity)
		return 0;
	words = kcalloc(words_of(capacity), sizeof(*words), GFP_KERNEL);
	if (!words)
		return -ENOMEM;
	if (set->words)
		memcpy(words, set->words, words_of(set->capacity) * sizeof(*words));
	kfree(set->words);
	set->words = words;
	set->capacity = capacity;
	return 0;
}

void site_set_free(struct site_set *set)
{
	kfree(set->words);
	*set = (struct site_set){0};
}

int site_set_copy(struct site_set *to, const struct site_set *from)
{
	int error = site_set_reserve(to, from->capacity);

	if (error)
		return error;
	site_set_clear(to);
	if (from->words)
		memcpy(to->words, from->words, words_of(from->capacity) * sizeof(*from->words));
	to->count = from->count;
	return 0;
}

void site_set_clear(struct site_set *set)
{
	if (set->words)
		bitmap_zero(set->words, set->capacity);
	set->count = 0;
}

bool site_set_add(struct site_set *set, u32 index)
{
	if (site_set_has(set, index))
		return false;
	__set_bit(index, set->words);
	set->count++;
	return true;
}

bool site_set_remove(struct site_set *set, u32 index)
{
	if (!site_set_has(set, index))
		return false;
	__clear_bit(index, set->words);
	set->count--;
	return true;
}

s64 site_set_next(const struct site_set *set, u32 index)
{
	size_t next;

	if (index >= set->capacity)
		return -1;
	next = find_next_bit(set->words, set->capacity, index);
	return next < set->capacity ? (s64)next : -1;
}
