/* SPDX-License-Identifier: MIT */
/*
 * The kernel's page tables: who may read, write and execute what. One set for
 * all processors; the lower half of the address space is empty.
 */
#pragma once

#include "arch/x86_64/page.h"
#include "lib/compiler.h"

/* Bits of an entry (SDM vol. 3, 4.5). */
#define PTE_PRESENT (1ul << 0)
#define PTE_WRITE   (1ul << 1)
#define PTE_USER    (1ul << 2)
#define PTE_PWT	    (1ul << 3)
#define PTE_PCD	    (1ul << 4) /* with PWT: uncached, whatever the MTRRs say */
#define PTE_HUGE    (1ul << 7) /* in a page directory: 2 MiB */
#define PTE_GLOBAL  (1ul << 8)
#define PTE_NX	    (1ul << 63)
#define PTE_ADDRESS 0x000ffffffffff000ul

#define PROT_KERNEL	(PTE_PRESENT | PTE_WRITE | PTE_GLOBAL | PTE_NX)
#define PROT_KERNEL_RO	(PTE_PRESENT | PTE_GLOBAL | PTE_NX)
#define PROT_KERNEL_ROX (PTE_PRESENT | PTE_GLOBAL)
#define PROT_DEVICE	(PROT_KERNEL | PTE_PCD | PTE_PWT)

/* Physical address of the kernel's top-level table: %cr3 of every task without an mm. */
extern u64 kernel_cr3;

/*
 * Builds the final tables from boot_info and changes to them: text read-only,
 * rodata read-only, everything else not executable, and nothing mapped at 0.
 * Boot, CPU 0; its memory comes from boot_info.free.
 */
void paging_init(void);

/*
 * %cr3 for a processor on its way from real mode: the same as kernel_cr3, and the
 * first 4 GiB at their physical address, executable. Below 4 GiB itself. EFER.NXE
 * must be on before it is used. Change to kernel_cr3 as soon as kernel code runs.
 */
u64 paging_ap_cr3(void);

/**
 * map_kernel_page() - let the page at kernel address @virt be physical page @phys.
 * @prot: PROT_..., or PTE_ bits.
 *
 * The page must not be mapped; its place must be outside direct map and image.
 * Context: task, or boot; may allocate a table. Return: 0, -ENOMEM.
 */
int map_kernel_page(unsigned long virt, u64 phys, u64 prot);

/*
 * Takes away the mapping. Other processors may still use it until
 * flush_tlb_kernel_range(). Context: any. Return: the physical page, 0 if there was none.
 */
u64 unmap_kernel_page(unsigned long virt);

/* Where kernel address @virt really lies. Context: any. Return: false if it is not mapped. */
bool kernel_virt_to_phys(unsigned long virt, u64 *phys);

/* Makes every processor forget its translations of start to end - 1. Context: task, irqs on. */
void flush_tlb_kernel_range(unsigned long start, unsigned long end);

/**
 * set_memory_ro() and so on - change what @pages pages from @address on allow.
 *
 * For 4 KiB mappings (vmalloc, modules, kernel image); flushes every processor.
 * Never writable and executable at once: _rw takes away execution, _x and _rox writing.
 * Context: task, interrupts on. Return: 0, or -EFAULT at the first page that is not mapped.
 */
int set_memory_ro(unsigned long address, unsigned int pages);
int set_memory_rw(unsigned long address, unsigned int pages);
int set_memory_rox(unsigned long address, unsigned int pages);
