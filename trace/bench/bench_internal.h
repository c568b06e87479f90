/* SPDX-License-Identifier: MIT */
/* What the files of the bench command share. Context of everything: its task. */
#pragma once

#include "lib/types.h"

/* One line of the table. */
struct benchmark {
	const char *name;
	const char *unit; /* "instructions" is printed as "ticks" where the two differ */
	u64 limit;	  /* the most it should be */
	/* Stores the value. Return: 0, or an errno: it could not be measured. */
	int (*measure)(u64 *value);
};

/* Ends with a NULL name. */
extern const struct benchmark benchmarks[];

#define BENCH_CHUNKS 101 /* the median of so many */

/* The middle one of @count values, which it sorts. */
u64 bench_median(u64 *values, u32 count);
/*
 * Time stamp counter ticks of one @call, times 100, in the median of BENCH_CHUNKS
 * chunks of 100 calls, the loop included.
 */
u64 bench_per_100_calls(void (*call)(void));
/*
 * What each of 100 calls costs more, rounded up, by two such sums. Return: 0 if they cost less,
 * as may be where time is measured.
 */
u64 bench_per_call(u64 with, u64 without);

/* Has tracers see the functions @names, "" all. Return: 0 or an errno. */
int bench_filter(const char *names);
/* A tracer on, for the functions @filter names ("": all), and off. Return: 0 or an errno. */
int bench_tracer_on(const char *tracer, const char *filter);
int bench_tracer_off(void);
/* The cost of a hit in @call, which makes @hits of them, rounded up. Return: the same. */
int bench_hit(const char *tracer, const char *filter, void (*call)(void), u32 hits, u64 *value);
/* Median ticks of switching a tracer on and off, with such a filter. Return: the same. */
int bench_switches(const char *tracer, const char *filter, u64 *on, u64 *off);

int bench_function_one(u64 *value);
int bench_function_all(u64 *value);
int bench_function_off(u64 *value);
int bench_function_pid(u64 *value);
int bench_function_wrapped(u64 *value);
int bench_function_full(u64 *value);
int bench_profile_hits(u64 *value);
int bench_profile_times(u64 *value);
int bench_trace_marker(u64 *value);
int bench_function_no_repeats(u64 *value);
int bench_function_args(u64 *value);
int bench_function_stack(u64 *value);
int bench_site_nop(u64 *value);
int bench_switch_all_on(u64 *value);
int bench_switch_all_off(u64 *value);
int bench_patch_stopped(u64 *value);
int bench_patch_stopped_total(u64 *value);
int bench_patch_stopped_held(u64 *value);
int bench_patch_breakpoint(u64 *value);
int bench_patch_breakpoint_total(u64 *value);
int bench_patch_breakpoint_held(u64 *value);
int bench_switch_one_on(u64 *value);
int bench_parked(u64 *value);
int bench_graph_one(u64 *value);
int bench_graph_all(u64 *value);
int bench_graph_off(u64 *value);
int bench_graph_outside(u64 *value);
int bench_graph_args(u64 *value);
int bench_graph_number(u64 *value);
int bench_function_condition(u64 *value);
int bench_graph_string(u64 *value);
int bench_graph_switch_on(u64 *value);
int bench_event_off(u64 *value);
int bench_event_on(u64 *value);
int bench_event_tracing_off(u64 *value);
int bench_event_pid(u64 *value);
int bench_event_rejected(u64 *value);
int bench_event_accepted(u64 *value);
int bench_event_stack(u64 *value);
int bench_event_hist(u64 *value);
int bench_event_hist_two(u64 *value);
int bench_event_switch_on(u64 *value);
int bench_kprobe_ftrace(u64 *value);
int bench_kprobe_int3(u64 *value);
int bench_kprobe_jump(u64 *value);
int bench_kretprobe(u64 *value);
int bench_kprobe_event(u64 *value);
int bench_kprobe_event_args(u64 *value);
int bench_kprobe_event_int3(u64 *value);
int bench_kprobe_event_jump(u64 *value);
int bench_kretprobe_event(u64 *value);
int bench_kretprobe_event_retval(u64 *value);
int bench_site_record(u64 *value);
int bench_ftrace_init(u64 *value);
int bench_trace_text(u64 *value);
int bench_trace_pipe_text(u64 *value);
int bench_raw_page(u64 *value);
int bench_snapshot(u64 *value);
int bench_boot_to_prompt(u64 *value);
