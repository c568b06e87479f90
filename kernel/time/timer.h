/* SPDX-License-Identifier: MIT */
/*
 * Timers counted in jiffies, run in TIMER_SOFTIRQ on the CPU that armed them.
 * For time-outs: cheap, a tick coarse, never early.
 */
#pragma once

#include "lib/timerqueue.h"
#include "lib/types.h"

struct timer_base;

struct timer_list {
	struct timerqueue_node node; /* expires in jiffies */
	struct timer_base *base;     /* where it is, or last was, queued; NULL: it moves just now */
	u32 queued;
	u32 cpu; /* whose the base is, while the timer is queued */
	void (*function)(struct timer_list *timer);
};

/*
 * Prepares @timer, once, before any other use; @flags is 0. @function runs in
 * softirq context, may re-arm the timer, and may free it.
 */
void timer_setup(struct timer_list *timer, void (*function)(struct timer_list *), u32 flags);

/*
 * Arms @timer, armed or not, for jiffy @expires on this CPU. A jiffy that has passed
 * means the next tick. Context: any but NMI. Return: whether it was armed before.
 */
bool mod_timer(struct timer_list *timer, u64 expires);

/* Arms a timer that is not armed, on @cpu. Context: any but NMI. */
void add_timer_on(struct timer_list *timer, u64 expires, u32 cpu);

static inline bool timer_pending(const struct timer_list *timer)
{
	return *(const volatile u32 *)&timer->queued;
}

/* Disarms; @function may still be running. Context: any but NMI. Return: whether it was armed. */
bool timer_delete(struct timer_list *timer);

/*
 * Disarms and waits until @function runs nowhere; re-arming itself does not help it.
 * Context: task or softirq, not holding what @function locks; not from @function itself.
 * Return: whether it was armed.
 */
bool timer_delete_sync(struct timer_list *timer);

/* The jiffy of this CPU's first timer, or ~0ul. For the idle loop. Interrupts off. */
u64 timer_next_expiry(void);

/* Raises TIMER_SOFTIRQ when a timer of this CPU is due. Context: the tick, hardirq. */
void run_local_timers(void);

/* Opens TIMER_SOFTIRQ. Boot, CPU 0. */
void timers_init(void);
