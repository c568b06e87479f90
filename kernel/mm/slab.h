/* SPDX-License-Identifier: MIT */
/*
 * Memory in bytes. kmalloc() takes from caches of a few sizes, larger requests
 * from the page allocator; a kmem_cache holds objects of one size of your own.
 *
 * Always on: each object is followed by a word that says whether it is given
 * out, so freeing twice, freeing what was never allocated, and writing past the
 * end are found when the object is freed, and panic with its name.
 */
#pragma once

#include "kernel/mm/gfp.h"
#include "lib/compiler.h"

/**
 * kmalloc() - allocate @size bytes, physically contiguous, aligned to 8 bytes at least.
 *
 * The caller owns it until kfree(). A request for 0 bytes gives the smallest object.
 * More than half a page comes page aligned, from whole pages.
 * Context: any but NMI, with GFP_ATOMIC where sleeping is not allowed. Return: NULL when there is
 * none.
 */
void *kmalloc(size_t size, gfp_t gfp);

/* @count * @size bytes; NULL when that overflows. */
void *kmalloc_array(size_t count, size_t size, gfp_t gfp);

static __always_inline void *kzalloc(size_t size, gfp_t gfp)
{
	return kmalloc(size, gfp | __GFP_ZERO);
}

static __always_inline void *kcalloc(size_t count, size_t size, gfp_t gfp)
{
	return kmalloc_array(count, size, gfp | __GFP_ZERO);
}

/*
 * Makes an allocation @size bytes long, moving it if needed; NULL is an empty one.
 * Return: its address, or NULL, and then the old one is untouched.
 */
void *krealloc(void *object, size_t size, gfp_t gfp);

/* Gives back what any of the above, or kmem_cache_alloc(), returned; NULL does nothing. Any but
 * NMI. */
void kfree(const void *object);

/* Bytes that may be used at @object, at least what was asked for. */
size_t ksize(const void *object);

/* Copies into new memory; NULL when there is none. */
char *kstrdup(const char *string, gfp_t gfp);
char *kstrndup(const char *string, size_t max, gfp_t gfp);
void *kmemdup(const void *from, size_t size, gfp_t gfp);

struct kmem_cache;

/**
 * kmem_cache_create() - a cache of objects of @size bytes.
 * @name:  kept, not copied; shown in /proc/slabinfo and in panics.
 * @align: 0, or a power of two up to 4096.
 *
 * Context: boot or task. Return: NULL when there is no memory or there are too many caches.
 */
struct kmem_cache *kmem_cache_create(const char *name, size_t size, size_t align);

/* Context: any but NMI. Return: an object, or NULL. */
void *kmem_cache_alloc(struct kmem_cache *cache, gfp_t gfp);
void kmem_cache_free(struct kmem_cache *cache, void *object);

static __always_inline void *kmem_cache_zalloc(struct kmem_cache *cache, gfp_t gfp)
{
	return kmem_cache_alloc(cache, gfp | __GFP_ZERO);
}

/* All objects must be free; panics otherwise. Context: task. */
void kmem_cache_destroy(struct kmem_cache *cache);

/* Gives empty slabs back to the page allocator. Context: task. */
void kmem_cache_shrink_all(void);

/* A line of /proc/slabinfo. */
struct slabinfo {
	const char *name;
	unsigned long active_objects, total_objects, object_size, slabs, pages;
};

/* Fills @info for cache number @index, from 0 on. Context: task. Return: false behind the last. */
bool slab_get_info(unsigned int index, struct slabinfo *info);

/* Boot: after the page allocator. kmalloc() works from here on. */
void slab_init(void);
