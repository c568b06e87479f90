/* SPDX-License-Identifier: MIT */
/* Waiting for records, and waking who waits. */
#include "trace/files/trace_wait.h"

#include "arch/x86_64/atomic.h"
#include "kernel/fs/poll.h"
#include "kernel/sched/wait.h"
#include "kernel/time/clock.h"
#include "kernel/time/timer.h"
#include "trace/files/control_files.h"

static DECLARE_WAIT_QUEUE_HEAD(trace_pipe_wait);
static struct timer_list trace_pipe_timer; /* armed while somebody polls */
static atomic_t trace_pipe_calls;	   /* what sleepers wait to see change */

void trace_pipe_wake_readers(void)
{
	atomic_inc(&trace_pipe_calls);
	wake_up_all(&trace_pipe_wait);
}

int trace_pipe_wake_ups(void)
{
	return atomic_read(&trace_pipe_calls);
}

int trace_pipe_sleep(int *seen)
{
	long left =
		wait_event_interruptible_timeout(trace_pipe_wait, trace_pipe_wake_ups() != *seen,
						 msecs_to_jiffies(TRACE_PIPE_LOOK_MS));
	int now = trace_pipe_wake_ups(), woken = now != *seen;

	*seen = now;
	return left < 0 ? (int)left : woken;
}

static void trace_pipe_timer_fired(struct timer_list *timer)
{
	wake_up_all(&trace_pipe_wait);
	if (wq_has_sleeper(&trace_pipe_wait))
		mod_timer(timer, jiffies + msecs_to_jiffies(TRACE_PIPE_LOOK_MS));
}

void trace_pipe_poll_wait(struct file *file, struct poll_table *wait)
{
	poll_wait(file, &trace_pipe_wait, wait);
	if (wait && !timer_pending(&trace_pipe_timer))
		mod_timer(&trace_pipe_timer, jiffies + msecs_to_jiffies(TRACE_PIPE_LOOK_MS));
}

void trace_pipe_wait_init(void)
{
	timer_setup(&trace_pipe_timer, trace_pipe_timer_fired, 0);
}
