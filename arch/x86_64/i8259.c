/* SPDX-License-Identifier: MIT */
/* The 8259 pair: initialisation words, masks and end of interrupt (Intel 8259A data sheet). */
#include "arch/x86_64/i8259.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"

#define PRIMARY_COMMAND	  0x20
#define PRIMARY_DATA	  0x21
#define SECONDARY_COMMAND 0xa0
#define SECONDARY_DATA	  0xa1
#define CASCADE_IRQ	  2    /* where the secondary hangs on the primary */
#define ICW1_INIT	  0x11 /* edge triggered, cascaded, ICW4 follows */
#define ICW4_8086	  0x01
#define OCW2_SPECIFIC_EOI 0x60
#define OCW3_READ_ISR	  0x0b

static u16 i8259_masked = 0xffff & ~(1u << CASCADE_IRQ);

static void i8259_write_masks(void)
{
	outb(PRIMARY_DATA, i8259_masked & 0xff);
	outb(SECONDARY_DATA, i8259_masked >> 8);
}

void i8259_init(void)
{
	outb(PRIMARY_COMMAND, ICW1_INIT);
	outb(PRIMARY_DATA, FIRST_EXTERNAL_VECTOR);
	outb(PRIMARY_DATA, 1u << CASCADE_IRQ);
	outb(PRIMARY_DATA, ICW4_8086);
	outb(SECONDARY_COMMAND, ICW1_INIT);
	outb(SECONDARY_DATA, FIRST_EXTERNAL_VECTOR + 8);
	outb(SECONDARY_DATA, CASCADE_IRQ);
	outb(SECONDARY_DATA, ICW4_8086);
	i8259_write_masks();
}

static void i8259_mask_irq(u32 irq)
{
	i8259_masked |= 1u << irq;
	i8259_write_masks();
}

static void i8259_unmask_irq(u32 irq)
{
	i8259_masked &= ~(1u << irq);
	i8259_write_masks();
}

static void i8259_eoi_irq(u32 irq)
{
	if (irq >= 8) {
		outb(SECONDARY_COMMAND, OCW2_SPECIFIC_EOI | (irq - 8));
		irq = CASCADE_IRQ;
	}
	outb(PRIMARY_COMMAND, OCW2_SPECIFIC_EOI | irq);
}

bool i8259_is_spurious(u32 irq)
{
	u16 port = irq < 8 ? PRIMARY_COMMAND : SECONDARY_COMMAND;

	if (irq % 8 != 7)
		return false;
	outb(port, OCW3_READ_ISR);
	if (inb(port) & 0x80)
		return false;
	if (irq == 15) /* the primary did serve a request: the cascade */
		i8259_eoi_irq(CASCADE_IRQ);
	return true;
}

const struct irq_chip i8259_irq_chip = {
	.name = "XT-PIC",
	.mask = i8259_mask_irq,
	.unmask = i8259_unmask_irq,
	.eoi = i8259_eoi_irq,
};
