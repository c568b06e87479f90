/* SPDX-License-Identifier: MIT */
/* kernel/mm/slab.h for host tests: the sanitizers watch these allocations. */
#include <stdlib.h>

#include "kernel/mm/slab.h"

void *kmalloc(size_t size, gfp_t gfp)
{
	size = size ? size : 1;
	return gfp & __GFP_ZERO ? calloc(1, size) : malloc(size);
}

void *kmalloc_array(size_t count, size_t size, gfp_t gfp)
{
	return kmalloc(count * size, gfp);
}

void *krealloc(void *object, size_t size, gfp_t gfp)
{
	return realloc(object, size ? size : 1);
}

void kfree(const void *object)
{
	free((void *)object);
}
