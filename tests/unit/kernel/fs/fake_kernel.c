/* SPDX-License-Identifier: MIT */
/*
 * Memory from malloc(), so that the address sanitizer sees each object; locks that
 * only check that they are not taken twice; one task.
 */
#include "tests/unit/kernel/fs/fake_kernel.h"

#include <assert.h>
#include <stdlib.h>

#include "arch/x86_64/tsc.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/task.h"
#include "lib/string.h"

DEFINE_PER_CPU(struct task_struct *, current_task);
struct tsc_scale tsc_scale;
long fake_objects, fake_pages, fake_page_limit = 1 << 16;

static struct task_struct fake_task;

void fake_task_init(void)
{
	memset(&fake_task, 0, sizeof(fake_task));
	current_task = &fake_task;
}

void *kmalloc(size_t size, gfp_t gfp)
{
	fake_objects++;
	return gfp & __GFP_ZERO ? calloc(1, size + !size) : malloc(size + !size);
}

void *krealloc(void *object, size_t size, gfp_t gfp)
{
	if (!object)
		fake_objects++;
	return realloc(object, size);
}

void kfree(const void *object)
{
	if (object)
		fake_objects--;
	free((void *)object);
}

char *kstrdup(const char *string, gfp_t gfp)
{
	return kmemdup(string, strlen(string) + 1, gfp);
}

void *kmemdup(const void *from, size_t size, gfp_t gfp)
{
	return memcpy(kmalloc(size, gfp), from, size);
}

unsigned long get_zeroed_page(gfp_t gfp)
{
	if (fake_pages >= fake_page_limit)
		return 0;
	fake_pages++;
	return (unsigned long)calloc(1, 4096);
}

void free_pages(unsigned long address, unsigned int order)
{
	if (address)
		fake_pages--;
	free((void *)address);
}

unsigned long nr_free_pages(void)
{
	return fake_page_limit - fake_pages;
}

unsigned long nr_managed_pages(void)
{
	return fake_page_limit;
}

void mutex_init(struct mutex *lock)
{
	lock->owner = NULL;
}

void mutex_lock(struct mutex *lock)
{
	assert(!lock->owner);
	lock->owner = current;
}

void mutex_unlock(struct mutex *lock)
{
	assert(lock->owner == current);
	lock->owner = NULL;
}

void _raw_spin_lock(spinlock_t *lock)
{
	assert(!lock->raw.owner);
	lock->raw.owner = 1;
}

void _raw_spin_unlock(spinlock_t *lock)
{
	assert(lock->raw.owner);
	lock->raw.owner = 0;
}
