/* SPDX-License-Identifier: MIT */
/* Waiting for time to pass, asleep or busy. */
#pragma once

#include "lib/types.h"

#define MAX_SCHEDULE_TIMEOUT (~0ul >> 1)

/*
 * Sleeps in the state the caller has set, until woken or @timeout jiffies are
 * over; MAX_SCHEDULE_TIMEOUT never is. Context: task.
 * Return: jiffies left, 0 when the time is over.
 */
u64 schedule_timeout(u64 timeout);
u64 schedule_timeout_interruptible(u64 timeout);
u64 schedule_timeout_uninterruptible(u64 timeout);

/*
 * The same to the nanosecond, for time @expires since boot; ~0ul never comes.
 * Context: task. Return: 0 when the time is over, -EINTR when woken before it.
 */
int schedule_hrtimeout(u64 expires);

/* Sleeps at least that long; not interruptible. Context: task. */
void msleep(u64 ms);
void usleep_range(u64 min_us, u64 max_us);

/* Interruptible. Return: milliseconds left, 0 when all were slept. */
u64 msleep_interruptible(u64 ms);

/* Busy waits. Context: any. */
void udelay(u64 us);
void ndelay(u64 ns);
