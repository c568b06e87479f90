/* SPDX-License-Identifier: MIT */
/* The price of changing all sites, by either method: in all, and for who is held up by it. */
#include "arch/x86_64/text_patch.h"
#include "kernel/smp/stop_machine.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/ftrace.h"

/*
 * Stores how long switching all sites on takes, in ticks, and the longest time in ns that a
 * processor could do nothing else meanwhile.
 */
static int measure_patching(const char *method, u64 *total, u64 *held)
{
	const char *before = text_patch_method_name();
	struct stop_machine_stats stopped;
	struct text_patch_stats written;
	u64 off;
	int error = text_patch_set_method(method);

	*total = 0;
	stop_machine_get_stats(&stopped, true);
	text_patch_get_stats(&written, true);
	if (!error)
		error = bench_switches("function", "", total, &off);
	stop_machine_get_stats(&stopped, false);
	text_patch_get_stats(&written, false);
	text_patch_set_method(before);
	*held = stopped.max_park_ns + written.longest_write_ns; /* one is 0 */
	return error;
}

int bench_patch_stopped(u64 *value)
{
	u64 held;
	int error = measure_patching("stop_machine", value, &held);

	*value /= ftrace_site_total();
	return error;
}

int bench_patch_stopped_total(u64 *value)
{
	u64 held;

	return measure_patching("stop_machine", value, &held);
}

int bench_patch_stopped_held(u64 *value)
{
	u64 total;

	return measure_patching("stop_machine", &total, value);
}

int bench_patch_breakpoint(u64 *value)
{
	u64 held;
	int error = measure_patching("breakpoint", value, &held);

	*value /= ftrace_site_total();
	return error;
}

int bench_patch_breakpoint_total(u64 *value)
{
	u64 held;

	return measure_patching("breakpoint", value, &held);
}

int bench_patch_breakpoint_held(u64 *value)
{
	u64 total;

	return measure_patching("breakpoint", &total, value);
}
