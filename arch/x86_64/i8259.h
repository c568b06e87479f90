/* SPDX-License-Identifier: MIT */
/*
 * The two 8259 interrupt controllers of a PC. Masked where an I/O APIC does
 * their work; otherwise lines 0 to 15 come through them.
 */
#pragma once

#include "kernel/irq/irq_chip.h"

/* Moves their vectors out of the way of the exceptions, to 0x20, and masks all lines. Boot. */
void i8259_init(void);

/* For lines 0 to 15 when there is no I/O APIC. */
extern const struct irq_chip i8259_irq_chip;

/*
 * The 8259 raises line 7 or 15 when a request vanishes before it is served. Such
 * an interrupt must not be ended on the chip that raised it.
 * Context: hardirq. Return: whether this was one.
 */
bool i8259_is_spurious(u32 irq);
