/* SPDX-License-Identifier: MIT */
/* Time: a short sleep, a timer that must have fired in it, and one that is moved and taken back. */
#include "kernel/sched/sched.h"
#include "kernel/stress/stress.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "kernel/time/sleep.h"
#include "kernel/time/timer.h"

#define SLEEP_US 100

struct stress_timers {
	struct timer_list tick_timer; /* in jiffies */
	struct hrtimer hrtimer;
	u32 fired; /* by the hrtimer */
};

static void stress_tick_timer_fn(struct timer_list *timer)
{
}

static enum hrtimer_restart stress_hrtimer_fn(struct hrtimer *timer)
{
	struct stress_timers *timers = container_of(timer, struct stress_timers, hrtimer);

	WRITE_ONCE(timers->fired, timers->fired + 1);
	return HRTIMER_NORESTART;
}

static void stress_timer_once(struct stress_worker *w, struct stress_timers *timers)
{
	u32 fired = READ_ONCE(timers->fired);
	u64 begin = ktime_get_ns();

	hrtimer_start(&timers->hrtimer, SLEEP_US * NSEC_PER_USEC / 2, HRTIMER_MODE_REL);
	mod_timer(&timers->tick_timer, jiffies + 1 + w->operations % 3);
	usleep_range(SLEEP_US, SLEEP_US);
	if (ktime_get_ns() - begin < SLEEP_US * NSEC_PER_USEC)
		stress_fail(w, "a sleep was too short", 0);
	if (!hrtimer_cancel(&timers->hrtimer) && READ_ONCE(timers->fired) != fired + 1)
		stress_fail(w, "a timer did not fire once", 0);
	if (w->operations % 4 == 0)
		timer_delete_sync(&timers->tick_timer);
}

void stress_timer(struct stress_worker *w)
{
	struct stress_timers timers = {.fired = 0};

	timer_setup(&timers.tick_timer, stress_tick_timer_fn, 0);
	hrtimer_setup(&timers.hrtimer, stress_hrtimer_fn);
	do {
		stress_timer_once(w, &timers);
	} while (stress_goes_on(w));
	hrtimer_cancel(&timers.hrtimer);
	timer_delete_sync(&timers.tick_timer);
}
