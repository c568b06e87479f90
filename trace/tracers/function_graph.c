/* SPDX-License-Identifier: MIT */
/*
 * Graph tracer: a TRACE_GRAPH_ENT record when a wanted function begins and a
 * TRACE_GRAPH_RET record when it returns. graph_choice.c decides which functions
 * are followed, graph_record.c writes the records, graph_output.c makes a tree of them.
 *
 * Where a call is not recorded it is not followed either, so the depth counts
 * recorded calls only.
 */
#include "trace/tracers/function_graph.h"

#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/tracers/graph_limits.h"
#include "trace/tracers/profile.h"
#include "trace/tracers/selftest.h"
#include "trace/tracers/tracers.h"

int graph_limits_apply(void)
{
	struct trace_array *tr;
	int error = 0;

	trace_types_lock_acquire();
	list_for_each_entry (tr, &trace_arrays, list) {
		if (tr->current_tracer == &function_graph_tracer && !error)
			error = ftrace_ops_set_func(&tr->function_ops,
						    graph_callback(tr->tracer_flags));
	}
	trace_types_lock_release();
	return error;
}

static void graph_select_exit(struct trace_array *tr, u32 flags)
{
	WRITE_ONCE(tr->graph_user.exit,
		   flags & GRAPH_OPTION_RETVAL ? graph_trace_return_value : graph_trace_return);
}

static int graph_tracer_start(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;
	int error;

	if (ops->flags & FTRACE_OPS_FL_ENABLED)
		return -EBUSY; /* its sites could not be switched off */
	graph_select_exit(tr, tr->tracer_flags);
	tr->graph_user.exit_uncommon = graph_return_uncommon;
	error = register_fgraph_user(&tr->graph_user);
	if (error)
		return error;
	ops->func = graph_callback(tr->tracer_flags);
	__atomic_fetch_and(&ops->skip, ~FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
	error = register_ftrace_function(ops);
	if (error)
		unregister_fgraph_user(&tr->graph_user);
	return error;
}

/* Calls that have not returned yet do so unnoticed. */
static void graph_tracer_stop(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;

	if (unregister_ftrace_function(ops))
		__atomic_fetch_or(&ops->skip, FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
	unregister_fgraph_user(&tr->graph_user);
}

static int graph_set_option(struct trace_array *tr, u32 bit, bool on)
{
	if (bit == GRAPH_OPTION_SLEEP_TIME)
		fgraph_count_sleep(&tr->graph_user, on);
	if (bit == GRAPH_OPTION_SLEEP_TIME && tr == &global_trace)
		function_profile_count_sleep(on);
	if (bit == GRAPH_OPTION_GRAPH_TIME && tr == &global_trace)
		function_profile_count_graph(on);
	if (tr->current_tracer != &function_graph_tracer)
		return 0;
	if (bit == GRAPH_OPTION_RETVAL)
		graph_select_exit(tr, tr->tracer_flags ^ bit);
	if (bit & (GRAPH_OPTION_IRQS | GRAPH_OPTION_ARGS | GRAPH_OPTION_RETADDR))
		return ftrace_ops_set_func(&tr->function_ops,
					   graph_callback(tr->tracer_flags ^ bit));
	return 0;
}

static const struct tracer_option graph_option_list[] = {
	{"funcgraph-overrun", GRAPH_OPTION_OVERRUN},
	{"funcgraph-cpu", GRAPH_OPTION_CPU},
	{"funcgraph-overhead", GRAPH_OPTION_OVERHEAD},
	{"funcgraph-proc", GRAPH_OPTION_PROC},
	{"funcgraph-duration", GRAPH_OPTION_DURATION},
	{"funcgraph-abstime", GRAPH_OPTION_ABSTIME},
	{"funcgraph-irqs", GRAPH_OPTION_IRQS},
	{"funcgraph-tail", GRAPH_OPTION_TAIL},
	{"funcgraph-retval", GRAPH_OPTION_RETVAL},
	{"funcgraph-retval-hex", GRAPH_OPTION_RETVAL_HEX},
	{"funcgraph-retaddr", GRAPH_OPTION_RETADDR},
	{"funcgraph-args", GRAPH_OPTION_ARGS},
	{"sleep-time", GRAPH_OPTION_SLEEP_TIME},
	{"graph-time", GRAPH_OPTION_GRAPH_TIME},
	{NULL, 0},
};

static const struct tracer_options graph_options = {
	.list = graph_option_list,
	.initial = GRAPH_OPTION_CPU | GRAPH_OPTION_OVERHEAD | GRAPH_OPTION_DURATION |
		   GRAPH_OPTION_IRQS | GRAPH_OPTION_SLEEP_TIME | GRAPH_OPTION_GRAPH_TIME,
	.set = graph_set_option,
};

#define SELFTEST_CALLS 10
#define SELFTEST_DEEP  20 /* calls that find no room */

/* Return: whether @calls of functions, and those alone, were recorded since there were @before. */
static bool selftest_recorded(struct trace_array *tr, u64 before, u64 calls)
{
	return trace_selftest_records(tr) - before == 2 * calls;
}

/* Nested calls; recursion deeper than can be followed; and nothing once it is off. */
static int graph_tracer_selftest(struct trace_array *tr)
{
	int error = ftrace_filter_set(tr, FTRACE_ONLY, "trace_target_*");
	u64 before;
	bool nested, deep;
	u32 i;

	if (!error)
		error = tracing_set_tracer(tr, "function_graph");
	if (error)
		goto out;
	before = trace_selftest_records(tr);
	for (i = 0; i < SELFTEST_CALLS; i++)
		trace_target_nested();
	nested = selftest_recorded(tr, before, 2 * SELFTEST_CALLS);
	before = trace_selftest_records(tr);
	trace_target_recursive(FGRAPH_DEPTH + SELFTEST_DEEP - 1);
	deep = selftest_recorded(tr, before, FGRAPH_DEPTH) &&
	       current->trace.fgraph->overrun == SELFTEST_DEEP;
	error = tracing_set_tracer(tr, "nop");
	before = trace_selftest_records(tr);
	trace_target_nested();
	if (!error && (!nested || !deep || !selftest_recorded(tr, before, 0)))
		error = -EIO;
out:
	ftrace_filter_set(tr, FTRACE_ONLY, "");
	return error;
}

const struct tracer function_graph_tracer = {
	.name = "function_graph",
	.start = graph_tracer_start,
	.stop = graph_tracer_stop,
	.output = &graph_output,
	.selftest = graph_tracer_selftest,
	.options = &graph_options,
};
