/* SPDX-License-Identifier: MIT */
/*
 * The tick is a high-resolution timer per processor. On an idle one it rings
 * once more at most: then it is put off to the processor's first timer, or for
 * good. So falling idle for a moment costs nothing, and a long sleep is quiet.
 */
#include "kernel/time/tick.h"

#include "arch/x86_64/percpu.h"
#include "arch/x86_64/tsc.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "kernel/time/timer.h"
#include "trace/events/timer.h"

#define TICK_NEVER (~0ul)

struct tick_sched {
	struct hrtimer sched_timer;
	bool tick_stopped;
	u64 idle_expires; /* while stopped: when it rings all the same, TICK_NEVER: it does not */
};

static DEFINE_PER_CPU(struct tick_sched, tick_cpu_sched);

/* Ticks of different processors are apart, so that they do not meet at the same locks. */
static u64 tick_offset(void)
{
	return smp_processor_id() * (TICK_NSEC / NR_CPUS);
}

/* The first tick after now. */
static u64 tick_next(void)
{
	u64 tick = ktime_get_ns() / TICK_NSEC * TICK_NSEC + tick_offset();

	return tick > ktime_get_ns() ? tick : tick + TICK_NSEC;
}

/* When the first timer of this CPU wants a tick. */
static u64 tick_next_timer(void)
{
	u64 expires = timer_next_expiry();

	return expires == ~0ul ? TICK_NEVER : jiffies_to_nsecs(expires) + tick_offset();
}

static noinline void tick_nohz_stop_tick(struct tick_sched *ts)
{
	ts->tick_stopped = true;
	ts->idle_expires = tick_next_timer();
	if (ts->idle_expires != TICK_NEVER)
		hrtimer_start(&ts->sched_timer, ts->idle_expires, HRTIMER_MODE_ABS);
	else
		hrtimer_try_to_cancel(&ts->sched_timer);
}

static enum hrtimer_restart tick_sched_timer(struct hrtimer *timer)
{
	struct tick_sched *ts = container_of(timer, struct tick_sched, sched_timer);

	run_local_timers();
	if (smp_processor_id() == 0)
		tsc_cross_check();
	if (is_idle_task(current) && !need_resched()) {
		trace_tick_stop();
		ts->tick_stopped = true;
		ts->idle_expires = TICK_NEVER; /* the idle loop looks again before it halts */
		return HRTIMER_NORESTART;
	}
	if (ts->tick_stopped)
		return HRTIMER_NORESTART; /* tick_nohz_idle_exit() is about to start it */
	scheduler_tick();
	hrtimer_forward_now(timer, TICK_NSEC);
	return HRTIMER_RESTART;
}

void tick_setup(void)
{
	struct tick_sched *ts = this_cpu_ptr(tick_cpu_sched);

	hrtimer_setup(&ts->sched_timer, tick_sched_timer);
	hrtimer_start(&ts->sched_timer, tick_next(), HRTIMER_MODE_ABS);
}

void tick_nohz_idle_stop_tick(void)
{
	struct tick_sched *ts = this_cpu_ptr(tick_cpu_sched);

	if (ts->tick_stopped && ts->idle_expires != tick_next_timer())
		tick_nohz_stop_tick(ts);
}

void tick_nohz_idle_exit(void)
{
	struct tick_sched *ts = this_cpu_ptr(tick_cpu_sched);

	if (!ts->tick_stopped)
		return;
	ts->tick_stopped = false;
	hrtimer_start(&ts->sched_timer, tick_next(), HRTIMER_MODE_ABS);
}
