/* SPDX-License-Identifier: MIT */
/* The HPET's main counter. Registers: IA-PC HPET Specification 1.0a, section 2.3. */
#include "arch/x86_64/hpet.h"

#include "arch/x86_64/acpi.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "lib/compiler.h"
#include "lib/errno.h"

#define HPET_ID		   0x00 /* bits 63-32: period in fs */
#define HPET_CONFIG	   0x10
#define HPET_COUNTER	   0xf0
#define HPET_CONFIG_ENABLE 1u
#define HPET_SIZE	   0x400
#define HPET_MAX_PERIOD_FS 100000000u /* the specification's limit: 100 ns */
#define FS_PER_SEC	   1000000000000000ul

static volatile u8 *hpet_registers;
static u64 hpet_rate;

static u64 hpet_read_register(u32 offset)
{
	/* 32 bits at a time, as some chipsets split a 64-bit read. */
	return *(volatile u32 *)(hpet_registers + offset);
}

int hpet_init(void)
{
	u64 address = acpi_hpet_address();
	u64 period_fs;

	if (!address)
		return -ENODEV;
	hpet_registers = ioremap(address, HPET_SIZE);
	if (!hpet_registers)
		return -ENODEV;
	period_fs = hpet_read_register(HPET_ID + 4);
	if (!period_fs || period_fs > HPET_MAX_PERIOD_FS) {
		pr_warn("hpet: period of %lu fs makes no sense, not used\n", period_fs);
		return -ENODEV;
	}
	hpet_rate = FS_PER_SEC / period_fs;
	*(volatile u32 *)(hpet_registers + HPET_CONFIG) =
		hpet_read_register(HPET_CONFIG) | HPET_CONFIG_ENABLE;
	return 0;
}

u64 hpet_read(void)
{
	return hpet_rate ? hpet_read_register(HPET_COUNTER) : 0;
}

u64 hpet_hz(void)
{
	return hpet_rate;
}
