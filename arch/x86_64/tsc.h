/* SPDX-License-Identifier: MIT */
/*
 * The time stamp counter as a clock: calibrated once, converted by one
 * multiplication and one shift.
 */
#pragma once

#include "arch/x86_64/cpu.h"
#include "lib/compiler.h"
#include "lib/types.h"

#define TSC_SHIFT 32

/* Written while one CPU runs, read by all; alone in its cache line. */
struct tsc_scale {
	u64 base; /* the counter when the clock was 0 */
	u64 mult; /* ns per count, times 2^TSC_SHIFT; 0, a standing clock, until calibrated */
	u64 hz;
} __aligned(64);

extern struct tsc_scale tsc_scale;

/* Nanoseconds since boot at counter value @tsc. Context: any, NMI included; not traced. */
static __always_inline u64 tsc_to_ns(u64 tsc)
{
	return (u64)(((unsigned __int128)(tsc - tsc_scale.base) * tsc_scale.mult) >> TSC_SHIFT);
}

/* The inverse, for deadlines: the first counter value at or after @ns. Context: any. */
u64 ns_to_tsc(u64 ns);

/* Remembers the counter as the moment the clock is 0. The first thing in kmain. */
static __always_inline void tsc_mark_boot(void)
{
	tsc_scale.base = rdtsc();
}

/*
 * Finds the frequency: as the processor or hypervisor tells it, or measured
 * against the HPET or the PIT. The clock runs from here on, having counted from
 * tsc_mark_boot(). Boot, CPU 0, interrupts off, at most 10 ms.
 */
void tsc_init(void);

/*
 * Compares the clock with the HPET, if there is one, over the time since the last
 * call, and logs the first time that they disagree by more than 1 part in 16.
 * Costs a device read every few seconds. Context: CPU 0, the tick.
 */
void tsc_cross_check(void);

/*
 * Compares the counters of two processors: CPU 0 calls the first while the other
 * calls the second. Logs when they disagree; times of different CPUs then do too.
 */
void tsc_check_sync_boot_cpu(u32 other);
void tsc_check_sync_secondary(void);
