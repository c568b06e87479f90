/* SPDX-License-Identifier: MIT */
/* Memory and other processors, for the ring. */
#include "trace/ring/ring_platform.h"
#include "arch/x86_64/page.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/smp/smp.h"

void *ring_page_alloc(u32 bytes)
{
	return (void *)__get_free_pages(GFP_KERNEL, get_order(bytes));
}

void ring_page_free(void *page, u32 bytes)
{
	free_pages((unsigned long)page, get_order(bytes));
}

/* Leaves a sixteenth of all memory to others: a buffer must not starve the machine. */
bool ring_memory_available(size_t bytes)
{
	unsigned long pages = bytes / PAGE_SIZE;

	return pages + nr_managed_pages() / 16 < nr_free_pages();
}

/* Tables of a large ring are larger than what the page allocator has in one piece. */
#define RING_TABLE_PAGES_MAX (16 * PAGE_SIZE)

void *ring_alloc(size_t bytes)
{
	if (bytes > RING_TABLE_PAGES_MAX)
		return vzalloc(bytes);
	return (void *)__get_free_pages(GFP_KERNEL | __GFP_ZERO, get_order(bytes));
}

void ring_free(void *memory, size_t bytes)
{
	if (bytes > RING_TABLE_PAGES_MAX)
		vfree(memory);
	else
		free_pages((unsigned long)memory, get_order(bytes));
}

void ring_run_on_cpu(u32 cpu, void (*fn)(void *arg), void *arg)
{
	u64 flags = local_irq_save();
	bool here = cpu == smp_processor_id() || !cpu_online(cpu);

	if (here)
		fn(arg);
	local_irq_restore(flags);
	if (!here)
		smp_call_function_single(cpu, fn, arg, true);
}
