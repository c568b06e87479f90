/* SPDX-License-Identifier: MIT */
/*
 * The watchdog. On each CPU a timer looks, a few times per threshold, whether
 * the CPU has been in the scheduler since; it asks for that itself, so even a
 * task that computes alone passes through if it can be preempted. The same
 * timer looks whether the next CPU's timer has run: if not, that CPU does not
 * take interrupts, and is sent an NMI to say where it is.
 *
 * Time is counted in looks, not in ns: when the whole machine was stopped, under
 * a debugger say, nobody missed anything.
 */
#include "kernel/watchdog.h"

#include "arch/x86_64/nmi.h"
#include "kernel/irq/irq.h"
#include "kernel/oops.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"

/* A soft lockup is so many looks without scheduling, a hard one so many without the timer. */
#define SOFT_LOOKS 5u
#define HARD_LOOKS 3u

struct watchdog {
	struct hrtimer timer;
	u64 timer_runs;	    /* read by the CPU before */
	u64 schedules_seen; /* watchdog_schedules at the last look */
	u32 looks_stuck;    /* in a row, without change */
	u32 next_cpu;	    /* whom this one watches */
	u64 next_runs_seen; /* its timer_runs at the last look */
	u32 next_looks_stuck;
};

DEFINE_PER_CPU(u64, watchdog_schedules);
static DEFINE_PER_CPU(struct watchdog, watchdogs);

static unsigned int watchdog_thresh_seconds = 10;
static bool watchdog_panics;
static u64 watchdog_period_ns;

int watchdog_thresh_param(const char *value)
{
	unsigned int seconds;

	if (!value || kstrtouint(value, 10, &seconds) || seconds > 3600)
		return -EINVAL;
	watchdog_thresh_seconds = seconds;
	return 0;
}

int nowatchdog_param(const char *value)
{
	watchdog_thresh_seconds = 0;
	return 0;
}

int hung_panic_param(const char *value)
{
	watchdog_panics = true;
	return 0;
}

static void watchdog_check_soft(struct watchdog *dog, struct pt_regs *regs)
{
	if (watchdog_schedules != dog->schedules_seen || is_idle_task(current)) {
		dog->schedules_seen = watchdog_schedules;
		dog->looks_stuck = 0;
		return;
	}
	if (++dog->looks_stuck % SOFT_LOOKS)
		return;
	pr_emerg("watchdog: BUG: soft lockup - CPU#%u stuck for %lus! [%s:%d]\n",
		 smp_processor_id(), dog->looks_stuck * watchdog_period_ns / NSEC_PER_SEC,
		 current->comm, current->pid);
	if (regs)
		show_regs(regs);
	if (watchdog_panics)
		panic("watchdog: soft lockup on CPU#%u", smp_processor_id());
}

static void watchdog_check_next(struct watchdog *dog)
{
	u32 next = cpumask_next(smp_processor_id(), READ_ONCE(cpu_online_mask));
	const struct watchdog *other;

	if (next >= NR_CPUS)
		next = cpumask_first(READ_ONCE(cpu_online_mask));
	other = per_cpu_ptr(watchdogs, next);
	if (next == smp_processor_id() || next != dog->next_cpu ||
	    READ_ONCE(other->timer_runs) != dog->next_runs_seen) {
		dog->next_cpu = next;
		dog->next_runs_seen = READ_ONCE(other->timer_runs);
		dog->next_looks_stuck = 0;
		return;
	}
	if (++dog->next_looks_stuck % HARD_LOOKS)
		return;
	pr_emerg("watchdog: BUG: hard lockup - CPU#%u takes no interrupts for %lus, says CPU#%u\n",
		 next, dog->next_looks_stuck * watchdog_period_ns / NSEC_PER_SEC,
		 smp_processor_id());
	nmi_trigger_cpumask_backtrace(cpumask_of(next));
	if (watchdog_panics)
		panic("watchdog: hard lockup on CPU#%u", next);
}

static enum hrtimer_restart watchdog_timer_fn(struct hrtimer *timer)
{
	struct watchdog *dog = container_of(timer, struct watchdog, timer);

	WRITE_ONCE(dog->timer_runs, dog->timer_runs + 1);
	watchdog_check_soft(dog, get_irq_regs());
	watchdog_check_next(dog);
	if (!is_idle_task(current))
		__need_resched = 1; /* until the next look the CPU must have been in __schedule() */
	hrtimer_forward_now(timer, watchdog_period_ns);
	return HRTIMER_RESTART;
}

static void watchdog_enable(void *unused)
{
	struct watchdog *dog = this_cpu_ptr(watchdogs);

	hrtimer_setup(&dog->timer, watchdog_timer_fn);
	hrtimer_start(&dog->timer, watchdog_period_ns, HRTIMER_MODE_REL);
}

int watchdog_init(void)
{
	u64 soft_seconds = 2 * watchdog_thresh_seconds * ((num_online_cpus() + 3) / 4);

	if (!soft_seconds)
		return 0;
	watchdog_period_ns = soft_seconds * NSEC_PER_SEC / SOFT_LOOKS;
	return on_each_cpu(watchdog_enable, NULL, true);
}
