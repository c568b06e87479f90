/* SPDX-License-Identifier: MIT */
/* The final page tables, built once at boot: everything gets the least it needs. */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/paging.h"
#include "arch/x86_64/paging_tables.h"
#include "arch/x86_64/text_patch_alias.h"
#include "kernel/boot_info.h"
#include "lib/math.h"

#define SIZE_2MIB (1ul << 21)

/* boot/start.asm: the first tables. */
extern u64 boot_pml4[];

static u64 pml4_slot(unsigned long virt)
{
	return virt >> 39 & 511;
}

static void paging_map_direct(const struct memory_map *ram)
{
	for (unsigned int i = 0; i < ram->count; i++) {
		u64 phys = ALIGN_DOWN(ram->range[i].start, SIZE_2MIB);

		for (; phys < ram->range[i].end; phys += SIZE_2MIB)
			map_kernel_2mib(DIRECT_MAP_BASE + phys, phys, PROT_KERNEL);
	}
}

static void paging_map_image(const char *from, const char *to, u64 prot)
{
	for (unsigned long virt = (unsigned long)from; virt < (unsigned long)to; virt += PAGE_SIZE)
		map_kernel_page(virt, virt - KERNEL_BASE, prot);
}

/* Nor may text be written through its second address. */
static void paging_protect_direct(const char *from, const char *to)
{
	u64 phys = virt_to_phys(from);

	for (; phys < virt_to_phys(to); phys += PAGE_SIZE)
		page_table_set_prot(DIRECT_MAP_BASE + phys, PROT_KERNEL_RO);
}

void paging_init(void)
{
	paging_map_direct(&boot_info.ram);
	paging_map_image(_stext, __start_rodata, PROT_KERNEL_ROX);
	paging_map_image(__start_rodata, __end_rodata, PROT_KERNEL_RO);
	paging_map_image(_sdata, __bss_stop, PROT_KERNEL);
	paging_map_image(__bss_stop, _end, PROT_KERNEL_RO);
	paging_protect_direct(_stext, __end_rodata);
	paging_protect_direct(__bss_stop, _end);
	unmap_kernel_page((unsigned long)cpu0_init_stack.guard);
	unmap_kernel_page((unsigned long)cpu0_double_fault_stack.guard);
	unmap_kernel_page((unsigned long)cpu0_nmi_stack.guard);
	text_alias_init();
	page_table_prepare_slot(VMALLOC_START); /* every mm to come can share this slot */

	boot_pml4[pml4_slot(DIRECT_MAP_BASE)] = kernel_pml4[pml4_slot(DIRECT_MAP_BASE)];
	boot_pml4[pml4_slot(VMALLOC_START)] = kernel_pml4[pml4_slot(VMALLOC_START)];
	boot_pml4[pml4_slot(KERNEL_BASE)] = kernel_pml4[pml4_slot(KERNEL_BASE)];
	kernel_cr3 = virt_to_phys(kernel_pml4);
	write_cr3(kernel_cr3);
}

u64 paging_ap_cr3(void)
{
	return virt_to_phys(boot_pml4);
}
