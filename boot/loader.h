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

/* One line of a memory map. All RAM must be added before anything is reserved. */
void boot_info_add_ram(struct boot_info *boot, u64 start, u64 length);
void boot_info_reserve(struct boot_info *boot, u64 start, u64 length);

/* Copies at most @size - 1 characters of @from and ends them with 0. */
void boot_copy_string(char *to, size_t size, const char *from);

/* Keeps a copy of ACPI's root pointer, of which @size bytes can be read. A newer one replaces an older. */
void boot_copy_rsdp(struct boot_info *boot, const void *rsdp, size_t size);
