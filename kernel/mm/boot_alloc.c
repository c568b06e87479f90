/* SPDX-License-Identifier: MIT */
/* Memory before the page allocator. */
#include "kernel/mm/boot_alloc.h"
#include "arch/x86_64/page.h"
#include "kernel/boot_info.h"
#include "kernel/panic.h"
#include "lib/string.h"

#define FOUR_GIB (1ul << 32) /* what the first page tables map */

void *boot_alloc(size_t size)
{
	u64 phys = memory_map_take(&boot_info.free, size, PAGE_SIZE, FOUR_GIB);

	if (!phys)
		panic("boot_alloc: no %lu bytes of free memory in one piece", size);
	return memset(phys_to_virt(phys), 0, size);
}
