/* SPDX-License-Identifier: MIT */
/*
 * Ranges of kernel addresses, and what is mapped there. An area is a struct in a
 * list sorted by address; the pages behind it are known to the page tables alone.
 */
#include "kernel/mm/vmalloc.h"
#include "arch/x86_64/paging.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vm_area.h"
#include "kernel/panic.h"
#include "lib/math.h"
#include "lib/string.h"

static DEFINE_SPINLOCK(vmap_lock);

/* Both lists: [vmap_lock]. */
static struct vm_space vmalloc_space = {VMALLOC_START, VMALLOC_END,
					LIST_HEAD_INIT(vmalloc_space.areas)};
static struct vm_space module_space = {MODULES_START, MODULES_END,
				       LIST_HEAD_INIT(module_space.areas)};

static unsigned long nr_vmalloc_pages; /* [vmap_lock] mapped, device memory not counted */

/* Puts @area into the first gap that has room for it and an unmapped page behind. Locked. */
static bool insert_vm_area(struct vm_space *space, struct vm_area *area)
{
	unsigned long start = space->start;
	struct vm_area *next;

	list_for_each_entry (next, &space->areas, list) {
		if (next->address - start >= area->size + PAGE_SIZE)
			break;
		start = next->address + next->size + PAGE_SIZE;
	}
	if (&next->list == &space->areas && space->end - start < area->size + PAGE_SIZE)
		return false;
	area->address = start;
	list_add_tail(&area->list, &next->list);
	return true;
}

struct vm_area *get_vm_area(struct vm_space *space, size_t size, const char *kind)
{
	struct vm_area *area = kmalloc(sizeof(*area), GFP_KERNEL);
	bool found = false;
	u64 flags;

	if (!area)
		return NULL;
	area->size = ALIGN_UP(size, PAGE_SIZE);
	area->kind = kind;
	if (size && area->size) {
		spin_lock_irqsave(&vmap_lock, flags);
		found = insert_vm_area(space, area);
		spin_unlock_irqrestore(&vmap_lock, flags);
	}
	if (!found) {
		kfree(area);
		return NULL;
	}
	return area;
}

static struct vm_area *find_vm_area(struct vm_space *space, unsigned long address)
{
	struct vm_area *area, *found = NULL;
	u64 flags;

	spin_lock_irqsave(&vmap_lock, flags);
	list_for_each_entry (area, &space->areas, list) {
		if (area->address == address) {
			found = area;
			break;
		}
	}
	spin_unlock_irqrestore(&vmap_lock, flags);
	return found;
}

static void account_vmalloc_pages(long pages)
{
	u64 flags;

	spin_lock_irqsave(&vmap_lock, flags);
	nr_vmalloc_pages += (unsigned long)pages;
	spin_unlock_irqrestore(&vmap_lock, flags);
}

/*
 * Unmaps everything, waits until no processor has a translation left, and only
 * then gives up the pages (if they are ours) and the addresses.
 */
static void remove_vm_area(struct vm_area *area, bool free_page_frames)
{
	struct page *page, *next;
	LIST_HEAD(pages);
	long count = 0;
	u64 flags;

	for (unsigned long at = 0; at < area->size; at += PAGE_SIZE) {
		u64 phys = unmap_kernel_page(area->address + at);

		if (!phys || !free_page_frames)
			continue;
		list_add(&pfn_to_page(phys >> PAGE_SHIFT)->list, &pages);
		count++;
	}
	flush_tlb_kernel_range(area->address, area->address + area->size);
	list_for_each_entry_safe (page, next, &pages, list)
		__free_page(page);
	account_vmalloc_pages(-count);
	spin_lock_irqsave(&vmap_lock, flags);
	list_del(&area->list);
	spin_unlock_irqrestore(&vmap_lock, flags);
	kfree(area);
}

static void *vmalloc_in_space(struct vm_space *space, size_t size, const char *kind, gfp_t gfp)
{
	struct vm_area *area;

	if (size >> PAGE_SHIFT > nr_managed_pages())
		return NULL;
	area = get_vm_area(space, size, kind);
	if (!area)
		return NULL;
	for (unsigned long at = 0; at < area->size; at += PAGE_SIZE) {
		struct page *page = alloc_page(gfp);

		if (!page || map_kernel_page(area->address + at, page_to_phys(page), PROT_KERNEL)) {
			if (page)
				__free_page(page);
			account_vmalloc_pages((long)(at >> PAGE_SHIFT));
			remove_vm_area(area, true);
			return NULL;
		}
	}
	account_vmalloc_pages((long)(area->size >> PAGE_SHIFT));
	return (void *)area->address;
}

static void vfree_from_space(struct vm_space *space, const void *address, const char *what)
{
	struct vm_area *area;

	if (!address)
		return;
	area = find_vm_area(space, (unsigned long)address);
	if (!area)
		panic("vmalloc: %s(%lx): not the start of an area", what, (unsigned long)address);
	remove_vm_area(area, true);
}

void *vmalloc(size_t size)
{
	return vmalloc_in_space(&vmalloc_space, size, "vmalloc", GFP_KERNEL);
}

void *vzalloc(size_t size)
{
	return vmalloc_in_space(&vmalloc_space, size, "vmalloc", GFP_KERNEL | __GFP_ZERO);
}

void *vmalloc_stack(size_t size)
{
	return vmalloc_in_space(&vmalloc_space, size, "stack", GFP_KERNEL);
}

void vfree(const void *address)
{
	vfree_from_space(&vmalloc_space, address, "vfree");
}

void *module_alloc(size_t size)
{
	return vmalloc_in_space(&module_space, size, "module", GFP_KERNEL);
}

void module_memfree(void *address)
{
	vfree_from_space(&module_space, address, "module_memfree");
}

void *map_phys_range(u64 phys, size_t size, u64 prot, const char *kind)
{
	u64 offset = phys & ~PAGE_MASK;
	struct vm_area *area = get_vm_area(&vmalloc_space, size + offset, kind);

	if (!area)
		return NULL;
	for (unsigned long at = 0; at < area->size; at += PAGE_SIZE) {
		if (map_kernel_page(area->address + at, phys - offset + at, prot)) {
			remove_vm_area(area, false);
			return NULL;
		}
	}
	return (void *)(area->address + offset);
}

void unmap_phys_range(const void *address)
{
	struct vm_area *area = find_vm_area(&vmalloc_space, (unsigned long)address & PAGE_MASK);

	if (!area)
		panic("vmalloc: iounmap(%lx): not mapped", (unsigned long)address);
	remove_vm_area(area, false);
}

bool vmalloc_get_info(unsigned int index, struct vm_area_info *info)
{
	struct vm_space *const spaces[] = {&vmalloc_space, &module_space};
	struct vm_area *area;
	bool found = false;
	u64 flags;

	spin_lock_irqsave(&vmap_lock, flags);
	for (unsigned int i = 0; i < ARRAY_SIZE(spaces); i++) {
		list_for_each_entry (area, &spaces[i]->areas, list) {
			if (index-- == 0) {
				*info = (struct vm_area_info){area->address, area->size,
							      area->kind};
				found = true;
				break;
			}
		}
		if (found)
			break;
	}
	spin_unlock_irqrestore(&vmap_lock, flags);
	return found;
}

unsigned long vmalloc_nr_pages(void)
{
	return READ_ONCE(nr_vmalloc_pages);
}
