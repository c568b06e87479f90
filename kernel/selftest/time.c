/* SPDX-License-Identifier: MIT */
/* Self-tests of the clock and of both kinds of timers. */
#include "arch/x86_64/atomic.h"
#include "arch/x86_64/cpu.h"
#include "kernel/irq/softirq.h"
#include "kernel/sched/sched.h"
#include "kernel/selftest/selftest.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "kernel/time/sleep.h"
#include "kernel/time/timer.h"
#include "lib/errno.h"

#define TEST_READS    10000
#define TEST_SLEEPS   50
#define TEST_SLEEP_US 100
#define TEST_TIMERS   32

int selftest_clock(void)
{
	u64 last = ktime_get_ns();
	u32 cpu;

	for_each_online_cpu (cpu) {
		SELFTEST_EXPECT(!set_cpus_allowed_ptr(current, cpumask_of(cpu)), cpu);
		SELFTEST_EXPECT(smp_processor_id() == cpu, smp_processor_id());
		for (int i = 0; i < TEST_READS; i++) {
			u64 now = ktime_get_ns();

			SELFTEST_EXPECT(now >= last, last - now);
			last = now;
		}
	}
	set_cpus_allowed_ptr(current, CPU_MASK_ALL);
	return 0;
}

static u32 test_rings;

static enum hrtimer_restart selftest_ring(struct hrtimer *timer)
{
	WRITE_ONCE(test_rings, test_rings + 1);
	hrtimer_forward_now(timer, TEST_SLEEP_US * NSEC_PER_USEC);
	return HRTIMER_RESTART;
}

int selftest_hrtimer(void)
{
	struct hrtimer timer;
	u32 rings;

	for (int i = 0; i < TEST_SLEEPS; i++) {
		u64 start = ktime_get_ns();

		usleep_range(TEST_SLEEP_US, 2 * TEST_SLEEP_US);
		SELFTEST_EXPECT(ktime_get_ns() - start >= TEST_SLEEP_US * NSEC_PER_USEC,
				ktime_get_ns() - start);
	}
	test_rings = 0;
	hrtimer_setup(&timer, selftest_ring);
	hrtimer_start(&timer, TEST_SLEEP_US * NSEC_PER_USEC, HRTIMER_MODE_REL);
	msleep(50);
	while (READ_ONCE(test_rings) < 2) /* an emulator may have let this CPU wait for long */
		msleep(1);
	SELFTEST_EXPECT(hrtimer_cancel(&timer), 0);
	rings = test_rings;
	msleep(10);
	SELFTEST_EXPECT(test_rings == rings, test_rings);
	return 0;
}

struct test_timer {
	struct timer_list timer;
	u64 expires;
	u32 rank; /* 1 for the first that ran; 0: it did not run */
	bool early;
};

static struct test_timer test_timers[TEST_TIMERS];
static u32 test_rank;

static void selftest_timer_ran(struct timer_list *timer)
{
	struct test_timer *test = container_of(timer, struct test_timer, timer);

	test->early = jiffies < test->expires;
	test->rank = ++test_rank;
}

/* Later timers are armed first; every third is deleted again, every fourth armed twice. */
int selftest_timer(void)
{
	u64 base = jiffies + 5;
	u32 last = 0, left = TEST_TIMERS;

	local_bh_disable(); /* all on one CPU, in a defined order, none before all are armed */
	test_rank = 0;
	for (u32 i = TEST_TIMERS; i-- > 0;) {
		struct test_timer *test = &test_timers[i];

		test->rank = 0;
		test->expires = base + i / 4;
		timer_setup(&test->timer, selftest_timer_ran, 0);
		mod_timer(&test->timer, i % 4 ? test->expires : base + 1000);
		mod_timer(&test->timer, test->expires);
	}
	for (u32 i = 0; i < TEST_TIMERS; i += 3, left--)
		timer_delete(&test_timers[i].timer);
	local_bh_enable();
	msleep(jiffies_to_msecs(5 + TEST_TIMERS / 4 + 10));
	while (READ_ONCE(test_rank) < left)
		msleep(1);
	for (u32 i = 0; i < TEST_TIMERS; i++) {
		struct test_timer *test = &test_timers[i];

		SELFTEST_EXPECT(!timer_pending(&test->timer), i);
		SELFTEST_EXPECT(!timer_delete_sync(&test->timer), i);
		SELFTEST_EXPECT(!test->rank == (i % 3 == 0), i);
		SELFTEST_EXPECT(!test->early, i);
		/* Of equal times, the one armed first, which here has the higher index. */
		if (test->rank && i % 4 == 0)
			last = test_rank;
	}
	SELFTEST_EXPECT(last, last);
	return 0;
}
