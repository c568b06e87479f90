/* SPDX-License-Identifier: MIT */
/*
 * The I/O APICs: each input, numbered globally (GSI), is sent to a processor
 * with a vector of our choice.
 */
#pragma once

/*
 * Gives every line its controller: the I/O APICs that the MADT names, with the ISA
 * lines where the firmware routed them; without any, the 8259s. All lines masked.
 * Context: boot, after apic_init() and irq_init().
 */
void irq_chips_init(void);
