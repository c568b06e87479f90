/* SPDX-License-Identifier: MIT */
/* Heap sort and binary search. */
#include "lib/sort.h"

#include "lib/compiler.h"

static inline void swap_elements(char *a, char *b, size_t bytes)
{
	for (; bytes >= 8; bytes -= 8, a += 8, b += 8) {
		u64 word;

		__builtin_memcpy(&word, a, 8);
		__builtin_memcpy(a, b, 8);
		__builtin_memcpy(b, &word, 8);
	}
	for (; bytes; bytes--, a++, b++) {
		char byte = *a;

		*a = *b;
		*b = byte;
	}
}

/*
 * Lets element @root (a byte offset, as all positions here) sink until neither
 * of its children, at 2 * root + 1 and + 2 elements, is larger.
 */
static void sift_down(char *base, size_t root, size_t end, size_t bytes,
		      int (*compare)(const void *a, const void *b))
{
	for (;;) {
		size_t child = 2 * root + bytes;

		if (child >= end)
			return;
		if (child + bytes < end && compare(base + child, base + child + bytes) < 0)
			child += bytes;
		if (compare(base + root, base + child) >= 0)
			return;
		swap_elements(base + root, base + child, bytes);
		root = child;
	}
}

void sort(void *base, size_t count, size_t bytes, int (*compare)(const void *a, const void *b))
{
	size_t end = count * bytes;

	/* Make a heap: the largest element comes to the front. */
	for (size_t root = count / 2 * bytes; root > 0;) {
		root -= bytes;
		sift_down(base, root, end, bytes, compare);
	}
	/* Move it behind the heap, which gets shorter by one. */
	while (end > bytes) {
		end -= bytes;
		swap_elements(base, (char *)base + end, bytes);
		sift_down(base, 0, end, bytes, compare);
	}
}

void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
	      int (*compare)(const void *key, const void *element))
{
	const char *low = base;

	while (count) {
		const char *middle = low + count / 2 * bytes;
		int order = compare(key, middle);

		if (order == 0)
			return (void *)middle;
		if (order > 0) {
			low = middle + bytes;
			count--;
		}
		count /= 2;
	}
	return NULL;
}
