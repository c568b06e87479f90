/* SPDX-License-Identifier: MIT */
/* The price of changing all sites, by either method: in all, and for who is held up by it. */
#include "arch/x86_64/text_patch.h"
#include "kernel/smp/stop_machine.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/ftrace.h"

enum patch_figure {
	PATCH_PER_SITE, /* ticks that a site takes when all are switched on */
	PATCH_TOTAL,	/* ticks that all of them take */
	PATCH_HELD, /* the longest time in ns that a processor could do nothing else meanwhile */
};

static int measure_patching(const char *method, enum patch_figure figure, u64 *value)
{
	const char *before = text_patch_method_name();
	struct stop_machine_stats stopped;
	struct text_patch_stats written;
	u64 on = 0, off;
	int error = text_patch_set_method(method);

	stop_machine_get_stats(&stopped, true);
	text_patch_get_stats(&written, true);
	if (!error)
		error = bench_switches("function", "", &on, &off);
	stop_machine_get_stats(&stopped, false);
	text_patch_get_stats(&written, false);
	text_patch_set_method(before);
	*value = figure == PATCH_PER_SITE ? on / ftrace_site_total()
		 : figure == PATCH_TOTAL
			 ? on
			 : stopped.max_park_ns + written.longest_write_ns; /* one is 0 */
	return error;
}

int bench_patch_stopped(u64 *value)
{
	return measure_patching("stop_machine", PATCH_PER_SITE, value);
}

int bench_patch_stopped_total(u64 *value)
{
	return measure_patching("stop_machine", PATCH_TOTAL, value);
}

int bench_patch_stopped_held(u64 *value)
{
	return measure_patching("stop_machine", PATCH_HELD, value);
}

int bench_patch_breakpoint(u64 *value)
{
	return measure_patching("breakpoint", PATCH_PER_SITE, value);
}

int bench_patch_breakpoint_total(u64 *value)
{
	return measure_patching("breakpoint", PATCH_TOTAL, value);
}

int bench_patch_breakpoint_held(u64 *value)
{
	return measure_patching("breakpoint", PATCH_HELD, value);
}
