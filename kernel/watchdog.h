/* SPDX-License-Identifier: MIT */
/*
 * Notices a CPU that is stuck: one that ran the same task for too long without
 * scheduling (soft lockup), or that takes no interrupts (hard lockup, noticed
 * by its neighbour). Warns, names CPU and task, prints the backtrace.
 * fivebyte.hung_panic on the command line makes it a panic.
 */
#pragma once

#include "lib/types.h"

/* Seconds until a soft lockup is reported; a hard one is after half of it. 0 turns it off. */
extern u32 watchdog_thresh;

/* Starts watching every online CPU. Context: task; may sleep. */
int watchdog_init(void);

/* The scheduler calls this on each context switch of this CPU. Context: interrupts off; cheap. */
void touch_softlockup_watchdog_sched(void);

/* Long but legitimate work without scheduling says so. Context: any. */
void touch_softlockup_watchdog(void);
