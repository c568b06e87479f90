/* SPDX-License-Identifier: MIT */
/* The two loaders' formats, read into boot_info. */
#pragma once

#include "kernel/boot_info.h"

#define MULTIBOOT2_LOADER_MAGIC 0x36d76289u
#define PVH_START_MAGIC		0x336ec578u

/*
 * Each reads the structure at direct-map address @info and fills @boot: loader,
 * cmdline, initrd, rsdp, and its RAM both as ram and, less what the map calls
 * reserved, as free. Context: boot, first page tables.
 */
void multiboot2_read(const void *info, struct boot_info *boot);
void pvh_read(const void *info, struct boot_info *boot);

/* Types of memory in both loaders' maps; they are those of BIOS call e820 (ACPI 6.4, table 15.4).
 */
#define BOOT_MEMORY_RAM	     1
#define BOOT_MEMORY_ACPI     3 /* RAM that holds tables */
#define BOOT_MEMORY_ACPI_NVS 4 /* RAM that the firmware keeps */

/* One line of a memory map. All lines of RAM must come before the others, which win. */
void boot_info_add_memory(struct boot_info *boot, u64 start, u64 length, u32 type);

/* Copies at most @size - 1 characters of @from and ends them with 0. */
void boot_copy_string(char *to, size_t size, const char *from);

/* Keeps a copy of ACPI's root pointer, of which @size bytes can be read. A newer one replaces an
 * older. */
void boot_copy_rsdp(struct boot_info *boot, const void *rsdp, size_t size);
