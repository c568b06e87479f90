/* SPDX-License-Identifier: MIT */
/*
 * Kernel stacks. The switch away from a dead task cannot unmap its stack, as that
 * may sleep, and mapping the next one costs page table writes. So a freed stack
 * is kept as it is for the next task; a task that may sleep unmaps the surplus.
 */
#include "arch/x86_64/page.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/vm_area.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/task.h"

/* Linked through the stacks themselves. */
struct unused_stack {
	struct unused_stack *next;
};

static DEFINE_SPINLOCK(unused_stacks_lock);
static struct unused_stack *unused_stacks; /* [unused_stacks_lock] */
static u32 nr_unused_stacks;		   /* [unused_stacks_lock] */

static void *take_unused_stack(u32 keep)
{
	struct unused_stack *stack = NULL;
	u64 flags;

	spin_lock_irqsave(&unused_stacks_lock, flags);
	if (nr_unused_stacks > keep) {
		stack = unused_stacks;
		unused_stacks = stack->next;
		nr_unused_stacks--;
	}
	spin_unlock_irqrestore(&unused_stacks_lock, flags);
	return stack;
}

/* Nothing is mapped right below an area: one page behind the area before it is left free. */
void *alloc_kernel_stack(void)
{
	void *stack = take_unused_stack(0);

	return stack ? stack : vmalloc_stack(THREAD_SIZE);
}

bool free_kernel_stack(void *address)
{
	struct unused_stack *stack = address;
	bool many;
	u64 flags;

	spin_lock_irqsave(&unused_stacks_lock, flags);
	stack->next = unused_stacks;
	unused_stacks = stack;
	many = ++nr_unused_stacks > KERNEL_STACKS_KEPT;
	spin_unlock_irqrestore(&unused_stacks_lock, flags);
	return many;
}

void trim_kernel_stacks(u32 keep)
{
	void *stack;

	while ((stack = take_unused_stack(keep)))
		vfree(stack);
}

unsigned long kernel_stack_cached_pages(void)
{
	return READ_ONCE(nr_unused_stacks) * (THREAD_SIZE / PAGE_SIZE);
}
