/* SPDX-License-Identifier: MIT */
/* The clocks of the file trace_clock. */
#include "trace/core/trace_clock.h"
#include "arch/x86_64/atomic.h"
#include "lib/string.h"

u64 trace_clock_local(void)
{
	return local_clock();
}

/* Never goes back, whichever processors ask: no less than what was given out before. */
static u64 trace_clock_global(void)
{
	static u64 last;
	u64 now = local_clock(), seen = READ_ONCE(last);

	while (seen < now) {
		u64 found = cmpxchg(&last, seen, now);

		if (found == seen)
			return now;
		seen = found;
	}
	return seen;
}

/* Not a time: each stamp is one more than the one before. */
static u64 trace_clock_counter(void)
{
	static atomic64_t count;

	return atomic64_add_return(1, &count);
}

/* In ticks of the scheduler. */
static u64 trace_clock_uptime(void)
{
	return jiffies_to_nsecs(get_jiffies_64());
}

/* The kernel has one clock, so this is the local one by another name. */
static u64 trace_clock_mono(void)
{
	return ktime_get_ns();
}

u64 trace_clock_x86_tsc(void)
{
	return rdtsc();
}

const struct trace_clock trace_clocks[] = {
	{"local", trace_clock_local, true},
	{"global", trace_clock_global, true},
	{"counter", trace_clock_counter, false},
	{"uptime", trace_clock_uptime, true},
	{"mono", trace_clock_mono, true},
	{"x86-tsc", trace_clock_x86_tsc, false},
	{NULL, NULL, false},
};

const struct trace_clock *trace_clock_find(const char *name)
{
	const struct trace_clock *clock = trace_clocks;

	while (clock->name && strcmp(clock->name, name) != 0)
		clock++;
	return clock->name ? clock : NULL;
}
