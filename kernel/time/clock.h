/* SPDX-License-Identifier: MIT */
/*
 * What time it is. There is one clock: nanoseconds since the kernel's first C
 * instruction, from the time stamp counter. jiffies is the same clock counted
 * in ticks, so it never lags, however long a CPU slept without a tick.
 */
#pragma once

#include "arch/x86_64/tsc.h"
#include "lib/types.h"

#define NSEC_PER_USEC 1000ul
#define NSEC_PER_MSEC 1000000ul
#define NSEC_PER_SEC  1000000000ul
#define USEC_PER_SEC  1000000ul

#define HZ	  250ul
#define TICK_NSEC (NSEC_PER_SEC / HZ)

typedef u64 ktime_t;

typedef int clockid_t;
#define CLOCK_MONOTONIC 1 /* what ktime_get_ns() reads */

/* Nanoseconds since boot. Never goes back on one CPU. Context: any, NMI included; not traced. */
static __always_inline u64 ktime_get_ns(void)
{
	return tsc_to_ns(rdtsc());
}

/* The name the scheduler and the tracer use for it. */
static __always_inline u64 local_clock(void)
{
	return ktime_get_ns();
}

/* Ticks of TICK_NSEC since boot. Context: any. */
static __always_inline u64 get_jiffies_64(void)
{
	return ktime_get_ns() / TICK_NSEC;
}

#define jiffies get_jiffies_64()

#define time_after(a, b)     ((s64)((b) - (a)) < 0)
#define time_before(a, b)    time_after(b, a)
#define time_after_eq(a, b)  ((s64)((a) - (b)) >= 0)
#define time_before_eq(a, b) time_after_eq(b, a)

/* Rounded up, so that a wait is never shorter than asked. */
static __always_inline u64 nsecs_to_jiffies(u64 ns)
{
	return (ns + TICK_NSEC - 1) / TICK_NSEC;
}

static __always_inline u64 msecs_to_jiffies(u64 ms)
{
	return nsecs_to_jiffies(ms * NSEC_PER_MSEC);
}

static __always_inline u64 jiffies_to_msecs(u64 j)
{
	return j * (1000 / HZ);
}

static __always_inline u64 jiffies_to_nsecs(u64 j)
{
	return j * TICK_NSEC;
}

/*
 * Calibrates the clock and sets up the timer interrupt of CPU 0: from here on
 * time advances, timers and sleeps work once interrupts are on.
 */
void time_init(void);

/* Sets up the timer interrupt and tick of a CPU that was just started. Interrupts off. */
void time_init_secondary(void);
