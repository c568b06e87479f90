/* SPDX-License-Identifier: MIT */
/* Physical memory that is not ours, at a kernel address: device registers and firmware tables. */
#include "arch/x86_64/paging.h"
#include "kernel/mm/vm_area.h"
#include "kernel/mm/vmalloc.h"

void *ioremap(u64 phys, size_t size)
{
	return map_phys_range(phys, size, PROT_DEVICE, "ioremap");
}

void iounmap(const void *address)
{
	if (address)
		unmap_phys_range(address);
}

static bool in_direct_map(u64 phys, size_t size)
{
	u64 at = phys & PAGE_MASK;
	u64 found;

	for (; at < phys + size; at += PAGE_SIZE)
		if (!kernel_virt_to_phys(DIRECT_MAP_BASE + at, &found))
			return false;
	return true;
}

void *memremap(u64 phys, size_t size)
{
	if (in_direct_map(phys, size))
		return phys_to_virt(phys);
	return map_phys_range(phys, size, PROT_KERNEL, "memremap");
}

void memunmap(const void *address)
{
	if ((unsigned long)address >= VMALLOC_START)
		unmap_phys_range(address);
}
