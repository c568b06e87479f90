/* SPDX-License-Identifier: MIT */
/*
 * Timers in jiffies. Each processor has a queue; its tick looks at the first
 * entry and raises TIMER_SOFTIRQ when that is due.
 */
#include "kernel/time/timer.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/percpu.h"
#include "kernel/irq/softirq.h"
#include "kernel/smp/cpumask.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "kernel/time/timer_base.h"
#include "lib/math.h"
#include "trace/events/timer.h"

#define TIMER_NEVER (~0ul)

struct timer_base {
	spinlock_t lock;	      /* first: timer_lock_base() */
	struct timerqueue_head queue; /* [lock] */
	struct timer_list *running;   /* [lock] whose function runs now */
	u64 clk;		      /* [lock] the jiffy up to which timers have been run */
	u64 first_inverted; /* [lock] to change: ~ the first timer's jiffy; 0 when there is none */
};

static DEFINE_PER_CPU(struct timer_base, timer_bases);

void timer_setup(struct timer_list *timer, void (*function)(struct timer_list *), u32 flags)
{
	timer->base = per_cpu_ptr(timer_bases, 0);
	timer->queued = false;
	timer->cpu = 0;
	timer->function = function;
	trace_timer_init(timer);
}

/* What others may read without the lock. Zero, as at start, must mean an empty queue. */
static void timer_base_note_first(struct timer_base *base)
{
	struct timerqueue_node *first = timerqueue_getnext(&base->queue);

	WRITE_ONCE(base->first_inverted, first ? ~first->expires : 0);
}

static void enqueue_timer(struct timer_base *base, struct timer_list *timer, u64 expires)
{
	/* Later than the jiffy being run, or a timer that arms itself for now would run for ever.
	 */
	timer->node.expires = max(expires, base->clk + 1);
	timer->queued = true;
	timerqueue_add(&base->queue, &timer->node);
	trace_timer_start(timer);
	timer_base_note_first(base);
}

/* Return: whether it was queued. */
static bool detach_timer(struct timer_base *base, struct timer_list *timer)
{
	if (!timer->queued)
		return false;
	timerqueue_del(&base->queue, &timer->node);
	timer->queued = false;
	trace_timer_cancel(timer);
	timer_base_note_first(base);
	return true;
}

static struct timer_base *lock_timer_base(struct timer_list *timer)
{
	return timer_lock_base(&timer->base);
}

/*
 * Arms @timer on @cpu, or where its function runs now: there timer_delete_sync() looks for it.
 * Return: whether it was armed before.
 */
static bool timer_arm(struct timer_list *timer, u64 expires, u32 cpu)
{
	struct timer_base *target = per_cpu_ptr(timer_bases, cpu);
	struct timer_base *base = lock_timer_base(timer);
	bool was_armed = detach_timer(base, timer);

	if (base != target && base->running != timer) {
		WRITE_ONCE(timer->base, NULL);
		spin_unlock(&base->lock);
		base = target;
		spin_lock(&base->lock);
		timer->cpu = cpu;
		WRITE_ONCE(timer->base, base);
	}
	enqueue_timer(base, timer, expires);
	spin_unlock(&base->lock);
	return was_armed;
}

bool mod_timer(struct timer_list *timer, u64 expires)
{
	u64 flags = local_irq_save();
	bool was_armed = timer_arm(timer, expires, smp_processor_id());

	local_irq_restore(flags);
	return was_armed;
}

void add_timer_on(struct timer_list *timer, u64 expires, u32 cpu)
{
	u64 flags = local_irq_save();

	timer_arm(timer, expires, cpu);
	/* It may be asleep without a tick: its idle loop looks at the queue when it wakes. */
	if (cpu != smp_processor_id())
		smp_send_reschedule(cpu);
	local_irq_restore(flags);
}

bool timer_delete(struct timer_list *timer)
{
	u64 flags = local_irq_save();
	struct timer_base *base = lock_timer_base(timer);
	bool was_armed = detach_timer(base, timer);

	spin_unlock(&base->lock);
	local_irq_restore(flags);
	return was_armed;
}

bool timer_delete_sync(struct timer_list *timer)
{
	bool was_armed = false, running;

	do {
		u64 flags = local_irq_save();
		struct timer_base *base = lock_timer_base(timer);

		was_armed |= detach_timer(base, timer);
		running = base->running == timer;
		spin_unlock(&base->lock);
		local_irq_restore(flags);
		cpu_relax();
	} while (running);
	return was_armed;
}

u64 timer_next_expiry(void)
{
	const struct timer_base *base = this_cpu_ptr(timer_bases);

	return ~READ_ONCE(base->first_inverted);
}

void run_local_timers(void)
{
	if (timer_next_expiry() <= jiffies)
		raise_softirq(TIMER_SOFTIRQ);
}

static noinline void call_timer_fn(struct timer_list *timer, u64 base_clk)
{
	trace_timer_expire_entry(timer, base_clk);
	timer->function(timer);
	trace_timer_expire_exit(timer);
}

/* Runs what is due on this CPU. A timer may free itself: it is not touched after its function. */
static void run_timer_softirq(void)
{
	struct timer_base *base = this_cpu_ptr(timer_bases);
	struct timerqueue_node *first;

	spin_lock_irq(&base->lock);
	base->clk = jiffies;
	while ((first = timerqueue_getnext(&base->queue)) && first->expires <= base->clk) {
		struct timer_list *timer = container_of(first, struct timer_list, node);
		u64 clk = base->clk;

		detach_timer(base, timer);
		base->running = timer;
		spin_unlock_irq(&base->lock);
		call_timer_fn(timer, clk);
		spin_lock_irq(&base->lock);
		base->running = NULL;
	}
	spin_unlock_irq(&base->lock);
}

void timers_init(void)
{
	open_softirq(TIMER_SOFTIRQ, run_timer_softirq);
}
