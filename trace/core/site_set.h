/* SPDX-License-Identifier: MIT */
/*
 * A set of call sites: one bit per site index. Sets belong to one writer at a
 * time (ftrace_lock); site_set_has() may be asked in any context meanwhile and
 * sees a bit either before or after its change.
 */
#pragma once

#include "lib/types.h"

/* All zeroes is an empty set. */
struct site_set {
	u64 *words;
	u32 capacity; /* in bits; sites at or above it are not in the set */
	u32 count;    /* bits set */
};

/* Makes room for indexes below @capacity; keeps the members. Return: 0 or -ENOMEM. May sleep. */
int site_set_reserve(struct site_set *set, u32 capacity);
/* Gives the memory back; the set is empty afterwards. */
void site_set_free(struct site_set *set);
/* Makes @to a copy of @from. Return: 0 or -ENOMEM, @to is then unchanged. */
int site_set_copy(struct site_set *to, const struct site_set *from);
void site_set_clear(struct site_set *set);

/* @index is below the capacity. Return: true when the set changed. */
bool site_set_add(struct site_set *set, u32 index);
bool site_set_remove(struct site_set *set, u32 index);

/* Return: the first member at or after @index, or -1. */
s64 site_set_next(const struct site_set *set, u32 index);

/* Any context. */
static inline bool site_set_has(const struct site_set *set, u32 index)
{
	return index < set->capacity && (set->words[index / 64] >> (index % 64) & 1);
}
