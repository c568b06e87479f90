/* SPDX-License-Identifier: MIT */
/* A line, as kernel/irq/ keeps it. */
#pragma once

#include "arch/x86_64/atomic.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/irq_chip.h"
#include "kernel/locks/spinlock.h"

struct irq_desc {
	spinlock_t lock;
	/* [lock] to change; handlers walk it without: an action leaves it before it is freed. */
	struct irqaction *action;
	const struct irq_chip *chip; /* set at boot; NULL: there is no such line */
	bool level;		     /* set at boot: level, not edge triggered */
	u32 disable_depth;	     /* [lock] */
	u32 unhandled;		     /* in a row; only the CPU that serves the line writes it */
	atomic_t in_progress;	     /* CPUs that run its handlers */
};

extern struct irq_desc irq_descs[NR_IRQS];
