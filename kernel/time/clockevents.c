/* SPDX-License-Identifier: MIT */
/* The choice of alarm clock. */
#include "kernel/time/clockevents.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/pit.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/irq_work.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "lib/math.h"

#define PIT_IRQ 0

static const struct clock_event_device apic_clockevent = {
	.name = "apic",
	.min_delta_ns = 1 * NSEC_PER_USEC,
	.max_delta_ns = 4 * NSEC_PER_SEC, /* 32 bits at 1 GHz; wakes once more for longer sleeps */
	.set_next_event = apic_timer_set_next_event,
};

static const struct clock_event_device pit_clockevent = {
	.name = "pit",
	.min_delta_ns = 10 * NSEC_PER_USEC,
	.max_delta_ns = 50 * NSEC_PER_MSEC,
	.set_next_event = pit_set_next_event,
};

/* NULL until clockevents_init(): timers can be queued, none fires. */
static const struct clock_event_device *clockevent_device;

static irqreturn_t pit_timer_interrupt(u32 irq, void *dev)
{
	irq_stat_inc(IRQ_STAT_TIMER);
	hrtimer_interrupt();
	irq_work_run(); /* without a local APIC nothing else does */
	return IRQ_HANDLED;
}

void clockevents_init(void)
{
	if (apic_timer_calibrate() == 0) {
		apic_timer_setup();
		clockevent_device = &apic_clockevent;
		return;
	}
	if (request_irq(PIT_IRQ, pit_timer_interrupt, 0, "timer", NULL))
		panic("time: neither a local APIC timer nor a PIT");
	clockevent_device = &pit_clockevent;
	pr_info("time: timer interrupts by the pit\n");
}

void clockevents_program_event(u64 expires)
{
	const struct clock_event_device *device = clockevent_device;
	u64 now;

	if (!device || expires == ~0ul)
		return;
	now = ktime_get_ns();
	device->set_next_event(expires <= now ? device->min_delta_ns
					      : min(max(expires - now, device->min_delta_ns),
						    device->max_delta_ns));
}
