/* SPDX-License-Identifier: MIT */
/* GRUB: the boot information of Multiboot2 (specification 2.0, 3.6). */
#include "arch/x86_64/page.h"
#include "boot/loader.h"
#include "lib/math.h"

struct multiboot2_info {
	u32 total_size;
	u32 reserved;
};

struct multiboot2_tag {
	u32 type;
	u32 size; /* header included; the next tag starts at a multiple of 8 */
};

enum {
	MULTIBOOT2_END = 0,
	MULTIBOOT2_CMDLINE = 1,
	MULTIBOOT2_LOADER_NAME = 2,
	MULTIBOOT2_MODULE = 3,
	MULTIBOOT2_MEMORY_MAP = 6,
	MULTIBOOT2_RSDP_OLD = 14,
	MULTIBOOT2_RSDP_NEW = 15,
};

struct multiboot2_string {
	struct multiboot2_tag tag;
	char text[];
};

struct multiboot2_module {
	struct multiboot2_tag tag;
	u32 start, end;
	char cmdline[];
};

struct multiboot2_memory_map_entry {
	u64 address;
	u64 length;
	u32 type;
	u32 reserved;
};

struct multiboot2_memory_map {
	struct multiboot2_tag tag;
	u32 entry_size;
	u32 entry_version;
	char entries[];
};

/* Goes through the map once, for RAM or for everything else. */
static void multiboot2_read_memory_map(const struct multiboot2_memory_map *map, bool ram,
				       struct boot_info *boot)
{
	const char *end = (const char *)map + map->tag.size;

	for (const char *at = map->entries; at + map->entry_size <= end; at += map->entry_size) {
		const struct multiboot2_memory_map_entry *entry = (const void *)at;

		if (ram == (entry->type == BOOT_MEMORY_RAM))
			boot_info_add_memory(boot, entry->address, entry->length, entry->type);
	}
}

/* GRUB puts a backslash in front of these three wherever they stand in the command line. */
static void multiboot2_unescape(char *text)
{
	char *out = text;

	for (; *text; text++) {
		if (text[0] == '\\' && (text[1] == '\\' || text[1] == '"' || text[1] == '\''))
			text++;
		*out++ = *text;
	}
	*out = 0;
}

static void multiboot2_read_tag(const struct multiboot2_tag *tag, struct boot_info *boot)
{
	const struct multiboot2_string *string = (const void *)tag;
	const struct multiboot2_module *module = (const void *)tag;

	switch (tag->type) {
	case MULTIBOOT2_CMDLINE:
		boot_copy_string(boot->cmdline, sizeof(boot->cmdline), string->text);
		multiboot2_unescape(boot->cmdline);
		break;
	case MULTIBOOT2_LOADER_NAME:
		boot_copy_string(boot->loader, sizeof(boot->loader), string->text);
		break;
	case MULTIBOOT2_MODULE:
		if (!boot->initrd.end)
			boot->initrd = (struct phys_range){module->start, module->end};
		break;
	case MULTIBOOT2_MEMORY_MAP:
		multiboot2_read_memory_map((const void *)tag, true, boot);
		multiboot2_read_memory_map((const void *)tag, false, boot);
		break;
	case MULTIBOOT2_RSDP_OLD:
	case MULTIBOOT2_RSDP_NEW:
		boot_copy_rsdp(boot, tag + 1, tag->size - sizeof(*tag));
		break;
	}
}

void multiboot2_read(const void *info, struct boot_info *boot)
{
	const struct multiboot2_info *head = info;
	const char *end = (const char *)info + head->total_size;
	const char *at = (const char *)(head + 1);

	while (at + sizeof(struct multiboot2_tag) <= end) {
		const struct multiboot2_tag *tag = (const void *)at;

		if (tag->type == MULTIBOOT2_END || tag->size < sizeof(*tag))
			break;
		multiboot2_read_tag(tag, boot);
		at += ALIGN_UP(tag->size, 8u);
	}
}
