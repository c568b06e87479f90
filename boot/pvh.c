/* SPDX-License-Identifier: MIT */
/* `qemu -kernel`: the start information of Xen's PVH entry point (Xen's hvm/start_info.h). */
#include "arch/x86_64/page.h"
#include "boot/loader.h"

struct hvm_start_info {
	u32 magic;
	u32 version; /* 1 and up have the memory map */
	u32 flags;
	u32 module_count;
	u64 module_list;
	u64 cmdline;
	u64 rsdp;
	u64 memory_map;
	u32 memory_map_count;
	u32 reserved;
};

struct hvm_module {
	u64 address;
	u64 size;
	u64 cmdline;
	u64 reserved;
};

struct hvm_memory_map_entry {
	u64 address;
	u64 size;
	u32 type;
	u32 reserved;
};

void pvh_read(const void *info, struct boot_info *boot)
{
	const struct hvm_start_info *start = info;
	const struct hvm_memory_map_entry *map = phys_to_virt(start->memory_map);
	u32 count = start->version >= 1 ? start->memory_map_count : 0;

	boot_copy_string(boot->loader, sizeof(boot->loader), "PVH");
	if (start->cmdline)
		boot_copy_string(boot->cmdline, sizeof(boot->cmdline),
				 phys_to_virt(start->cmdline));
	if (start->module_count) {
		const struct hvm_module *module = phys_to_virt(start->module_list);

		boot->initrd.start = module->address;
		boot->initrd.end = module->address + module->size;
	}
	if (start->rsdp)
		boot_copy_rsdp(boot, phys_to_virt(start->rsdp), sizeof(boot->rsdp));
	for (u32 i = 0; i < count; i++)
		if (map[i].type == BOOT_MEMORY_RAM)
			boot_info_add_memory(boot, map[i].address, map[i].size, map[i].type);
	for (u32 i = 0; i < count; i++)
		if (map[i].type != BOOT_MEMORY_RAM)
			boot_info_add_memory(boot, map[i].address, map[i].size, map[i].type);
}
