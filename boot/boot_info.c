/* SPDX-License-Identifier: MIT */
/* What the loader told us: read by one of two formats, then made safe to use. */
#include "kernel/boot_info.h"
#include "arch/x86_64/page.h"
#include "boot/loader.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "lib/math.h"
#include "lib/string.h"

struct boot_info boot_info;

#define RSDP_REVISION_OFFSET 15
#define RSDP_OLD_SIZE	     20

void boot_copy_string(char *to, size_t size, const char *from)
{
	size_t i = 0;

	for (; i < size - 1 && from[i]; i++)
		to[i] = from[i];
	to[i] = 0;
}

void boot_copy_rsdp(struct boot_info *boot, const void *rsdp, size_t size)
{
	const u8 *bytes = rsdp;

	if (size < RSDP_OLD_SIZE ||
	    (boot->has_rsdp && bytes[RSDP_REVISION_OFFSET] < boot->rsdp[RSDP_REVISION_OFFSET]))
		return;
	for (size_t i = 0; i < size && i < sizeof(boot->rsdp); i++)
		boot->rsdp[i] = bytes[i];
	boot->has_rsdp = true;
}

void boot_info_add_memory(struct boot_info *boot, u64 start, u64 length, u32 type)
{
	u64 end = start + length;

	if (type == BOOT_MEMORY_RAM)
		memory_map_add(&boot->free, start, end);
	else
		memory_map_remove(&boot->free, start, end);
	if (type == BOOT_MEMORY_RAM || type == BOOT_MEMORY_ACPI || type == BOOT_MEMORY_ACPI_NVS)
		memory_map_add(&boot->ram, start, end);
}

/* GRUB on UEFI loads it as low as it can, where other processors start: moves it up. */
static void boot_info_move_initrd(struct boot_info *boot)
{
	u64 bytes = boot->initrd.end - boot->initrd.start;
	u64 to = memory_map_take(&boot->free, ALIGN_UP(bytes, PAGE_SIZE), PAGE_SIZE, 1ul << 32);

	if (to)
		memmove(phys_to_virt(to), phys_to_virt(boot->initrd.start), bytes);
	boot->initrd = (struct phys_range){to, to ? to + bytes : 0};
}

void boot_info_init(u32 loader_magic, u64 loader_info)
{
	struct boot_info *boot = &boot_info;

	switch (loader_magic) {
	case MULTIBOOT2_LOADER_MAGIC:
		multiboot2_read(phys_to_virt(loader_info), boot);
		break;
	case PVH_START_MAGIC:
		pvh_read(phys_to_virt(loader_info), boot);
		break;
	default:
		panic("boot: neither a Multiboot2 nor a PVH loader (magic %x)", loader_magic);
	}
	if (!boot->free.count)
		panic("boot: the loader's memory map has no RAM");

	boot->kernel = (struct phys_range){KERNEL_PHYS, virt_to_phys(_end)};
	memory_map_remove(&boot->free, 0, LOW_MEMORY_END);
	memory_map_remove(&boot->free, boot->kernel.start, boot->kernel.end);
	memory_map_remove(&boot->free, boot->initrd.start, boot->initrd.end);
	memory_map_align(&boot->free, PAGE_SIZE);
	if (boot->initrd.end && boot->initrd.start < LOW_MEMORY_END)
		boot_info_move_initrd(boot);
	pr_info("boot: loaded by %s\n", boot->loader);
	pr_info("Command line: %s\n", boot->cmdline);
}
