/* SPDX-License-Identifier: MIT */
/* Memory: a set of objects of changing sizes, each filled, and looked at before it is freed. */
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/stress/stress.h"
#include "lib/errno.h"
#include "lib/string.h"

#define OBJECTS	     64
#define PAGES_EVERY  64 /* operations between two uses of pages and vmalloc() */
#define VMALLOC_SIZE (5 * PAGE_SIZE)

struct stress_object {
	u8 *memory;
	u32 bytes;
};

/* Sizes from 8 bytes to 16 KiB. */
static u32 stress_object_size(u64 operation)
{
	return 8u << operation * 7 % 11 << (operation % 17 == 0);
}

static bool stress_object_is_intact(const struct stress_object *object)
{
	u8 mark = object->bytes >> 3;

	return object->memory[0] == mark && object->memory[object->bytes / 2] == mark &&
	       object->memory[object->bytes - 1] == mark;
}

static void stress_mm_object(struct stress_worker *w, struct stress_object *object)
{
	if (object->memory && !stress_object_is_intact(object))
		stress_fail(w, "an object was overwritten", 0);
	kfree(object->memory);
	object->bytes = stress_object_size(w->operations);
	object->memory = kmalloc(object->bytes, GFP_KERNEL);
	if (!object->memory)
		stress_fail(w, "kmalloc", -ENOMEM);
	else
		memset(object->memory, object->bytes >> 3, object->bytes);
}

static void stress_mm_pages(struct stress_worker *w)
{
	u32 order = w->operations / PAGES_EVERY % 4;
	unsigned long pages = __get_free_pages(GFP_KERNEL, order);
	u8 *area = vmalloc(VMALLOC_SIZE);

	if (!pages || !area)
		stress_fail(w, "pages", -ENOMEM);
	else
		area[VMALLOC_SIZE - 1] = *(u8 *)pages = 1;
	vfree(area);
	free_pages(pages, order);
}

void stress_mm(struct stress_worker *w)
{
	struct stress_object *objects = kcalloc(OBJECTS, sizeof(*objects), GFP_KERNEL);

	if (!objects) {
		stress_fail(w, "kcalloc", -ENOMEM);
		return;
	}
	do {
		stress_mm_object(w, &objects[w->operations * 13 % OBJECTS]);
		if (w->operations % PAGES_EVERY == 0)
			stress_mm_pages(w);
	} while (stress_goes_on(w));
	for (u32 i = 0; i < OBJECTS; i++)
		kfree(objects[i].memory);
	kfree(objects);
}
