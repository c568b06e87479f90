/* SPDX-License-Identifier: MIT */
/* The price of a hit, and of switching. */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/trace_target.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/sort.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/filter.h"
#include "trace/core/trace_array.h"
#include "trace/core/tracer.h"

#define CALLS_PER_CHUNK 100

static int compare_u64(const void *a, const void *b)
{
	u64 left = *(const u64 *)a, right = *(const u64 *)b;

	return left < right ? -1 : left > right;
}

u64 bench_median(u64 *values, u32 count)
{
	sort(values, count, sizeof(*values), compare_u64);
	return values[count / 2];
}

u64 bench_per_100_calls(void (*call)(void))
{
	u64 chunks[BENCH_CHUNKS];
	u32 chunk, i;

	for (chunk = 0; chunk < BENCH_CHUNKS; chunk++) {
		u64 start = rdtsc();

		for (i = 0; i < CALLS_PER_CHUNK; i++)
			call();
		chunks[chunk] = rdtsc() - start;
	}
	return bench_median(chunks, BENCH_CHUNKS);
}

u64 bench_per_call(u64 with, u64 without)
{
	return DIV_ROUND_UP(with - min(with, without), CALLS_PER_CHUNK);
}

int bench_filter(const char *names)
{
	return ftrace_filter_set(&global_trace, FTRACE_ONLY, names);
}

int bench_tracer_on(const char *tracer, const char *filter)
{
	int error = bench_filter(filter);

	return error ? error : tracing_set_tracer(&global_trace, tracer);
}

int bench_tracer_off(void)
{
	int error = tracing_set_tracer(&global_trace, "nop");
	int filter_error = bench_filter("");

	return error ? error : filter_error;
}

int bench_hit(const char *tracer, const char *filter, void (*call)(void), u32 hits, u64 *value)
{
	u64 without = bench_per_100_calls(call);
	int error = bench_tracer_on(tracer, filter);
	u64 with = error ? without : bench_per_100_calls(call);

	*value = DIV_ROUND_UP(bench_per_call(with, without), hits);
	return error ? error : bench_tracer_off();
}

int bench_function_one(u64 *value)
{
	return bench_hit("function", "trace_target", trace_target, 1, value);
}

int bench_function_all(u64 *value)
{
	return bench_hit("function", "", trace_target_nested, 2, value);
}

int bench_function_off(u64 *value)
{
	bool was_on = tracer_tracing_is_on(&global_trace);
	int error;

	tracer_tracing_off(&global_trace);
	error = bench_hit("function", "trace_target", trace_target, 1, value);
	if (was_on)
		tracer_tracing_on(&global_trace);
	return error;
}

/* trace_target(), and the same instructions without the first. */
int bench_site_nop(u64 *value)
{
	u64 with = bench_per_100_calls(trace_target);
	u64 without = bench_per_100_calls((void (*)(void))((u64)trace_target + TEXT_PATCH_SIZE));

	*value = bench_per_call(with, without);
	return 0;
}

#define SWITCHES 11

int bench_switches(const char *tracer, const char *filter, u64 *on, u64 *off)
{
	u64 ons[SWITCHES], offs[SWITCHES];
	int error = bench_filter(filter);
	u32 i;

	for (i = 0; i < SWITCHES && !error; i++) {
		u64 start = rdtsc(), middle;

		error = tracing_set_tracer(&global_trace, tracer);
		middle = rdtsc();
		ons[i] = middle - start;
		if (!error)
			error = tracing_set_tracer(&global_trace, "nop");
		offs[i] = rdtsc() - middle;
	}
	if (error)
		return error;
	*on = bench_median(ons, SWITCHES);
	*off = bench_median(offs, SWITCHES);
	return bench_filter("");
}

int bench_switch_all_on(u64 *value)
{
	u64 on, off;
	int error = bench_switches("function", "", &on, &off);

	*value = on / ftrace_site_total();
	return error;
}

int bench_switch_all_off(u64 *value)
{
	u64 on, off;
	int error = bench_switches("function", "", &on, &off);

	*value = off / ftrace_site_total();
	return error;
}

int bench_switch_one_on(u64 *value)
{
	u64 off;

	return bench_switches("function", "trace_target", value, &off);
}

int bench_parked(u64 *value)
{
	struct stop_machine_stats stats;
	u64 on, off;
	int error;

	stop_machine_get_stats(&stats, true);
	error = bench_switches("function", "", &on, &off);
	stop_machine_get_stats(&stats, false);
	*value = stats.max_park_ns * 1000 / ftrace_site_total();
	return error;
}
