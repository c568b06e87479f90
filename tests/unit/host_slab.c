/* SPDX-License-Identifier: MIT */
/* kernel/mm/slab.h for host tests: the sanitizers watch these allocations. */
#include <stdlib.h>

#include "kernel/mm/slab.h"

void *kmalloc(size_t size, gfp_t gfp)
{
	return malloc(size ? size : 1);
}

void *kzalloc(size_t size, gfp_t gfp)
{
	return calloc(1, size ? size : 1);
}

void *krealloc(void *object, size_t size, gfp_t gfp)
{
	return realloc(object, size ? size : 1);
}

void kfree(const void *object)
{
	free((void *)object);
}
