/* SPDX-License-Identifier: MIT */
/* The tables themselves; for paging_init.c and its neighbours only. */
#pragma once

#include "lib/types.h"

extern u64 kernel_pml4[];

/* Tables taken from the page allocator so far; they are kept for good. */
extern unsigned long nr_page_table_pages;

/* Maps 2 MiB; both addresses are multiples of it. Boot. */
void map_kernel_2mib(u64 virt, u64 phys, u64 prot);

/* Makes @last_table the 512 page entries around @virt. Boot. */
void page_table_link(unsigned long virt, u64 *last_table);

/* Makes the second-level table of the 512 GiB around @virt. Boot. */
void page_table_prepare_slot(unsigned long virt);

/*
 * Gives the mapped page at @virt other PTE_ bits, splitting a 2 MiB page; flushes nothing.
 * Context: task, boot. Return: 0, -EFAULT when it is not mapped.
 */
int page_table_set_prot(unsigned long virt, u64 prot);
