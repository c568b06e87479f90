/* SPDX-License-Identifier: MIT */
/* I/O APICs (82093AA data sheet): two registers in memory, behind them the redirection table. */
#include "arch/x86_64/ioapic.h"

#include "arch/x86_64/acpi.h"
#include "arch/x86_64/apic.h"
#include "arch/x86_64/i8259.h"
#include "arch/x86_64/irq_vectors.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/irq_chip.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "lib/errno.h"

#define IOAPIC_SELECT	  0x00
#define IOAPIC_WINDOW	  0x10
#define IOAPIC_VERSION	  0x01 /* bits 23-16: highest input */
#define IOAPIC_REDIRECT	  0x10 /* two registers per input */
#define REDIRECT_LOW	  (1u << 13)
#define REDIRECT_LEVEL	  (1u << 15)
#define REDIRECT_MASKED	  (1u << 16)
#define REDIRECT_ID_SHIFT 24

struct ioapic {
	volatile u8 *registers;
	u32 gsi_base;
	u32 inputs;
};

static struct ioapic ioapics[MAX_IOAPICS];

/* How each line is wired; gsi counts over all I/O APICs. Set at boot. */
static struct irq_route ioapic_routes[NR_IRQS];

/* The two registers of an I/O APIC are used together. */
static DEFINE_SPINLOCK(ioapic_lock);

static u32 ioapic_read(const struct ioapic *ioapic, u32 reg)
{
	*(volatile u32 *)(ioapic->registers + IOAPIC_SELECT) = reg;
	return *(volatile u32 *)(ioapic->registers + IOAPIC_WINDOW);
}

static void ioapic_write(const struct ioapic *ioapic, u32 reg, u32 value)
{
	*(volatile u32 *)(ioapic->registers + IOAPIC_SELECT) = reg;
	*(volatile u32 *)(ioapic->registers + IOAPIC_WINDOW) = value;
}

/* Return: the I/O APIC that has input @gsi, or NULL. */
static const struct ioapic *ioapic_of_gsi(u32 gsi)
{
	for (u32 i = 0; i < MAX_IOAPICS; i++)
		if (ioapics[i].registers && gsi - ioapics[i].gsi_base < ioapics[i].inputs)
			return &ioapics[i];
	return NULL;
}

/* Writes the redirection entry of line @irq; @masked is 0 or REDIRECT_MASKED. */
static void ioapic_write_route(u32 irq, u32 masked)
{
	const struct irq_route *route = &ioapic_routes[irq];
	const struct ioapic *ioapic = ioapic_of_gsi(route->gsi);
	u32 reg = IOAPIC_REDIRECT + 2 * (route->gsi - ioapic->gsi_base);
	u64 flags;

	spin_lock_irqsave(&ioapic_lock, flags);
	ioapic_write(ioapic, reg + 1, madt_info.apicid[0] << REDIRECT_ID_SHIFT);
	ioapic_write(ioapic, reg,
		     (FIRST_EXTERNAL_VECTOR + irq) | (route->active_low ? REDIRECT_LOW : 0) |
			     (route->level ? REDIRECT_LEVEL : 0) | masked);
	spin_unlock_irqrestore(&ioapic_lock, flags);
}

static void ioapic_mask_irq(u32 irq)
{
	ioapic_write_route(irq, REDIRECT_MASKED);
}

static void ioapic_unmask_irq(u32 irq)
{
	ioapic_write_route(irq, 0);
}

static void ioapic_eoi_irq(u32 irq)
{
	apic_eoi();
}

static const struct irq_chip ioapic_irq_chip = {
	.name = "IO-APIC",
	.mask = ioapic_mask_irq,
	.unmask = ioapic_unmask_irq,
	.eoi = ioapic_eoi_irq,
};

/* Maps I/O APIC @n of the MADT and masks its inputs. */
static void ioapic_map(u32 n)
{
	struct ioapic *ioapic = &ioapics[n];

	ioapic->registers = ioremap(madt_info.ioapic[n].address, 4096);
	if (!ioapic->registers)
		return;
	ioapic->gsi_base = madt_info.ioapic[n].gsi_base;
	ioapic->inputs = (ioapic_read(ioapic, IOAPIC_VERSION) >> 16 & 0xff) + 1;
	for (u32 input = 0; input < ioapic->inputs; input++)
		ioapic_write(ioapic, IOAPIC_REDIRECT + 2 * input, REDIRECT_MASKED);
	pr_info("ioapic: id %u at 0x%lx, lines %u to %u\n", madt_info.ioapic[n].id,
		madt_info.ioapic[n].address, ioapic->gsi_base,
		ioapic->gsi_base + ioapic->inputs - 1);
}

void irq_chips_init(void)
{
	i8259_init();
	if (!apic_present() || !madt_info.ioapic_count) {
		for (u32 irq = 0; irq < NR_ISA_IRQS; irq++)
			irq_set_chip(irq, &i8259_irq_chip, false);
		return;
	}
	for (u32 n = 0; n < madt_info.ioapic_count; n++)
		ioapic_map(n);
	for (u32 irq = 0; irq < NR_IRQS; irq++) {
		/* Above the ISA lines come PCI's: level triggered, active low. */
		struct irq_route pci = {irq, true, true};

		ioapic_routes[irq] = irq < NR_ISA_IRQS ? madt_info.isa_irq[irq] : pci;
		if (ioapic_of_gsi(ioapic_routes[irq].gsi))
			irq_set_chip(irq, &ioapic_irq_chip, ioapic_routes[irq].level);
	}
}
