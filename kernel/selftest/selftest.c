/* SPDX-License-Identifier: MIT */
/* The list of self-tests, and running them. */
#include "kernel/selftest/selftest.h"

#include "kernel/printk.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "lib/string.h"

static const struct selftest selftests[] = {
	{"clock", selftest_clock},	 /* time goes forward, on each CPU and between them */
	{"hrtimer", selftest_hrtimer},	 /* short sleeps are not too short; periodic, cancelled */
	{"timer", selftest_timer},	 /* jiffy timers: never early, in order, deleted */
	{"smp_call", selftest_smp_call}, /* all CPUs call all CPUs, every call runs once */
	{"irq_work", selftest_irq_work}, /* work queued in an NMI runs in an interrupt */
	{"nmi", selftest_nmi},		 /* a rain of NMIs disturbs nothing */
	{"stop_machine", selftest_stop_machine},	   /* nothing runs while it is stopped */
	{"stop_refusals", selftest_stop_machine_refusals}, /* atomic callers, deaf CPUs */
};

void selftest_failed(const char *expectation, const char *file, int line, s64 value)
{
	pr_err("selftest: %s:%d: expected %s, value %ld\n", file, line, expectation, value);
}

const struct selftest *selftest_at(u32 index)
{
	return index < ARRAY_SIZE(selftests) ? &selftests[index] : NULL;
}

static int selftest_run_one(const struct selftest *test)
{
	u64 start = ktime_get_ns();
	int error = test->run();

	if (error)
		pr_err("selftest %s: failed with error %d\n", test->name, error);
	else
		pr_info("selftest %s: ok, %lu ms\n", test->name,
			(ktime_get_ns() - start) / NSEC_PER_MSEC);
	return error;
}

int selftest_run(const char *name)
{
	int error = name ? -ENOENT : 0;
	const struct selftest *test;

	for (u32 i = 0; (test = selftest_at(i)); i++) {
		int result;

		if (name && strcmp(name, test->name))
			continue;
		result = selftest_run_one(test);
		if (!error || error == -ENOENT)
			error = result;
	}
	return error;
}
