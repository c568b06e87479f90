/* SPDX-License-Identifier: MIT */
/*
 * What the loader told us, in one form whoever the loader was. Everything but the
 * initrd is copied: it does not point into memory that will be handed out.
 */
#pragma once

#include "kernel/mm/memory_map.h"

#define BOOT_CMDLINE_MAX 4096

struct boot_info {
	char loader[32];		/* "PVH", or what a Multiboot2 loader calls itself */
	char cmdline[BOOT_CMDLINE_MAX]; /* "" when there is none */
	struct memory_map ram;		/* all RAM, with what the firmware keeps for ACPI */
	struct memory_map free;		/* whole pages for use: without kernel, initrd, low 1 MiB */
	struct phys_range kernel;	/* the whole image with .bss and symbols, whole pages */
	struct phys_range initrd;	/* the first module, exact bytes; 0, 0 when there is none */
	bool has_rsdp;
	u8 rsdp[36]; /* copy of ACPI's root pointer (ACPI 6.4, 5.2.5.3); an old one has 20 bytes */
};

/* Filled by boot_info_init(), read-only afterwards. */
extern struct boot_info boot_info;

/**
 * boot_info_init() - read what the loader left in memory into boot_info.
 * @loader_magic: says which loader it was.
 * @loader_info:  physical address of its data, below 4 GiB.
 *
 * Context: boot, on the first page tables. Panics on an unknown loader or without RAM.
 */
void boot_info_init(u32 loader_magic, u64 loader_info);

/*
 * Physical memory below LOW_MEMORY_END is never handed out by the page allocator.
 * Other processors start in real mode, in the page at AP_TRAMPOLINE_PHYS.
 */
#define AP_TRAMPOLINE_PHYS 0x8000ul
#define LOW_MEMORY_END	   0x100000ul
