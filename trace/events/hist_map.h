/* SPDX-License-Identifier: MIT */
/*
 * A hash table of fixed size that any context may add to: it takes no lock, waits for
 * nobody and never moves what it holds.
 *
 * An element is a row of 64-bit words: sums and whatever else the owner keeps there,
 * zero at first, then the key. It is filled in before it is published by one
 * compare-and-exchange of a slot, so who finds one finds it whole. Of two that add the
 * same key at once, one wins, and the other's element is kept for the next key.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/hash.h"
#include "lib/types.h"

/* When it has been rounded up. */
#define HIST_MAP_SIZE_MIN     128
#define HIST_MAP_SIZE_MAX     131072
#define HIST_MAP_SIZE_DEFAULT 2048

struct hist_map {
	u64 *slots;	   /* hash << 32 | number of the element, from 1 on; 0: free */
	u64 *elements;	   /* with a number 0, which is not used */
	u32 slot_shift;	   /* from a hash to where its slot is looked for first */
	u32 element_words; /* all of an element */
	u32 key_words;	   /* of it, at its end */
	u32 slot_count;	   /* twice as many as elements, so that some stay free */
	u32 size;	   /* elements there can be, a power of two */
	u32 used;     /* elements handed out, returned ones included; beyond size: none is left */
	u64 returned; /* the first returned element's number, and above it a count of changes */
	u64 hits, drops;
};

/*
 * Makes an empty one for @size elements, which is rounded up to a power of two.
 * Context: task. Return: 0, -EINVAL (@size is out of range), -ENOMEM.
 */
int hist_map_init(struct hist_map *map, u32 size, u32 key_words, u32 data_words);
void hist_map_destroy(struct hist_map *map);
/* Empties it. Nobody else may use it meanwhile. Context: task. */
void hist_map_clear(struct hist_map *map);

/* Return: the element with this key, or NULL. Context of this and the next: any, NMI included. */
u64 *hist_map_find(const struct hist_map *map, const u64 *key);
/*
 * The same, and adds it if it is not there. @hash: of hist_map_hash(). Return: NULL when no element
 * is left.
 */
u64 *hist_map_insert(struct hist_map *map, const u64 *key, u32 hash);

static __always_inline u32 hist_map_hash(const u64 *key, u32 words)
{
	u64 hash = key[0] * GOLDEN_RATIO_64;

	for (u32 i = 1; unlikely(i < words); i++)
		hash = (hash ^ hash >> 32 ^ key[i]) * GOLDEN_RATIO_64;
	return hash >> 32 | 1; /* not that of a free slot */
}

static __always_inline u64 *hist_map_element(const struct hist_map *map, u32 number)
{
	return map->elements + (u64)number * map->element_words;
}

/* Its key. */
static __always_inline u64 *hist_map_key(const struct hist_map *map, u64 *element)
{
	return element + map->element_words - map->key_words;
}

/* The element in slot @index, from 0 to slot_count - 1, or NULL. */
u64 *hist_map_at(const struct hist_map *map, u32 index);

/* A word of an element that others change at the same time. */
static __always_inline u64 hist_word_read(const u64 *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static __always_inline void hist_word_write(u64 *word, u64 value)
{
	__atomic_store_n(word, value, __ATOMIC_RELAXED);
}

static __always_inline void hist_word_add(u64 *word, u64 value)
{
	__atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}

/* Whether the element has this key. */
static __always_inline bool hist_map_key_is(const struct hist_map *map, u64 *element,
					    const u64 *key, u32 words)
{
	const u64 *mine = hist_map_key(map, element);

	if (hist_word_read(mine) != key[0])
		return false;
	for (u32 i = 1; unlikely(i < words); i++)
		if (hist_word_read(&mine[i]) != key[i])
			return false;
	return true;
}

/*
 * As hist_map_insert(), for who is in a hurry: @words are those of the key. Acquire: pairs with the
 * exchange in hist_map_insert(), the element is read after the slot.
 */
static __always_inline u64 *hist_map_get(struct hist_map *map, const u64 *key, u32 words)
{
	u32 hash = hist_map_hash(key, words);
	u64 slot = __atomic_load_n(&map->slots[hash >> map->slot_shift], __ATOMIC_ACQUIRE);
	u64 *element = hist_map_element(map, (u32)slot);

	if (likely(slot >> 32 == hash && hist_map_key_is(map, element, key, words)))
		return element;
	return hist_map_insert(map, key, hash);
}
