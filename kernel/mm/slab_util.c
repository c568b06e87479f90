/* SPDX-License-Identifier: MIT */
/* Allocation with a little work on top. */
#include "kernel/mm/slab.h"
#include "lib/string.h"

void *kmalloc_array(size_t count, size_t size, gfp_t gfp)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		return NULL;
	return kmalloc(bytes, gfp);
}

void *krealloc(void *object, size_t size, gfp_t gfp)
{
	size_t old_size = ksize(object);
	void *bigger;

	if (object && size <= old_size)
		return object;
	bigger = kmalloc(size, gfp);
	if (!bigger)
		return NULL;
	memcpy(bigger, object, old_size);
	kfree(object);
	return bigger;
}

void *kmemdup(const void *from, size_t size, gfp_t gfp)
{
	void *copy = kmalloc(size, gfp);

	return copy ? memcpy(copy, from, size) : NULL;
}

char *kstrndup(const char *string, size_t max, gfp_t gfp)
{
	size_t length = strnlen(string, max);
	char *copy = kmalloc(length + 1, gfp);

	if (!copy)
		return NULL;
	memcpy(copy, string, length);
	copy[length] = 0;
	return copy;
}

char *kstrdup(const char *string, gfp_t gfp)
{
	return kmemdup(string, strlen(string) + 1, gfp);
}
