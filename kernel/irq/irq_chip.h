/* SPDX-License-Identifier: MIT */
/* What a kind of interrupt controller can do with a line. */
#pragma once

#include "lib/types.h"

struct irq_chip {
	const char *name; /* as in /proc/interrupts: "IO-APIC" */
	/* Context: the line's lock held, interrupts off. */
	void (*mask)(u32 irq);
	void (*unmask)(u32 irq);
	/* The handler is done. Context: hardirq. */
	void (*eoi)(u32 irq);
};

/* Gives line @irq a controller: request_irq() works for it from here on. Boot. */
void irq_set_chip(u32 irq, const struct irq_chip *chip, bool level);
