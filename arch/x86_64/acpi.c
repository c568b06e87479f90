/* SPDX-License-Identifier: MIT */
/*
 * Finding ACPI's tables: the root pointer (RSDP) names the list of tables (XSDT,
 * or the older RSDT), and each table begins with a signature, its length and a
 * byte that makes its sum 0.
 */
#include "arch/x86_64/acpi.h"

#include "arch/x86_64/apic.h"
#include "kernel/boot_info.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/string.h"

#define ACPI_MAX_TABLES	     32
#define ACPI_MAX_TABLE_BYTES (4ul << 20) /* what is larger is garbage */

#define RSDP_SIZE_V1	20u
#define RSDP_SIZE_V2	36u
#define BIOS_AREA	0xe0000ul
#define BIOS_AREA_SIZE	0x20000ul
#define HPET_TABLE_SIZE 56u
#define HPET_SPACE_ID	40u /* of the address: 0 is memory */
#define HPET_ADDRESS	44u

/* 5.2.5.3. */
struct acpi_rsdp {
	char signature[8];
	u8 checksum; /* of the first 20 bytes */
	char oem_id[6];
	u8 revision; /* 2: the rest is there */
	u32 rsdt_address;
	u32 length;
	u64 xsdt_address;
	u8 extended_checksum;
	u8 reserved[3];
} __packed;

_Static_assert(sizeof(struct acpi_rsdp) == RSDP_SIZE_V2, "as boot_info keeps it");

struct madt_info madt_info;

static const struct acpi_table_header *acpi_tables[ACPI_MAX_TABLES];
static u32 acpi_table_count;
static bool acpi_disabled;

int acpi_param(const char *value)
{
	if (!value || strcmp(value, "off"))
		return -EINVAL;
	acpi_disabled = true;
	return 0;
}

static bool acpi_sum_is_zero(const void *data, size_t bytes)
{
	const u8 *byte = data;
	u8 sum = 0;

	while (bytes--)
		sum += *byte++;
	return sum == 0;
}

static bool acpi_rsdp_is_valid(const struct acpi_rsdp *rsdp)
{
	return !memcmp(rsdp->signature, "RSD PTR ", sizeof(rsdp->signature)) &&
	       acpi_sum_is_zero(rsdp, RSDP_SIZE_V1);
}

/* The loader's copy, or the one in the BIOS area (5.2.5.1). Return: whether there is one. */
static bool acpi_find_rsdp(struct acpi_rsdp *rsdp)
{
	const u8 *area;
	bool found = false;

	if (boot_info.has_rsdp) {
		memcpy(rsdp, boot_info.rsdp, sizeof(*rsdp));
		return acpi_rsdp_is_valid(rsdp);
	}
	area = memremap(BIOS_AREA, BIOS_AREA_SIZE);
	for (u64 at = 0; area && !found && at + RSDP_SIZE_V2 <= BIOS_AREA_SIZE; at += 16) {
		memcpy(rsdp, area + at, sizeof(*rsdp));
		found = acpi_rsdp_is_valid(rsdp);
	}
	memunmap(area);
	return found;
}

/* Return: the whole table at @phys, mapped for good, or NULL when it is damaged. */
static const struct acpi_table_header *acpi_map_table(u64 phys)
{
	const struct acpi_table_header *table = memremap(phys, sizeof(*table));
	u32 length;

	if (!table)
		return NULL;
	length = table->length;
	if (length < sizeof(*table) || length > ACPI_MAX_TABLE_BYTES) {
		pr_warn("acpi: table at 0x%lx: a length of %u makes no sense\n", phys, length);
		memunmap(table);
		return NULL;
	}
	memunmap(table);
	table = memremap(phys, length);
	if (table && !acpi_sum_is_zero(table, length)) {
		pr_warn("acpi: table %.4s at 0x%lx: wrong checksum, ignored\n", table->signature,
			phys);
		memunmap(table);
		return NULL;
	}
	return table;
}

/* Maps every table that the root table names; @entry_bytes is 4 in an RSDT, 8 in an XSDT. */
static void acpi_map_tables(const struct acpi_table_header *root, u32 entry_bytes)
{
	const u8 *entry = (const u8 *)(root + 1);
	u32 count = (root->length - sizeof(*root)) / entry_bytes;

	for (; count-- && acpi_table_count < ACPI_MAX_TABLES; entry += entry_bytes) {
		const struct acpi_table_header *table;
		u64 phys = 0;

		memcpy(&phys, entry, entry_bytes);
		table = phys ? acpi_map_table(phys) : NULL;
		if (table)
			acpi_tables[acpi_table_count++] = table;
	}
}

const struct acpi_table_header *acpi_find_table(const char *signature)
{
	for (u32 i = 0; i < acpi_table_count; i++)
		if (!memcmp(acpi_tables[i]->signature, signature, 4))
			return acpi_tables[i];
	return NULL;
}

/* Return: whether there are tables. */
static bool acpi_find_tables(void)
{
	const struct acpi_table_header *root = NULL;
	struct acpi_rsdp rsdp;
	u32 entry_bytes = 8;

	if (acpi_disabled || !acpi_find_rsdp(&rsdp))
		return false;
	if (rsdp.revision >= 2 && rsdp.xsdt_address)
		root = acpi_map_table(rsdp.xsdt_address);
	if (!root) {
		entry_bytes = 4;
		root = acpi_map_table(rsdp.rsdt_address);
	}
	if (root)
		acpi_map_tables(root, entry_bytes);
	return acpi_table_count != 0;
}

void acpi_init(void)
{
	u32 boot_apicid = apic_initial_id();
	const struct acpi_table_header *madt;

	madt_default(boot_apicid, &madt_info);
	if (!acpi_find_tables()) {
		pr_notice("acpi: %s: one CPU, ISA interrupts\n",
			  acpi_disabled ? "switched off" : "no tables");
		return;
	}
	madt = acpi_find_table("APIC");
	if (!madt || madt_parse(madt, madt->length, boot_apicid, &madt_info))
		pr_notice("acpi: no MADT: one CPU, ISA interrupts\n");
	if (madt_info.cpus_left_out)
		pr_warn("acpi: %u CPUs beyond the first %u are not used\n", madt_info.cpus_left_out,
			NR_CPUS);
	acpi_power_init();
}

u64 acpi_hpet_address(void)
{
	const struct acpi_table_header *hpet = acpi_find_table("HPET");
	u64 address;

	if (!hpet || hpet->length < HPET_TABLE_SIZE || ((const u8 *)hpet)[HPET_SPACE_ID])
		return 0;
	memcpy(&address, (const u8 *)hpet + HPET_ADDRESS, sizeof(address));
	return address;
}
