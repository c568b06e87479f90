/* SPDX-License-Identifier: MIT */
/* Per-CPU variables: where each processor's copy lies. */
#include "arch/x86_64/percpu.h"
#include "arch/x86_64/page.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"

u64 per_cpu_offset[NR_CPUS];
DEFINE_PER_CPU(u64, this_cpu_offset);
DEFINE_PER_CPU(u32, cpu_number);

int percpu_area_alloc(u32 cpu)
{
	size_t size = (size_t)(__per_cpu_end - __per_cpu_start);
	u64 area = __get_free_pages(GFP_KERNEL | __GFP_ZERO, get_order(size));
	u64 *offset;
	u32 *number;

	if (!area)
		return -ENOMEM;
	per_cpu_offset[cpu] = area - (u64)__per_cpu_start;
	offset = per_cpu_ptr(this_cpu_offset, cpu);
	*offset = per_cpu_offset[cpu];
	number = per_cpu_ptr(cpu_number, cpu);
	*number = cpu;
	return 0;
}
