/* SPDX-License-Identifier: MIT */
/* Sleeping for a time: a timer on the sleeper's stack that wakes it. */
#include "kernel/time/sleep.h"

#include "arch/x86_64/cpu.h"
#include "kernel/sched/sched.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "kernel/time/timer.h"
#include "lib/errno.h"

/* Before the clock runs, a write to the POST port takes about as long (an ISA bus cycle). */
#define POST_PORT 0x80

struct process_timer {
	struct timer_list timer;
	struct task_struct *task;
};

struct hrtimer_sleeper {
	struct hrtimer timer;
	struct task_struct *task; /* NULL when the time is over */
};

static void process_timeout(struct timer_list *timer)
{
	wake_up_process(container_of(timer, struct process_timer, timer)->task);
}

u64 schedule_timeout(u64 timeout)
{
	struct process_timer sleeper = {.task = current};
	u64 end, now;

	if (timeout == MAX_SCHEDULE_TIMEOUT) {
		schedule();
		return timeout;
	}
	end = jiffies + timeout;
	timer_setup(&sleeper.timer, process_timeout, 0);
	mod_timer(&sleeper.timer, end);
	schedule();
	timer_delete_sync(&sleeper.timer);
	now = jiffies;
	return time_before(now, end) ? end - now : 0;
}

u64 schedule_timeout_interruptible(u64 timeout)
{
	set_current_state(TASK_INTERRUPTIBLE);
	return schedule_timeout(timeout);
}

u64 schedule_timeout_uninterruptible(u64 timeout)
{
	set_current_state(TASK_UNINTERRUPTIBLE);
	return schedule_timeout(timeout);
}

static enum hrtimer_restart hrtimer_wakeup(struct hrtimer *timer)
{
	struct hrtimer_sleeper *sleeper = container_of(timer, struct hrtimer_sleeper, timer);
	struct task_struct *task = sleeper->task;

	/* The sleeper looks at it only after hrtimer_cancel(), which waits for us. */
	sleeper->task = NULL;
	wake_up_process(task);
	return HRTIMER_NORESTART;
}

int schedule_hrtimeout(u64 expires)
{
	struct hrtimer_sleeper sleeper = {.task = current};

	if (expires == ~0ul) {
		schedule();
		return -EINTR;
	}
	hrtimer_setup(&sleeper.timer, hrtimer_wakeup);
	hrtimer_start(&sleeper.timer, expires, HRTIMER_MODE_ABS);
	schedule();
	hrtimer_cancel(&sleeper.timer);
	__set_current_state(TASK_RUNNING);
	return sleeper.task ? -EINTR : 0;
}

void usleep_range(u64 min_us, u64 max_us)
{
	u64 expires = ktime_get_ns() + min_us * NSEC_PER_USEC;

	do {
		set_current_state(TASK_UNINTERRUPTIBLE);
	} while (schedule_hrtimeout(expires));
}

void msleep(u64 ms)
{
	u64 left = msecs_to_jiffies(ms) + 1; /* the current jiffy is partly over */

	while (left)
		left = schedule_timeout_uninterruptible(left);
}

u64 msleep_interruptible(u64 ms)
{
	u64 left = msecs_to_jiffies(ms) + 1;

	while (left && !signal_pending(current))
		left = schedule_timeout_interruptible(left);
	return jiffies_to_msecs(left);
}

void ndelay(u64 ns)
{
	u64 end = ktime_get_ns() + ns;

	if (!tsc_scale.mult) {
		for (u64 us = 0; us <= ns / NSEC_PER_USEC; us++)
			outb(POST_PORT, 0);
		return;
	}
	while (ktime_get_ns() < end)
		cpu_relax();
}

void udelay(u64 us)
{
	ndelay(us * NSEC_PER_USEC);
}
