/* SPDX-License-Identifier: MIT */
/*
 * What ACPI's static tables say: processors, interrupt controllers, timers, how
 * to power off. No AML is run. Table layouts: ACPI Specification 6.4, chapter 5.
 */
#pragma once

#include "kernel/smp/cpumask.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* Starts every table (5.2.6). */
struct acpi_table_header {
	char signature[4];
	u32 length; /* of the whole table, this header included */
	u8 revision;
	u8 checksum; /* all bytes of the table add up to 0 */
	char oem_id[6];
	char oem_table_id[8];
	u32 oem_revision;
	char creator_id[4];
	u32 creator_revision;
} __packed;

#define MAX_IOAPICS 8
#define NR_ISA_IRQS 16

/* How a line signals. */
struct irq_route {
	u32 gsi; /* global number of the I/O APIC input */
	bool level;
	bool active_low;
};

/* The MADT (5.2.12) in our words. */
struct madt_info {
	u64 lapic_address;
	u32 cpu_count; /* usable ones; the first is the one that boots */
	u32 apicid[NR_CPUS];
	u32 cpus_left_out; /* beyond NR_CPUS */
	u32 ioapic_count;
	struct {
		u32 id;
		u32 gsi_base;
		u64 address;
	} ioapic[MAX_IOAPICS];
	struct irq_route isa_irq[NR_ISA_IRQS]; /* where the ISA lines went */
};

/**
 * madt_parse() - read a MADT of any content.
 * @table:	 @bytes bytes, not trusted beyond them.
 * @boot_apicid: of the processor that runs this; becomes cpu 0 even when it is not listed.
 *
 * Pure; also compiled on the host. Return: 0, -EINVAL when it is too short to be a MADT.
 */
int madt_parse(const void *table, size_t bytes, u32 boot_apicid, struct madt_info *info);

/* What an old PC has: one processor, no I/O APIC, ISA lines in place. */
void madt_default(u32 boot_apicid, struct madt_info *info);

/**
 * acpi_parse_s5() - find the sleep types for "off" in a DSDT.
 * @sleep_type: receives SLP_TYPa and SLP_TYPb (7.4.2.6).
 *
 * Looks for a package named _S5_ of constants, which is what all firmware has.
 * Pure. Return: 0, -ENOENT.
 */
int acpi_parse_s5(const void *dsdt, size_t bytes, u8 sleep_type[2]);

/*
 * Finds and maps the tables, checks their sums, and fills madt_info; without ACPI
 * says so. Context: boot, CPU 0, memory can be mapped.
 */
void acpi_init(void);

/* acpi=off. */
int acpi_param(const char *value);

/* Valid after acpi_init(). */
extern struct madt_info madt_info;

/* Return: the table with this 4-byte signature, checked and mapped for good, or NULL. */
const struct acpi_table_header *acpi_find_table(const char *signature);

/* Physical address of the HPET's registers, or 0. */
u64 acpi_hpet_address(void);

/* Finds out how to power off and reset, for the next two. Boot. */
void acpi_power_init(void);
/* Enter S5. Context: any. Returns when that is not possible. */
void acpi_power_off(void);
/* Write the reset register (4.8.3.6). Context: any. Returns when there is none. */
void acpi_reset(void);
