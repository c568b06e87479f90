/* SPDX-License-Identifier: MIT */
/* The table of interrupt lines: who handles which, and whether it may fire. */
#include "kernel/irq/irq.h"

#include "kernel/irq/irq_chip.h"
#include "kernel/irq/irq_desc.h"
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "lib/errno.h"

struct irq_desc irq_descs[NR_IRQS];

void irq_set_chip(u32 irq, const struct irq_chip *chip, bool level)
{
	struct irq_desc *desc = &irq_descs[irq];

	desc->chip = chip;
	desc->level = level;
}

/* Return: the line if it exists and has a controller, else NULL. */
static struct irq_desc *irq_to_desc(u32 irq)
{
	return irq < NR_IRQS && irq_descs[irq].chip ? &irq_descs[irq] : NULL;
}

/* Adds @action to the line, last. Return: 0 or -EBUSY. */
static int setup_irq(u32 irq, struct irq_desc *desc, struct irqaction *action)
{
	struct irqaction **last = &desc->action;
	int error = 0;
	u64 flags;

	spin_lock_irqsave(&desc->lock, flags);
	if (desc->action && !(desc->action->flags & action->flags & IRQF_SHARED)) {
		error = -EBUSY;
	} else {
		while (*last)
			last = &(*last)->next;
		WRITE_ONCE(*last, action);
		if (last == &desc->action && !desc->disable_depth)
			desc->chip->unmask(irq);
	}
	spin_unlock_irqrestore(&desc->lock, flags);
	return error;
}

int request_irq(u32 irq, irq_handler_t handler, u32 flags, const char *name, void *dev)
{
	struct irq_desc *desc = irq_to_desc(irq);
	struct irqaction *action;
	int error;

	if (!desc || !handler || (flags & IRQF_SHARED && !dev))
		return -EINVAL;
	action = kzalloc(sizeof(*action), GFP_KERNEL);
	if (!action)
		return -ENOMEM;
	action->handler = handler;
	action->dev = dev;
	action->name = name;
	action->flags = flags;
	error = setup_irq(irq, desc, action);
	if (error)
		kfree(action);
	return error;
}

/* Takes @dev's action off the line. Return: it, or NULL. */
static struct irqaction *remove_irq_action(u32 irq, struct irq_desc *desc, void *dev)
{
	struct irqaction **link = &desc->action;
	struct irqaction *action;
	u64 flags;

	spin_lock_irqsave(&desc->lock, flags);
	while (*link && (*link)->dev != dev)
		link = &(*link)->next;
	action = *link;
	if (action)
		WRITE_ONCE(*link, action->next);
	if (!desc->action)
		desc->chip->mask(irq);
	spin_unlock_irqrestore(&desc->lock, flags);
	return action;
}

void free_irq(u32 irq, void *dev)
{
	struct irq_desc *desc = irq_to_desc(irq);
	struct irqaction *action = desc ? remove_irq_action(irq, desc, dev) : NULL;

	if (!action) {
		pr_warn("irq: free_irq(%u, %p): no such handler\n", irq, dev);
		return;
	}
	synchronize_irq(irq); /* a handler that has found the action before is done then */
	kfree(action);
}

void synchronize_irq(u32 irq)
{
	struct irq_desc *desc = irq_to_desc(irq);

	while (desc && atomic_read(&desc->in_progress))
		cpu_relax();
}

void disable_irq_nosync(u32 irq)
{
	struct irq_desc *desc = irq_to_desc(irq);
	u64 flags;

	if (!desc)
		return;
	spin_lock_irqsave(&desc->lock, flags);
	if (desc->disable_depth++ == 0)
		desc->chip->mask(irq);
	spin_unlock_irqrestore(&desc->lock, flags);
}

void enable_irq(u32 irq)
{
	struct irq_desc *desc = irq_to_desc(irq);
	u64 flags;

	if (!desc)
		return;
	spin_lock_irqsave(&desc->lock, flags);
	if (!desc->disable_depth)
		pr_warn("irq: enable_irq(%u) without disable_irq\n", irq);
	else if (--desc->disable_depth == 0 && desc->action)
		desc->chip->unmask(irq);
	spin_unlock_irqrestore(&desc->lock, flags);
}
