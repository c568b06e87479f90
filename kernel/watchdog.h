/* SPDX-License-Identifier: MIT */
/*
 * Notices a CPU that is stuck: one that does not schedule although it should
 * (soft lockup), or that takes no interrupts (hard lockup, noticed by another
 * CPU). Warns, names CPU and task, prints the backtrace, and panics when told to
 * by fivebyte.hung_panic.
 */
#pragma once

#include "arch/x86_64/percpu.h"
#include "lib/compiler.h"

/* How often this CPU has been in __schedule(). */
DECLARE_PER_CPU(u64, watchdog_schedules);

/* The scheduler says that it chooses a task, the same one included. Context: interrupts off. */
static __always_inline void touch_softlockup_watchdog_sched(void)
{
	watchdog_schedules++;
}

/* Long but legitimate work without scheduling says so, now and then. Context: any but NMI. */
static __always_inline void touch_softlockup_watchdog(void)
{
	touch_softlockup_watchdog_sched();
}

/*
 * Starts watching every online CPU; an initcall. Return: 0.
 */
int watchdog_init(void);

/*
 * watchdog_thresh=SECONDS: a hard lockup is reported after so long, a soft one after
 * twice as long, longer with more than 4 CPUs; 10 by default, 0 turns the watchdog
 * off, as nowatchdog does. fivebyte.hung_panic: a lockup is a panic.
 */
int watchdog_thresh_param(const char *value);
int nowatchdog_param(const char *value);
int hung_panic_param(const char *value);
