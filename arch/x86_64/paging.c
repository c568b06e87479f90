/* SPDX-License-Identifier: MIT */
/* The kernel's page tables: four levels of 512 entries (SDM vol. 3, 4.5). */
#include "arch/x86_64/paging.h"
#include "arch/x86_64/cpu.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/boot_alloc.h"
#include "kernel/mm/page_alloc.h"
#include "lib/errno.h"

#define ENTRIES	    512
#define LEVEL_PML4  3 /* levels count down to 0, the entries of single pages */
#define LEVEL_2MIB  1
#define LEVEL_PAGE  0
#define TABLE_FLAGS (PTE_PRESENT | PTE_WRITE) /* the last level decides */

u64 kernel_pml4[ENTRIES] __section(".bss.pages") __aligned(PAGE_SIZE);
u64 kernel_cr3;
unsigned long nr_page_table_pages;

static DEFINE_SPINLOCK(page_table_lock); /* guards adding tables and splitting */

static __always_inline u64 *table_entry(u64 *table, unsigned long virt, int level)
{
	return &table[virt >> (PAGE_SHIFT + 9 * level) & (ENTRIES - 1)];
}

static __always_inline u64 *entry_table(u64 entry)
{
	return phys_to_virt(entry & PTE_ADDRESS);
}

static u64 *page_table_alloc(void)
{
	if (!mem_map)
		return boot_alloc(PAGE_SIZE);
	nr_page_table_pages++;
	return (u64 *)__get_free_pages(GFP_ATOMIC | __GFP_ZERO, 0);
}

/* Makes the one entry of a large page a table of 512 smaller ones that say the same. */
static u64 *page_table_split(u64 entry)
{
	u64 *table = page_table_alloc();

	if (!table)
		return NULL;
	for (int i = 0; i < ENTRIES; i++)
		table[i] = (entry & ~PTE_HUGE) + (u64)i * PAGE_SIZE;
	return table;
}

/* The entry for @virt at @level, with all tables on the way; NULL without memory. Locked. */
static u64 *page_table_make(unsigned long virt, int level)
{
	u64 *table = kernel_pml4;

	for (int at = LEVEL_PML4; at > level; at--) {
		u64 *entry = table_entry(table, virt, at);

		if (!(*entry & PTE_PRESENT) || *entry & PTE_HUGE) {
			u64 *next =
				*entry & PTE_HUGE ? page_table_split(*entry) : page_table_alloc();

			if (!next)
				return NULL;
			WRITE_ONCE(*entry, virt_to_phys(next) | TABLE_FLAGS);
		}
		table = entry_table(*entry);
	}
	return table_entry(table, virt, level);
}

/* The last entry on the way to @virt that exists, and its level. */
static notrace u64 *page_table_find(unsigned long virt, int *level)
{
	u64 *table = kernel_pml4;

	for (int at = LEVEL_PML4;; at--) {
		u64 *entry = table_entry(table, virt, at);

		if (at == LEVEL_PAGE || !(*entry & PTE_PRESENT) || *entry & PTE_HUGE) {
			*level = at;
			return entry;
		}
		table = entry_table(*entry);
	}
}

int map_kernel_page(unsigned long virt, u64 phys, u64 prot)
{
	u64 flags, *entry;

	spin_lock_irqsave(&page_table_lock, flags);
	entry = page_table_make(virt, LEVEL_PAGE);
	if (entry)
		WRITE_ONCE(*entry, phys | prot);
	spin_unlock_irqrestore(&page_table_lock, flags);
	return entry ? 0 : -ENOMEM;
}

u64 unmap_kernel_page(unsigned long virt)
{
	int level;
	u64 *entry = page_table_find(virt, &level);
	u64 old = *entry;

	if (level != LEVEL_PAGE || !(old & PTE_PRESENT))
		return 0;
	WRITE_ONCE(*entry, 0);
	invlpg(virt);
	return old & PTE_ADDRESS;
}

notrace bool kernel_virt_to_phys(unsigned long virt, u64 *phys)
{
	int level;
	u64 entry = *page_table_find(virt, &level);
	u64 offset_mask = (1ul << (PAGE_SHIFT + 9 * level)) - 1;

	if (!(entry & PTE_PRESENT))
		return false;
	*phys = (entry & PTE_ADDRESS & ~offset_mask) | (virt & offset_mask);
	return true;
}

int page_table_set_prot(unsigned long virt, u64 prot)
{
	u64 flags, *entry = NULL;
	int level;

	spin_lock_irqsave(&page_table_lock, flags);
	if (*page_table_find(virt, &level) & PTE_PRESENT)
		entry = page_table_make(virt, LEVEL_PAGE);
	if (entry)
		WRITE_ONCE(*entry, (*entry & PTE_ADDRESS) | prot);
	spin_unlock_irqrestore(&page_table_lock, flags);
	return entry ? 0 : -EFAULT;
}

void map_kernel_2mib(u64 virt, u64 phys, u64 prot)
{
	*page_table_make(virt, LEVEL_2MIB) = phys | prot | PTE_HUGE;
}

void page_table_link(unsigned long virt, u64 *last_table)
{
	*page_table_make(virt, LEVEL_2MIB) = virt_to_phys(last_table) | TABLE_FLAGS;
}

void page_table_prepare_slot(unsigned long virt)
{
	page_table_make(virt, LEVEL_PML4 - 1);
}
