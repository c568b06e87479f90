/* SPDX-License-Identifier: MIT */
/*
 * Completions. Whoever passes holds the lock of the queue when it does, so the
 * side that said "done" has left it, and the completion may vanish.
 */
#include "kernel/sched/completion.h"

void init_completion(struct completion *x)
{
	x->done = 0;
	init_waitqueue_head(&x->wait);
}

void complete(struct completion *x)
{
	u64 flags;

	spin_lock_irqsave(&x->wait.lock, flags);
	if (x->done != COMPLETION_ALL)
		x->done++;
	__wake_up_locked(&x->wait, TASK_NORMAL, 1);
	spin_unlock_irqrestore(&x->wait.lock, flags);
}

void complete_all(struct completion *x)
{
	u64 flags;

	spin_lock_irqsave(&x->wait.lock, flags);
	x->done = COMPLETION_ALL;
	__wake_up_locked(&x->wait, TASK_NORMAL, 0);
	spin_unlock_irqrestore(&x->wait.lock, flags);
}

bool try_wait_for_completion(struct completion *x)
{
	bool passes;
	u64 flags;

	spin_lock_irqsave(&x->wait.lock, flags);
	passes = x->done;
	if (passes && x->done != COMPLETION_ALL)
		x->done--;
	spin_unlock_irqrestore(&x->wait.lock, flags);
	return passes;
}

/* Return: jiffies left, at least 1; 0: too late; -EINTR: killed. */
static noinline long wait_for_common(struct completion *x, u32 state, long timeout)
{
	DEFINE_WAIT(wait);
	long left = timeout;

	might_sleep();
	if (try_wait_for_completion(x))
		return max(left, 1l);
	for (;;) {
		prepare_to_wait_exclusive(&x->wait, &wait, state);
		if (try_wait_for_completion(x)) {
			left = max(left, 1l);
			break;
		}
		if (left <= 0)
			break;
		if ((state & TASK_INTERRUPTIBLE) && signal_pending(current)) {
			left = -EINTR;
			break;
		}
		left = schedule_timeout(left);
	}
	finish_wait(&x->wait, &wait);
	return left;
}

void wait_for_completion(struct completion *x)
{
	wait_for_common(x, TASK_UNINTERRUPTIBLE, MAX_SCHEDULE_TIMEOUT);
}

int wait_for_completion_interruptible(struct completion *x)
{
	long left = wait_for_common(x, TASK_INTERRUPTIBLE, MAX_SCHEDULE_TIMEOUT);

	return left < 0 ? left : 0;
}

long wait_for_completion_timeout(struct completion *x, long timeout)
{
	return wait_for_common(x, TASK_UNINTERRUPTIBLE, timeout);
}
