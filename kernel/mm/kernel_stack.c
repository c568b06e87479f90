/* SPDX-License-Identifier: MIT */
/*
 * Kernel stacks. Mapping one costs page table writes, and unmapping one an
 * interrupt to every processor, so a few that were freed are kept as they are.
 */
#include "arch/x86_64/page.h"
#include "kernel/locks/spinlock.h"
#include "kernel/mm/vm_area.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/task.h"

#define STACKS_KEPT 8

static DEFINE_SPINLOCK(stack_cache_lock);
static void *stack_cache[STACKS_KEPT]; /* [stack_cache_lock] */
static u32 stacks_cached;	       /* [stack_cache_lock] */

static void *stack_cache_take(void)
{
	void *stack = NULL;
	u64 flags;

	spin_lock_irqsave(&stack_cache_lock, flags);
	if (stacks_cached)
		stack = stack_cache[--stacks_cached];
	spin_unlock_irqrestore(&stack_cache_lock, flags);
	return stack;
}

/* Nothing is mapped right below an area: what follows the area before it is left free. */
void *alloc_kernel_stack(void)
{
	void *stack = stack_cache_take();

	return stack ? stack : vmalloc_stack(THREAD_SIZE);
}

void free_kernel_stack(void *stack)
{
	u64 flags;

	if (!stack)
		return;
	spin_lock_irqsave(&stack_cache_lock, flags);
	if (stacks_cached < STACKS_KEPT) {
		stack_cache[stacks_cached++] = stack;
		stack = NULL;
	}
	spin_unlock_irqrestore(&stack_cache_lock, flags);
	vfree(stack);
}

void kernel_stack_shrink(void)
{
	void *stack;

	while ((stack = stack_cache_take()))
		vfree(stack);
}

unsigned long kernel_stack_cached_pages(void)
{
	return READ_ONCE(stacks_cached) * (THREAD_SIZE / PAGE_SIZE);
}
