/* SPDX-License-Identifier: MIT */
/* The price of the graph tracer: beginning and end of a call together. */
#include "kernel/sched/task.h"
#include "kernel/trace_target.h"
#include "lib/string.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/filter.h"
#include "trace/core/trace_array.h"
#include "trace/tracers/graph_limits.h"

int bench_graph_one(u64 *value)
{
	return bench_hit("function_graph", "trace_target", trace_target, 1, value);
}

int bench_graph_all(u64 *value)
{
	return bench_hit("function_graph", "", trace_target_nested, 2, value);
}

int bench_graph_off(u64 *value)
{
	bool was_on = tracer_tracing_is_on(&global_trace);
	int error;

	tracer_tracing_off(&global_trace);
	error = bench_graph_one(value);
	if (was_on)
		tracer_tracing_on(&global_trace);
	return error;
}

static int set_graph_function(const char *name)
{
	struct ftrace_filter_edit edit;
	ssize_t error;

	ftrace_filter_open(&edit, &global_trace, FTRACE_ONLY, true);
	edit.filter = &graph_filter;
	error = ftrace_filter_write(&edit, name, strlen(name));
	if (error >= 0)
		error = ftrace_filter_close(&edit);
	return error < 0 ? (int)error : graph_limits_apply();
}

/* Every function is hooked, and the one that is called is not below that of set_graph_function. */
int bench_graph_outside(u64 *value)
{
	int error = set_graph_function("trace_target_inner");

	if (!error)
		error = bench_hit("function_graph", "", trace_target, 1, value);
	set_graph_function("");
	return error;
}

static void call_with_arguments(void)
{
	trace_target_arguments(4095, current);
}

/* A function with a condition that is false, when every function is hooked. */
static int bench_graph_condition(const char *root, u64 *value)
{
	int error = set_graph_function(root);

	if (!error)
		error = bench_hit("function_graph", "", call_with_arguments, 1, value);
	set_graph_function("");
	return error;
}

int bench_graph_number(u64 *value)
{
	return bench_graph_condition("trace_target_arguments if number >= 4096", value);
}

/* The same for the function tracer, which has no such functions hooked but those listed. */
int bench_function_condition(u64 *value)
{
	return bench_hit("function", "trace_target_arguments if number >= 4096",
			 call_with_arguments, 1, value);
}

int bench_graph_string(u64 *value)
{
	return bench_graph_condition("trace_target_arguments if task->comm == nobody", value);
}

int bench_graph_switch_on(u64 *value)
{
	u64 on = 0, off;
	int error = bench_switches("function_graph", "", &on, &off);

	*value = on / ftrace_site_total();
	return error;
}
