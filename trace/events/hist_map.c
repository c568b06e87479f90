/* SPDX-License-Identifier: MIT */
/* Finding and adding elements of a histogram's table. */
#include "trace/events/hist_map.h"

#include "kernel/mm/vmalloc.h"
#include "lib/errno.h"
#include "lib/string.h"

static size_t hist_map_slot_bytes(const struct hist_map *map)
{
	return sizeof(u64) * map->slot_count;
}

static size_t hist_map_element_bytes(const struct hist_map *map)
{
	return sizeof(u64) * map->element_words * (map->size + 1);
}

int hist_map_init(struct hist_map *map, u32 size, u32 key_words, u32 data_words)
{
	u32 bits = 0;

	if (size > HIST_MAP_SIZE_MAX)
		return -EINVAL;
	while (1u << bits < size)
		bits++;
	if (1u << bits < HIST_MAP_SIZE_MIN)
		return -EINVAL;
	*map = (struct hist_map){.size = 1u << bits,
				 .slot_count = 2u << bits,
				 .slot_shift = 31 - bits,
				 .key_words = key_words,
				 .element_words = key_words + data_words};
	map->slots = vzalloc(hist_map_slot_bytes(map));
	map->elements = vzalloc(hist_map_element_bytes(map));
	if (map->slots && map->elements)
		return 0;
	hist_map_destroy(map);
	return -ENOMEM;
}

void hist_map_destroy(struct hist_map *map)
{
	vfree(map->slots);
	vfree(map->elements);
	map->slots = NULL;
	map->elements = NULL;
}

void hist_map_clear(struct hist_map *map)
{
	memset(map->slots, 0, hist_map_slot_bytes(map));
	memset(map->elements, 0, hist_map_element_bytes(map));
	map->used = 0;
	map->returned = 0;
	map->hits = 0;
	map->drops = 0;
}

/*
 * Where the key is, or the free slot where it belongs: a slot that is taken stays so, and there
 * are more slots than elements. *@content: what is in it.
 */
static u64 *hist_map_find_slot(const struct hist_map *map, const u64 *key, u32 hash, u64 *content)
{
	u32 i = hash >> map->slot_shift;

	for (;; i = (i + 1) & (map->slot_count - 1)) {
		*content = __atomic_load_n(&map->slots[i], __ATOMIC_ACQUIRE);
		if (!*content || (*content >> 32 == hash &&
				  hist_map_key_is(map, hist_map_element(map, (u32)*content), key,
						  map->key_words)))
			return &map->slots[i];
	}
}

u64 *hist_map_find(const struct hist_map *map, const u64 *key)
{
	u64 slot;

	hist_map_find_slot(map, key, hist_map_hash(key, map->key_words), &slot);
	return slot ? hist_map_element(map, (u32)slot) : NULL;
}

/*
 * A returned element, whose first word is the number of the next one, or one that has never been
 * used. What is read there may be anything when another context is quicker, but then the count
 * has changed and the exchange fails. Return: its number, 0: none is left.
 */
static u32 hist_map_take(struct hist_map *map)
{
	u64 head = __atomic_load_n(&map->returned, __ATOMIC_ACQUIRE), next;

	while ((u32)head) {
		next = hist_word_read(hist_map_element(map, (u32)head));
		next = ((head >> 32) + 1) << 32 | (u32)next;
		if (__atomic_compare_exchange_n(&map->returned, &head, next, false,
						__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			hist_word_write(hist_map_element(map, (u32)head), 0);
			return (u32)head;
		}
	}
	if (__atomic_load_n(&map->used, __ATOMIC_RELAXED) >= map->size)
		return 0;
	head = __atomic_add_fetch(&map->used, 1, __ATOMIC_RELAXED);
	return head > map->size ? 0 : (u32)head;
}

static void hist_map_return(struct hist_map *map, u32 number)
{
	u64 head = __atomic_load_n(&map->returned, __ATOMIC_RELAXED), next;

	do {
		hist_word_write(hist_map_element(map, number), (u32)head);
		next = ((head >> 32) + 1) << 32 | number;
	} while (!__atomic_compare_exchange_n(&map->returned, &head, next, false, __ATOMIC_RELEASE,
					      __ATOMIC_RELAXED));
}

u64 *hist_map_insert(struct hist_map *map, const u64 *key, u32 hash)
{
	u64 content, *slot = hist_map_find_slot(map, key, hash, &content), *words;
	u32 number;

	if (likely(content))
		return hist_map_element(map, (u32)content);
	number = hist_map_take(map);
	if (!number)
		return NULL;
	words = hist_map_key(map, hist_map_element(map, number));
	for (u32 i = 0; i < map->key_words; i++)
		hist_word_write(&words[i], key[i]);
	/* Release: pairs with the load in hist_map_find_slot(). */
	while (!__atomic_compare_exchange_n(slot, &content, (u64)hash << 32 | number, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
		slot = hist_map_find_slot(map, key, hash, &content);
		if (content) {
			hist_map_return(map, number);
			return hist_map_element(map, (u32)content);
		}
	}
	return hist_map_element(map, number);
}

u64 *hist_map_at(const struct hist_map *map, u32 index)
{
	u64 slot = __atomic_load_n(&map->slots[index], __ATOMIC_ACQUIRE);

	return slot ? hist_map_element(map, (u32)slot) : NULL;
}
