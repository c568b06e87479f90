/* SPDX-License-Identifier: MIT */
/*
 * Reading what firmware wrote, and not trusting it.
 *
 * The MADT is a list of entries, each with its type and length in its first two
 * bytes (ACPI 6.4, 5.2.12): one that is too short for its type or runs past the
 * table ends the list. The DSDT is byte code, which is searched for the one
 * constant that is needed rather than executed.
 */
#include "arch/x86_64/acpi.h"
#include "lib/errno.h"
#include "lib/string.h"

#define MADT_LAPIC_ADDRESS 36
#define MADT_ENTRIES	   44

#define MADT_CPU_ENABLED     1u
#define MADT_DEFAULT_LAPIC   0xfee00000ul
#define MADT_POLARITY_LOW    3u
#define MADT_TRIGGER_LEVEL   3u
#define MADT_BROADCAST_XAPIC 0xffu /* an id no processor has */

/* AML bytes (20.3). */
#define AML_ZERO	0x00
#define AML_ONE		0x01
#define AML_BYTE_PREFIX 0x0a
#define AML_PACKAGE	0x12

enum madt_entry_type {
	MADT_LAPIC = 0,
	MADT_IOAPIC = 1,
	MADT_ISA_OVERRIDE = 2,
	MADT_LAPIC_ADDRESS_OVERRIDE = 5,
	MADT_X2APIC = 9,
};

static u32 madt_u16(const u8 *bytes)
{
	return bytes[0] | (u32)bytes[1] << 8;
}

static u32 madt_u32(const u8 *bytes)
{
	return madt_u16(bytes) | madt_u16(bytes + 2) << 16;
}

void madt_default(u32 boot_apicid, struct madt_info *info)
{
	memset(info, 0, sizeof(*info));
	info->lapic_address = MADT_DEFAULT_LAPIC;
	info->apicid[0] = boot_apicid;
	info->cpu_count = 1;
	for (u32 irq = 0; irq < NR_ISA_IRQS; irq++)
		info->isa_irq[irq].gsi = irq;
}

static void madt_add_cpu(struct madt_info *info, u32 apicid, u32 flags)
{
	if (!(flags & MADT_CPU_ENABLED))
		return;
	for (u32 cpu = 0; cpu < info->cpu_count; cpu++)
		if (info->apicid[cpu] == apicid)
			return;
	if (info->cpu_count < NR_CPUS)
		info->apicid[info->cpu_count++] = apicid;
	else
		info->cpus_left_out++;
}

static void madt_add_ioapic(struct madt_info *info, const u8 *entry)
{
	u32 n = info->ioapic_count;

	if (n == MAX_IOAPICS)
		return;
	info->ioapic[n].id = entry[2];
	info->ioapic[n].address = madt_u32(entry + 4);
	info->ioapic[n].gsi_base = madt_u32(entry + 8);
	info->ioapic_count++;
}

static void madt_add_override(struct madt_info *info, const u8 *entry)
{
	u32 irq = entry[3], flags = madt_u16(entry + 8);

	if (irq >= NR_ISA_IRQS)
		return;
	info->isa_irq[irq].gsi = madt_u32(entry + 4);
	info->isa_irq[irq].active_low = (flags & 3) == MADT_POLARITY_LOW;
	info->isa_irq[irq].level = (flags >> 2 & 3) == MADT_TRIGGER_LEVEL;
}

/* What an entry must at least have to be read; 0: its type is of no interest. */
static u32 madt_entry_size(u8 type)
{
	switch (type) {
	case MADT_LAPIC:
		return 8;
	case MADT_IOAPIC:
	case MADT_LAPIC_ADDRESS_OVERRIDE:
		return 12;
	case MADT_ISA_OVERRIDE:
		return 10;
	case MADT_X2APIC:
		return 16;
	default:
		return 0;
	}
}

static void madt_read_entry(struct madt_info *info, const u8 *entry)
{
	switch (entry[0]) {
	case MADT_LAPIC:
		if (entry[3] != MADT_BROADCAST_XAPIC)
			madt_add_cpu(info, entry[3], madt_u32(entry + 4));
		break;
	case MADT_X2APIC:
		madt_add_cpu(info, madt_u32(entry + 4), madt_u32(entry + 8));
		break;
	case MADT_IOAPIC:
		madt_add_ioapic(info, entry);
		break;
	case MADT_ISA_OVERRIDE:
		madt_add_override(info, entry);
		break;
	case MADT_LAPIC_ADDRESS_OVERRIDE:
		info->lapic_address = madt_u32(entry + 4) | (u64)madt_u32(entry + 8) << 32;
		break;
	}
}

int madt_parse(const void *table, size_t bytes, u32 boot_apicid, struct madt_info *info)
{
	const u8 *entry = table;
	size_t left;

	madt_default(boot_apicid, info);
	if (bytes < MADT_ENTRIES)
		return -EINVAL;
	info->lapic_address = madt_u32(entry + MADT_LAPIC_ADDRESS);
	entry += MADT_ENTRIES;
	left = bytes - MADT_ENTRIES;
	while (left >= 2 && entry[1] >= 2 && entry[1] <= left &&
	       entry[1] >= madt_entry_size(entry[0])) {
		madt_read_entry(info, entry);
		left -= entry[1];
		entry += entry[1];
	}
	return 0;
}

/* Reads a constant of the package at @at. Return: bytes used, 0 when it is something else. */
static size_t acpi_read_constant(const u8 *at, const u8 *end, u8 *value)
{
	if (at < end && (*at == AML_ZERO || *at == AML_ONE)) {
		*value = *at;
		return 1;
	}
	if (at + 1 < end && *at == AML_BYTE_PREFIX) {
		*value = at[1];
		return 2;
	}
	return 0;
}

/* Reads the first two constants of the package at @at. Return: whether it is one. */
static bool acpi_read_package(const u8 *at, const u8 *end, u8 sleep_type[2])
{
	size_t used;

	if (end - at < 3 || *at++ != AML_PACKAGE)
		return false;
	at += 1 + (*at >> 6); /* its length has one byte, and as many more as bits 7-6 say */
	at += 1;	      /* number of elements */
	if (at >= end)
		return false;
	used = acpi_read_constant(at, end, &sleep_type[0]);
	return used && acpi_read_constant(at + used, end, &sleep_type[1]);
}

int acpi_parse_s5(const void *dsdt, size_t bytes, u8 sleep_type[2])
{
	const u8 *start = dsdt, *end = start + bytes;

	if (bytes < 8)
		return -ENOENT;
	for (const u8 *at = start; at < end - 8; at++)
		if (!memcmp(at, "_S5_", 4) && acpi_read_package(at + 4, end, sleep_type))
			return 0;
	return -ENOENT;
}
