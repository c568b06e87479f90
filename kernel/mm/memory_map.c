/* SPDX-License-Identifier: MIT */
/* The list of free RAM before there is a page allocator. */
#include "kernel/mm/memory_map.h"
#include "lib/math.h"

static void memory_map_delete(struct memory_map *map, unsigned int index)
{
	map->count--;
	for (unsigned int i = index; i < map->count; i++)
		map->range[i] = map->range[i + 1];
}

static bool memory_map_insert(struct memory_map *map, unsigned int index, u64 start, u64 end)
{
	if (map->count == MEMORY_MAP_MAX)
		return false;
	for (unsigned int i = map->count; i > index; i--)
		map->range[i] = map->range[i - 1];
	map->range[index] = (struct phys_range){start, end};
	map->count++;
	return true;
}

bool memory_map_add(struct memory_map *map, u64 start, u64 end)
{
	unsigned int i = 0;
	struct phys_range *range;

	if (start >= end)
		return true;
	while (i < map->count && map->range[i].end < start)
		i++;
	if (i == map->count || end < map->range[i].start)
		return memory_map_insert(map, i, start, end);
	range = &map->range[i];
	range->start = min(range->start, start);
	range->end = max(range->end, end);
	while (i + 1 < map->count && map->range[i + 1].start <= range->end) {
		range->end = max(range->end, map->range[i + 1].end);
		memory_map_delete(map, i + 1);
	}
	return true;
}

bool memory_map_remove(struct memory_map *map, u64 start, u64 end)
{
	unsigned int i = 0;

	if (start >= end)
		return true;
	while (i < map->count) {
		struct phys_range *range = &map->range[i];
		u64 old_end = range->end;

		if (range->end <= start || end <= range->start) {
			i++;
		} else if (range->start < start) {
			range->end = start;
			i++;
			if (end < old_end)
				return memory_map_insert(map, i, end, old_end);
		} else if (end < range->end) {
			range->start = end;
			i++;
		} else {
			memory_map_delete(map, i);
		}
	}
	return true;
}

void memory_map_align(struct memory_map *map, u64 align)
{
	unsigned int i = 0;

	while (i < map->count) {
		struct phys_range *range = &map->range[i];

		range->start = ALIGN_UP(range->start, align);
		range->end = ALIGN_DOWN(range->end, align);
		if (range->start < range->end)
			i++;
		else
			memory_map_delete(map, i);
	}
}

u64 memory_map_bytes(const struct memory_map *map)
{
	u64 bytes = 0;

	for (unsigned int i = 0; i < map->count; i++)
		bytes += map->range[i].end - map->range[i].start;
	return bytes;
}

u64 memory_map_take(struct memory_map *map, u64 size, u64 align, u64 limit)
{
	for (unsigned int i = map->count; i-- > 0;) {
		const struct phys_range *range = &map->range[i];
		u64 end = ALIGN_DOWN(min(range->end, limit), align);

		if (end < size || end - size < range->start)
			continue;
		if (!memory_map_remove(map, end - size, end))
			continue;
		return end - size;
	}
	return 0;
}
