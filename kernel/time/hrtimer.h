/* SPDX-License-Identifier: MIT */
/*
 * Timers in nanoseconds of ktime_get_ns(), run from the timer interrupt of the
 * CPU that armed them, interrupts off. For sleeps, the tick, and whatever must
 * be exact.
 */
#pragma once

#include "lib/timerqueue.h"
#include "lib/types.h"

enum hrtimer_restart {
	HRTIMER_NORESTART,
	HRTIMER_RESTART, /* the function has set a new expiry, see hrtimer_forward_now() */
};

enum hrtimer_mode {
	HRTIMER_MODE_ABS, /* since boot */
	HRTIMER_MODE_REL, /* from now */
};

struct hrtimer_cpu_base;

struct hrtimer {
	struct timerqueue_node node; /* expires in ns since boot */
	struct hrtimer_cpu_base *base;
	u32 queued;
	enum hrtimer_restart (*function)(struct hrtimer *timer);
};

/* Prepares @timer, once. @function: hardirq context, may re-arm; may not free a restarted timer. */
void hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *));

/*
 * Arms @timer, armed or not, on this CPU. A time that has passed fires at once.
 * Context: any but NMI.
 */
void hrtimer_start(struct hrtimer *timer, u64 ns, enum hrtimer_mode mode);

/* Disarms. Return: 1 it was armed, 0 it was not, -1 its function is running. Any but NMI. */
int hrtimer_try_to_cancel(struct hrtimer *timer);

/*
 * Disarms and waits until its function runs nowhere.
 * Context: not from the function itself, nor holding what it locks; spins.
 * Return: whether it was armed.
 */
bool hrtimer_cancel(struct hrtimer *timer);

/*
 * Moves the expiry of a timer that is not queued forward by multiples of
 * @interval ns, past now. Return: how many; more than 1 means overruns.
 */
u64 hrtimer_forward_now(struct hrtimer *timer, u64 interval);

static inline u64 hrtimer_get_expires(const struct hrtimer *timer)
{
	return timer->node.expires;
}

static inline bool hrtimer_is_queued(const struct hrtimer *timer)
{
	return *(const volatile u32 *)&timer->queued;
}

/* Runs what is due and programs the next interrupt. Context: the timer interrupt. */
void hrtimer_interrupt(void);
