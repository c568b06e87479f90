/* SPDX-License-Identifier: MIT */
/* Memory as a whole. */
#include "kernel/mm/mm.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/paging_tables.h"
#include "kernel/boot_info.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vm_area.h"
#include "kernel/printk.h"

void mm_init(void)
{
	paging_init();	   /* text is read-only, data not executable, NULL not mapped */
	page_alloc_init(); /* whole pages */
	slab_init();	   /* kmalloc() */
	pr_info("Memory: %luK/%luK available\n", nr_free_pages() * (PAGE_SIZE / 1024),
		memory_map_bytes(&boot_info.ram) / 1024);
}

void si_meminfo(struct sysinfo *info)
{
	struct slabinfo slab;

	*info = (struct sysinfo){
		.totalram = memory_map_bytes(&boot_info.ram),
		.managed = nr_managed_pages() * PAGE_SIZE,
		.freeram = nr_free_pages() * PAGE_SIZE,
		.vmalloc = vmalloc_nr_pages() * PAGE_SIZE,
		.stacks_cached = kernel_stack_cached_pages() * PAGE_SIZE,
		.page_tables = nr_page_table_pages * PAGE_SIZE,
		.kernel_image = boot_info.kernel.end - boot_info.kernel.start,
	};
	for (unsigned int i = 0; slab_get_info(i, &slab); i++) {
		info->slab += slab.pages * PAGE_SIZE;
		info->slab_given += slab.active_objects * slab.object_size;
	}
}
