/* SPDX-License-Identifier: MIT */
/*
 * A sorted list of physical ranges that do not touch each other. Pure logic, for
 * the time before the page allocator: which RAM is free.
 */
#pragma once

#include "lib/types.h"

#define MEMORY_MAP_MAX 128 /* UEFI firmware may describe RAM in many pieces */

/* Physical bytes start to end - 1. */
struct phys_range {
	u64 start, end;
};

/* Sorted by address; ranges are not empty and have a gap between them. */
struct memory_map {
	unsigned int count;
	struct phys_range range[MEMORY_MAP_MAX];
};

/*
 * Adds @start to @end - 1, merging with what touches it. An empty or backward
 * range adds nothing. Context: boot. Return: false if the map is full (unchanged).
 */
bool memory_map_add(struct memory_map *map, u64 start, u64 end);

/*
 * Takes @start to @end - 1 out of every range. Context: boot.
 * Return: false if a range had to be split and the map is full: its upper part is lost.
 */
bool memory_map_remove(struct memory_map *map, u64 start, u64 end);

/* Shrinks every range to the multiples of @align (a power of two) within it; drops empty ones. */
void memory_map_align(struct memory_map *map, u64 align);

/* Sum of the ranges' sizes in bytes. */
u64 memory_map_bytes(const struct memory_map *map);

/*
 * Takes @size bytes (a multiple of @align) out of the map, as high as possible below @limit.
 * Return: where they are, or 0 when no range has them.
 */
u64 memory_map_take(struct memory_map *map, u64 size, u64 align, u64 limit);
