/* SPDX-License-Identifier: MIT */
/*
 * Work that must leave the context it is found in: queued from anywhere, even
 * an NMI or inside the scheduler, run a moment later in a hard interrupt on
 * the same CPU, where locks may be taken and tasks woken.
 */
#pragma once

#include "lib/types.h"

struct irq_work {
	struct irq_work *next;
	u32 pending; /* 0: neither queued nor running; else bits of irq_work.c */
	void (*func)(struct irq_work *work);
};

static inline void init_irq_work(struct irq_work *work, void (*func)(struct irq_work *work))
{
	work->next = NULL;
	work->pending = 0;
	work->func = func;
}

/*
 * Queues @work on this CPU. Its memory may go away after irq_work_sync().
 * Context: any, NMI included; not traced, takes no lock.
 * Return: false when it was queued already.
 */
bool irq_work_queue(struct irq_work *work);

/* Waits until @work is not queued and not running. Context: task. */
void irq_work_sync(struct irq_work *work);

/* Runs this CPU's queue. Context: hardirq, interrupts off. */
void irq_work_run(void);
