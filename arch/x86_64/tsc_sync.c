/* SPDX-License-Identifier: MIT */
/*
 * Whether two processors' time stamp counters agree: one reads its counter
 * after the first and before the second reading of the other. Then it must lie
 * between them.
 */
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/tsc.h"
#include "kernel/printk.h"

/* The ball passes from CPU 0 to the started processor and back; each step is written by one side.
 */
enum tsc_sync_step {
	TSC_SYNC_IDLE,
	TSC_SYNC_ARRIVED,  /* by the started processor */
	TSC_SYNC_READ_NOW, /* by CPU 0, which has read its counter */
	TSC_SYNC_DONE,	   /* by the started processor, which has stored its own */
};

static struct {
	u32 step;
	u64 tsc; /* of the started processor; valid at TSC_SYNC_DONE */
} tsc_sync;

static void tsc_sync_wait(u32 step)
{
	while (smp_load_acquire(&tsc_sync.step) != step)
		cpu_relax();
}

void tsc_check_sync_boot_cpu(u32 other)
{
	u64 before, after;

	tsc_sync_wait(TSC_SYNC_ARRIVED);
	before = rdtsc();
	smp_store_release(&tsc_sync.step, TSC_SYNC_READ_NOW);
	tsc_sync_wait(TSC_SYNC_DONE);
	after = rdtsc();
	tsc_sync.step = TSC_SYNC_IDLE;
	if (tsc_sync.tsc < before)
		pr_warn("tsc: CPU#%u is %lu counts behind CPU#0\n", other, before - tsc_sync.tsc);
	else if (tsc_sync.tsc > after)
		pr_warn("tsc: CPU#%u is %lu counts ahead of CPU#0\n", other, tsc_sync.tsc - after);
}

void tsc_check_sync_secondary(void)
{
	smp_store_release(&tsc_sync.step, TSC_SYNC_ARRIVED);
	tsc_sync_wait(TSC_SYNC_READ_NOW);
	tsc_sync.tsc = rdtsc();
	smp_store_release(&tsc_sync.step, TSC_SYNC_DONE);
}
