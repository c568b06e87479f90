/* SPDX-License-Identifier: MIT */
/*
 * Power off and reset by ACPI's fixed registers. The address of the registers is
 * in the FADT (5.2.9), the value that means "off" in the DSDT.
 */
#include "arch/x86_64/acpi.h"
#include "arch/x86_64/cpu.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/string.h"

/* Offsets in the FADT. */
#define FADT_DSDT	  40
#define FADT_SMI_CMD	  48
#define FADT_ACPI_ENABLE  52
#define FADT_PM1A_CNT	  64
#define FADT_PM1B_CNT	  68
#define FADT_FLAGS	  112
#define FADT_RESET_REG	  116 /* generic address: space id, 3 bytes, 8 bytes of address */
#define FADT_RESET_VALUE  128
#define FADT_RESET_END	  129
#define FADT_FLAG_RESET	  (1u << 10)
#define ADDRESS_SPACE_IO  1
#define PM1_SCI_EN	  (1u << 0)
#define PM1_SLP_EN	  (1u << 13)
#define PM1_SLP_TYP_SHIFT 10

#define ACPI_ENABLE_TRIES 100000

static struct {
	u16 pm1a_control, pm1b_control; /* ports; 0: not there */
	u16 smi_command;
	u8 enable_value;
	bool can_sleep;
	u8 sleep_type[2];
	u16 reset_port;
	u8 reset_value;
} acpi_power;

static u32 fadt_u32(const u8 *fadt, u32 offset)
{
	u32 value;

	memcpy(&value, fadt + offset, sizeof(value));
	return value;
}

static void acpi_find_s5(u64 dsdt_phys)
{
	const struct acpi_table_header *dsdt = memremap(dsdt_phys, sizeof(*dsdt));
	u32 length = dsdt && !memcmp(dsdt->signature, "DSDT", 4) ? dsdt->length : 0;

	memunmap(dsdt);
	dsdt = length ? memremap(dsdt_phys, length) : NULL;
	if (dsdt)
		acpi_power.can_sleep = !acpi_parse_s5(dsdt, length, acpi_power.sleep_type);
	memunmap(dsdt);
}

void acpi_power_init(void)
{
	const struct acpi_table_header *table = acpi_find_table("FACP");
	const u8 *fadt = (const u8 *)table;

	if (!table || table->length < FADT_PM1B_CNT + 4)
		return;
	acpi_power.pm1a_control = fadt_u32(fadt, FADT_PM1A_CNT);
	acpi_power.pm1b_control = fadt_u32(fadt, FADT_PM1B_CNT);
	acpi_power.smi_command = fadt_u32(fadt, FADT_SMI_CMD);
	acpi_power.enable_value = fadt[FADT_ACPI_ENABLE];
	acpi_find_s5(fadt_u32(fadt, FADT_DSDT));
	if (table->length >= FADT_RESET_END && fadt_u32(fadt, FADT_FLAGS) & FADT_FLAG_RESET &&
	    fadt[FADT_RESET_REG] == ADDRESS_SPACE_IO) {
		acpi_power.reset_port = fadt_u32(fadt, FADT_RESET_REG + 4);
		acpi_power.reset_value = fadt[FADT_RESET_VALUE];
	}
}

/* The registers answer only in ACPI mode, which the firmware turns on when asked (4.8.2.2). */
static void acpi_enable(void)
{
	if (!acpi_power.smi_command || inw(acpi_power.pm1a_control) & PM1_SCI_EN)
		return;
	outb(acpi_power.smi_command, acpi_power.enable_value);
	for (int i = 0; i < ACPI_ENABLE_TRIES; i++)
		if (inw(acpi_power.pm1a_control) & PM1_SCI_EN)
			return;
}

void acpi_power_off(void)
{
	if (!acpi_power.can_sleep || !acpi_power.pm1a_control)
		return;
	acpi_enable();
	outw(acpi_power.pm1a_control,
	     PM1_SLP_EN | (u32)acpi_power.sleep_type[0] << PM1_SLP_TYP_SHIFT);
	if (acpi_power.pm1b_control)
		outw(acpi_power.pm1b_control,
		     PM1_SLP_EN | (u32)acpi_power.sleep_type[1] << PM1_SLP_TYP_SHIFT);
}

void acpi_reset(void)
{
	if (acpi_power.reset_port)
		outb(acpi_power.reset_port, acpi_power.reset_value);
}
