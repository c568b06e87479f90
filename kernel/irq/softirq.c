/* SPDX-License-Identifier: MIT */
/*
 * Softirqs. They run at the first chance: on the way out of the hard interrupt
 * that raised them, or when the task that had them disabled enables them. Those
 * that keep coming back are handed to ksoftirqd/N, a thread that competes for
 * the processor like any other, so that tasks are not starved.
 */
#include "kernel/irq/softirq.h"

#include "arch/x86_64/irqflags.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "trace/events/irq.h"

/* One __do_softirq() stops when it has started over this often, or taken this long. */
#define MAX_SOFTIRQ_RESTART 10
#define MAX_SOFTIRQ_NS	    (2 * NSEC_PER_MSEC)

DEFINE_PER_CPU(u32, __softirq_pending);
DEFINE_PER_CPU(struct softirq_cpu_stat, softirq_stat);
static DEFINE_PER_CPU(struct task_struct *, ksoftirqd);

static void (*softirq_vec[NR_SOFTIRQS])(void);

const char *const softirq_to_name[NR_SOFTIRQS] = {
	"HI",	    "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
	"IRQ_POLL", "TASKLET", "SCHED",	 "HRTIMER", "RCU",
};

void open_softirq(u32 nr, void (*action)(void))
{
	softirq_vec[nr] = action;
}

static noinline void wakeup_softirqd(void)
{
	if (ksoftirqd)
		wake_up_process(ksoftirqd);
}

/* Each one of @pending, lowest first, interrupts on. */
static void handle_softirqs(u32 pending)
{
	struct softirq_cpu_stat *stat = this_cpu_ptr(softirq_stat);

	for (; pending; pending &= pending - 1) {
		u32 nr = __builtin_ctz(pending);

		stat->count[nr]++;
		trace_softirq_entry(nr);
		softirq_vec[nr]();
		trace_softirq_exit(nr);
	}
}

noinline void __do_softirq(void)
{
	u64 end = local_clock() + MAX_SOFTIRQ_NS;
	int restart = MAX_SOFTIRQ_RESTART;
	u32 pending;

	__preempt_count += SOFTIRQ_OFFSET;
	do {
		pending = __softirq_pending;
		__softirq_pending = 0;
		local_irq_enable();
		handle_softirqs(pending);
		local_irq_disable();
		pending = __softirq_pending;
	} while (pending && --restart && !need_resched() && local_clock() < end);
	__preempt_count -= SOFTIRQ_OFFSET;
	if (pending)
		wakeup_softirqd();
}

void invoke_softirq(void)
{
	/* What was handed to the thread stays with the thread. */
	if (!ksoftirqd || READ_ONCE(ksoftirqd->__state) != TASK_RUNNING)
		__do_softirq();
}

void do_softirq(void)
{
	u64 flags;

	if (in_interrupt())
		return;
	flags = local_irq_save();
	if (local_softirq_pending())
		__do_softirq();
	local_irq_restore(flags);
}

noinline void __local_bh_enable_ip(u32 count)
{
	/* Preemption stays off while they run. */
	barrier();
	__preempt_count -= count - PREEMPT_OFFSET;
	if (unlikely(local_softirq_pending()) && !in_interrupt())
		do_softirq();
	preempt_enable();
}

void raise_softirq_irqoff(u32 nr)
{
	trace_softirq_raise(nr);
	__softirq_pending |= 1u << nr;
	if (!in_interrupt())
		wakeup_softirqd(); /* no interrupt or bh section is there to end */
}

void raise_softirq(u32 nr)
{
	u64 flags = local_irq_save();

	raise_softirq_irqoff(nr);
	local_irq_restore(flags);
}

static int run_ksoftirqd(void *data)
{
	while (!kthread_should_stop()) {
		set_current_state(TASK_INTERRUPTIBLE);
		if (!local_softirq_pending())
			schedule();
		__set_current_state(TASK_RUNNING);
		do_softirq();
		cond_resched();
	}
	return 0;
}

int spawn_ksoftirqd(void)
{
	u32 cpu;

	for_each_online_cpu (cpu) {
		struct task_struct **slot = per_cpu_ptr(ksoftirqd, cpu);
		struct task_struct *task =
			kthread_create_on_cpu(run_ksoftirqd, NULL, cpu, "ksoftirqd/%u", cpu);

		if (IS_ERR(task))
			return PTR_ERR(task);
		WRITE_ONCE(*slot, task);
		wake_up_process(task);
	}
	return 0;
}
