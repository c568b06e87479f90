/* SPDX-License-Identifier: MIT */
/* Each processor's writable window on text: two pages, as an instruction may cross into the second.
 */
#include "arch/x86_64/text_patch_alias.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/paging_tables.h"
#include "arch/x86_64/percpu.h"
#include "kernel/smp/cpumask.h"

#define WINDOW_PAGES 2
#define WINDOW_BASE  MODULES_END /* behind the modules: 64 windows, one page table */

static u64 text_alias_table[512] __section(".bss.pages") __aligned(PAGE_SIZE);
_Static_assert(NR_CPUS *WINDOW_PAGES <= 512, "all windows are in one page table");

static DEFINE_PER_CPU(unsigned long, text_alias_page); /* what the window shows; 0: closed */

void text_alias_init(void)
{
	page_table_link(WINDOW_BASE, text_alias_table);
}

/* The image needs no look at the page tables; hundreds of pages are mapped in one patch. */
static __always_inline bool text_phys(unsigned long page, u64 *phys)
{
	if (page >= (u64)_stext && page < (u64)_etext) {
		*phys = page - KERNEL_BASE;
		return true;
	}
	return kernel_virt_to_phys(page, phys);
}

/* Not global: the window has nothing to do with the kernel's other translations. */
static void text_alias_set(u32 cpu, unsigned long text_page)
{
	for (u32 i = 0; i < WINDOW_PAGES; i++) {
		u32 slot = cpu * WINDOW_PAGES + i;
		u64 entry = 0;
		u64 phys;

		if (text_page && text_phys(text_page + i * PAGE_SIZE, &phys))
			entry = phys | (PROT_KERNEL & ~PTE_GLOBAL);
		WRITE_ONCE(text_alias_table[slot], entry);
		invlpg(WINDOW_BASE + slot * PAGE_SIZE);
	}
	text_alias_page = text_page;
}

void *text_alias_map(unsigned long text)
{
	u32 cpu = smp_processor_id();
	unsigned long page = text & PAGE_MASK;
	u64 phys;

	if (page != text_alias_page) {
		if (!text_phys(page, &phys))
			return NULL;
		text_alias_set(cpu, page);
	}
	return (void *)(WINDOW_BASE + cpu * WINDOW_PAGES * PAGE_SIZE + (text & ~PAGE_MASK));
}

void text_alias_unmap(void)
{
	if (text_alias_page)
		text_alias_set(smp_processor_id(), 0);
}
