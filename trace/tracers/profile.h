/* SPDX-License-Identifier: MIT */
/*
 * The function profiler: how often each function was called, on each processor, and how long
 * that took. It is no tracer of current_tracer and runs beside any; set_ftrace_filter,
 * set_ftrace_pid and the options graph-time and sleep-time of the root say what counts.
 */
#pragma once

#include "lib/types.h"

enum function_profile_mode {
	PROFILE_OFF,
	PROFILE_TIMES, /* added when a call returns, on the processor where it does */
	PROFILE_HITS,  /* calls only, for less than a third of the cost */
	PROFILE_MODES
};

/* Times in ns. By graph-time, that of the functions a function called is in it or not. */
struct function_profile_line {
	u64 ip;
	u64 hits;
	u64 time;
	u64 variance; /* of a call's time, in us^2 / 1000 */
};

/* Counts begin at 0 when it is switched on. Context: task, may sleep.
 * Return: 0, -ENOMEM, or as register_ftrace_function() and register_fgraph_user().
 */
int function_profile_enable(enum function_profile_mode mode);
enum function_profile_mode function_profile_mode(void);

/* graph-time and sleep-time, which apply from then on. Context: task. */
void function_profile_count_graph(bool count);
void function_profile_count_sleep(bool count);

/*
 * What was called on processor @cpu, the longest or most frequent first; with times, those only
 * whose average reaches tracing_thresh. vfree() it. Context: task. Return: how many; -ENOMEM.
 */
s64 function_profile_read(u32 cpu, struct function_profile_line **lines);
/* Whether it counts, or last counted, times. */
bool function_profile_has_times(void);
