/* SPDX-License-Identifier: MIT */
/* Changing what is mapped already, and making every processor notice. */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/paging_tables.h"
#include "kernel/smp/smp.h"
#include "lib/errno.h"

/* From so many pages on it is cheaper to forget everything. */
#define FLUSH_ALL_PAGES 32

struct tlb_range {
	unsigned long start, end;
};

/* Turning PGE off drops all entries, global ones too (SDM vol. 3, 4.10.4.1). */
static void flush_tlb_all_local(void)
{
	u64 cr4 = read_cr4();

	if (cr4 & CR4_PGE) {
		write_cr4(cr4 & ~CR4_PGE);
		write_cr4(cr4);
	} else {
		write_cr3(read_cr3());
	}
}

static void flush_tlb_range_local(void *info)
{
	const struct tlb_range *range = info;

	if (range->end - range->start >= FLUSH_ALL_PAGES * PAGE_SIZE) {
		flush_tlb_all_local();
		return;
	}
	for (unsigned long at = range->start; at < range->end; at += PAGE_SIZE)
		invlpg(at);
}

void flush_tlb_kernel_range(unsigned long start, unsigned long end)
{
	struct tlb_range range = {start, end};

	if (num_online_cpus() <= 1)
		flush_tlb_range_local(&range);
	else
		on_each_cpu(flush_tlb_range_local, &range, true);
}

static int set_memory_prot(unsigned long address, unsigned int pages, u64 prot)
{
	unsigned long end = address + pages * PAGE_SIZE;
	int error = 0;

	for (unsigned long at = address; at < end && !error; at += PAGE_SIZE)
		error = page_table_set_prot(at, prot);
	flush_tlb_kernel_range(address, end);
	return error;
}

int set_memory_ro(unsigned long address, unsigned int pages)
{
	return set_memory_prot(address, pages, PROT_KERNEL_RO);
}

int set_memory_rw(unsigned long address, unsigned int pages)
{
	return set_memory_prot(address, pages, PROT_KERNEL);
}

int set_memory_rox(unsigned long address, unsigned int pages)
{
	return set_memory_prot(address, pages, PROT_KERNEL_ROX);
}
