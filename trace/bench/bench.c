/* SPDX-License-Identifier: MIT */
/*
 * bench: what tracing costs, one line per number: name, value, unit, limit.
 *
 * Run it under an instruction-counting clock (scripts/boot --deterministic):
 * there one tick of the time stamp counter is one guest instruction, and the
 * values are the same on every machine. What is measured is the difference
 * between a loop with the tracer and the same loop without.
 */
#include "trace/bench/bench.h"

#include "arch/x86_64/tsc.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/stdio.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/filter.h"
#include "trace/core/trace_array.h"
#include "trace/core/tracer.h"

const struct benchmark benchmarks[] = {
	{"function_one", "instructions", 110, bench_function_one},
	{"function_all", "instructions", 110, bench_function_all},
	{"function_tracing_off", "instructions", 40, bench_function_off},
	{"function_pid_filtered", "instructions", 30, bench_function_pid},
	{"function_wrapped", "instructions", 110, bench_function_wrapped},
	{"function_full", "instructions", 60, bench_function_full},
	{"function_no_repeats", "instructions", 60, bench_function_no_repeats},
	{"function_args", "instructions", 200, bench_function_args},
	{"function_stack_trace", "instructions", 800, bench_function_stack},
	{"profile_hits", "instructions", 90, bench_profile_hits},
	{"profile_times", "instructions", 200, bench_profile_times},
	{"function_condition", "instructions", 110, bench_function_condition},
	{"trace_marker", "instructions", 150, bench_trace_marker},
	{"site_nop", "instructions", 1, bench_site_nop},
	{"switch_all_on_per_site", "instructions", 150, bench_switch_all_on},
	{"switch_all_off_per_site", "instructions", 150, bench_switch_all_off},
	{"parked_per_1000_sites", "instructions", 100000, bench_parked},
	{"patch_stopped_per_site", "instructions", 150, bench_patch_stopped},
	{"patch_stopped_total", "instructions", 500000, bench_patch_stopped_total},
	{"patch_stopped_held", "instructions", 60000, bench_patch_stopped_held},
	{"patch_int3_per_site", "instructions", 500, bench_patch_breakpoint},
	{"patch_int3_total", "instructions", 700000, bench_patch_breakpoint_total},
	{"patch_int3_held", "instructions", 15000, bench_patch_breakpoint_held},
	{"switch_one_on", "instructions", 30000, bench_switch_one_on},
	{"graph_one", "instructions", 240, bench_graph_one},
	{"graph_all", "instructions", 240, bench_graph_all},
	{"graph_tracing_off", "instructions", 70, bench_graph_off},
	{"graph_outside", "instructions", 60, bench_graph_outside},
	{"graph_args", "instructions", 600, bench_graph_args},
	{"graph_condition_number", "instructions", 110, bench_graph_number},
	{"graph_condition_string", "instructions", 200, bench_graph_string},
	{"graph_switch_on_per_site", "instructions", 300, bench_graph_switch_on},
	{"event_off", "instructions", 1, bench_event_off},
	{"event_on", "instructions", 140, bench_event_on},
	{"event_tracing_off", "instructions", 100, bench_event_tracing_off},
	{"event_pid_filtered", "instructions", 50, bench_event_pid},
	{"event_filter_rejects", "instructions", 90, bench_event_rejected},
	{"event_filter_accepts", "instructions", 180, bench_event_accepted},
	{"event_stack_trigger", "instructions", 900, bench_event_stack},
	{"event_hist_one_key", "instructions", 220, bench_event_hist},
	{"event_hist_two_keys", "instructions", 280, bench_event_hist_two},
	{"event_switch_on", "instructions", 15000, bench_event_switch_on},
	{"kprobe_ftrace", "instructions", 110, bench_kprobe_ftrace},
	{"kprobe_int3", "instructions", 250, bench_kprobe_int3},
	{"kprobe_jump", "instructions", 110, bench_kprobe_jump},
	{"kretprobe", "instructions", 190, bench_kretprobe},
	{"kprobe_event", "instructions", 200, bench_kprobe_event},
	{"kprobe_event_args", "instructions", 260, bench_kprobe_event_args},
	{"kprobe_event_int3", "instructions", 500, bench_kprobe_event_int3},
	{"kprobe_event_jump", "instructions", 200, bench_kprobe_event_jump},
	{"kretprobe_event", "instructions", 320, bench_kretprobe_event},
	{"kretprobe_event_retval", "instructions", 360, bench_kretprobe_event_retval},
	{"site_record", "bytes", 16, bench_site_record},
	{"ftrace_init_per_site", "instructions", 60, bench_ftrace_init},
	{"trace_text_per_line", "instructions", 1500, bench_trace_text},
	{"trace_pipe_per_line", "instructions", 1500, bench_trace_pipe_text},
	{"raw_page_read", "instructions", 1500, bench_raw_page},
	{"snapshot_by_file", "instructions", 5000, bench_snapshot},
	{"boot_to_prompt", "instructions", 60000000, bench_boot_to_prompt},
	{0},
};

/* The instruction-counting clock makes 10^9 ticks a second, as one instruction is one ns. */
static bool ticks_are_instructions(void)
{
	return tsc_scale.hz > 999000000 && tsc_scale.hz < 1001000000;
}

static bool is_wanted(const struct benchmark *bench, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		if (!strncmp(bench->name, argv[i], strlen(argv[i])))
			return true;
	return argc < 2;
}

/* Return: 0; 1 when it could not be measured or is above its limit. */
static int run_one(const struct benchmark *bench)
{
	const char *unit = bench->unit;
	u64 value;
	int error = bench->measure(&value);

	if (error)
		return cmd_fail_errno(bench->name, error);
	if (!strcmp(unit, "instructions") && !ticks_are_instructions())
		unit = "ticks";
	cmd_printf("%-24s %10lu %-12s %10lu\n", bench->name, value, unit, bench->limit);
	return value > bench->limit && strcmp(unit, "ticks");
}

int cmd_bench(int argc, char **argv)
{
	const struct benchmark *bench;
	u64 allowed = current->cpus_allowed;
	bool found = false;
	int status = 0;

	if (strcmp(global_trace.current_tracer->name, "nop") ||
	    ftrace_filter_count(&global_trace.filter, FTRACE_ONLY) ||
	    ftrace_filter_count(&global_trace.filter, FTRACE_NEVER))
		return cmd_fail("current_tracer must be nop, and the function filters empty");
	set_cpus_allowed_ptr(current, cpumask_of(0)); /* raw_page_read reads this one's ring */
	for (bench = benchmarks; bench->name && !cmd_interrupted(); bench++) {
		if (!is_wanted(bench, argc, argv))
			continue;
		found = true;
		status |= run_one(bench);
	}
	set_cpus_allowed_ptr(current, allowed);
	return found ? status : cmd_fail("nothing is called %s", argv[1]);
}
