/* SPDX-License-Identifier: MIT */
/* Sorting and searching arrays. */
#pragma once

#include "lib/types.h"

/**
 * sort() - sort an array in place, smallest first.
 * @base:    the first element
 * @count:   number of elements
 * @bytes:   size of one element
 * @compare: below, equal to or above 0 as *a is to stand before, beside or behind *b
 *
 * Heap sort: never slower than count * log(count), no recursion, no memory.
 * Equal elements may change places.
 *
 * Context: any.
 */
void sort(void *base, size_t count, size_t bytes, int (*compare)(const void *a, const void *b));

/**
 * bsearch() - find an element of a sorted array.
 * @key:     handed to @compare as its first argument
 * @compare: as for sort(), of the key and an element
 *
 * Context: any.
 * Return:  an element that compares equal to @key, or NULL.
 */
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
	      int (*compare)(const void *key, const void *element));
