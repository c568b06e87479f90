/* SPDX-License-Identifier: MIT */
/*
 * High-resolution timers: one queue per processor, and its first entry is what
 * that processor's alarm clock is set to.
 */
#include "kernel/time/hrtimer.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/percpu.h"
#include "kernel/time/clock.h"
#include "kernel/time/clockevents.h"
#include "kernel/time/timer_base.h"
#include "lib/math.h"
#include "trace/events/timer.h"

#define HRTIMER_NEVER (~0ul)

struct hrtimer_cpu_base {
	spinlock_t lock;	      /* first: timer_lock_base() */
	struct timerqueue_head queue; /* [lock] */
	struct hrtimer *running;      /* [lock] whose function runs now */
	u64 next_event;		      /* [lock] what the alarm clock is set to; 0: to nothing yet */
	bool in_interrupt; /* [lock] hrtimer_interrupt() will set the alarm clock itself */
};

static DEFINE_PER_CPU(struct hrtimer_cpu_base, hrtimer_bases);

void hrtimer_setup(struct hrtimer *timer, enum hrtimer_restart (*function)(struct hrtimer *))
{
	timer->base = per_cpu_ptr(hrtimer_bases, 0);
	timer->queued = false;
	timer->function = function;
	trace_hrtimer_init(timer);
}

static struct hrtimer_cpu_base *hrtimer_this_base(void)
{
	return this_cpu_ptr(hrtimer_bases);
}

/* Sets this CPU's alarm clock to the first timer. @base is this CPU's, its lock held. */
static void hrtimer_reprogram(struct hrtimer_cpu_base *base)
{
	struct timerqueue_node *first = timerqueue_getnext(&base->queue);
	u64 expires = first ? first->expires : HRTIMER_NEVER;

	if (base->in_interrupt || expires == base->next_event)
		return;
	base->next_event = expires;
	clockevents_program_event(expires);
}

static void enqueue_hrtimer(struct hrtimer_cpu_base *base, struct hrtimer *timer,
			    enum hrtimer_mode mode, bool was_armed)
{
	trace_hrtimer_start(timer, mode, was_armed);
	timer->queued = true;
	timerqueue_add(&base->queue, &timer->node);
}

/* Return: whether it was queued. */
static bool dequeue_hrtimer(struct hrtimer_cpu_base *base, struct hrtimer *timer)
{
	if (!timer->queued)
		return false;
	timerqueue_del(&base->queue, &timer->node);
	timer->queued = false;
	return true;
}

static struct hrtimer_cpu_base *lock_hrtimer_base(struct hrtimer *timer)
{
	return timer_lock_base(&timer->base);
}

/*
 * Moves @timer, not queued, from @base to this CPU, unless its function runs: then
 * it stays, so that who cancels it finds it. Return: where it is now, locked.
 */
static struct hrtimer_cpu_base *switch_hrtimer_base(struct hrtimer *timer,
						    struct hrtimer_cpu_base *base)
{
	struct hrtimer_cpu_base *here = hrtimer_this_base();

	if (base == here || base->running == timer)
		return base;
	WRITE_ONCE(timer->base, NULL);
	spin_unlock(&base->lock);
	spin_lock(&here->lock);
	WRITE_ONCE(timer->base, here);
	return here;
}

void hrtimer_start(struct hrtimer *timer, u64 ns, enum hrtimer_mode mode)
{
	u64 now = mode == HRTIMER_MODE_REL ? ktime_get_ns() : 0;
	struct hrtimer_cpu_base *base;
	u64 flags = local_irq_save();
	bool was_armed;

	base = lock_hrtimer_base(timer);
	was_armed = dequeue_hrtimer(base, timer);
	base = switch_hrtimer_base(timer, base);
	timer->node.expires = now + ns < now ? HRTIMER_NEVER - 1 : max(now + ns, 1ul);
	enqueue_hrtimer(base, timer, mode, was_armed);
	/* On another CPU it runs there now, and that interrupt will look at the queue. */
	if (base == hrtimer_this_base())
		hrtimer_reprogram(base);
	spin_unlock(&base->lock);
	local_irq_restore(flags);
}

int hrtimer_try_to_cancel(struct hrtimer *timer)
{
	u64 flags = local_irq_save();
	struct hrtimer_cpu_base *base = lock_hrtimer_base(timer);
	int result = -1;

	if (base->running != timer) {
		result = dequeue_hrtimer(base, timer);
		if (result)
			trace_hrtimer_cancel(timer);
		if (result && base == hrtimer_this_base())
			hrtimer_reprogram(base);
	}
	spin_unlock(&base->lock);
	local_irq_restore(flags);
	return result;
}

bool hrtimer_cancel(struct hrtimer *timer)
{
	int result;

	while ((result = hrtimer_try_to_cancel(timer)) < 0)
		cpu_relax();
	return result;
}

u64 hrtimer_forward_now(struct hrtimer *timer, u64 interval)
{
	u64 now = ktime_get_ns(), periods;

	if (now < timer->node.expires)
		return 0;
	periods = (now - timer->node.expires) / interval + 1;
	timer->node.expires += periods * interval;
	return periods;
}

/* Runs one timer that is due. [base->lock] held, dropped while the function runs. */
static void __run_hrtimer(struct hrtimer_cpu_base *base, struct hrtimer *timer, u64 now)
{
	enum hrtimer_restart restart;

	dequeue_hrtimer(base, timer);
	base->running = timer;
	spin_unlock(&base->lock);
	trace_hrtimer_expire_entry(timer, now);
	restart = timer->function(timer);
	trace_hrtimer_expire_exit(timer);
	spin_lock(&base->lock);
	if (restart == HRTIMER_RESTART && !timer->queued)
		enqueue_hrtimer(base, timer, HRTIMER_MODE_ABS, false);
	base->running = NULL;
}

void hrtimer_interrupt(void)
{
	struct hrtimer_cpu_base *base = hrtimer_this_base();
	u64 now = ktime_get_ns();
	struct timerqueue_node *first;

	spin_lock(&base->lock);
	base->in_interrupt = true;
	while ((first = timerqueue_getnext(&base->queue)) && first->expires <= now)
		__run_hrtimer(base, container_of(first, struct hrtimer, node), now);
	base->in_interrupt = false;
	base->next_event = 0; /* it has rung */
	hrtimer_reprogram(base);
	spin_unlock(&base->lock);
}
