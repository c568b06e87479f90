/* SPDX-License-Identifier: MIT */
/*
 * Function tracer: one TRACE_FN record per call of a wanted function.
 *
 * The hot path runs in every context, NMI included. Whether anything is to be
 * recorded at all the trampoline has decided already, by ops->skip.
 */
#include "trace/tracers/function.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_event.h"
#include "trace/ring/ring_fast.h"
#include "trace/tracers/selftest.h"
#include "trace/tracers/tracers.h"

/* The rest of a hit that is not the common case; @bit is set already. */
static noinline void function_trace_record(u64 ip, u64 parent_ip, struct ring_buffer_per_cpu *rb,
					   u32 count, u32 bit)
{
	function_trace_write(rb, ip, parent_ip, trace_gen_ctx_at(count));
	trace_recursion_exit(bit);
}

/* A hit in an interrupt, or in a callback. */
static noinline void function_trace_nested(u64 ip, u64 parent_ip, struct trace_array *tr, u32 count)
{
	u32 bit = trace_recursion_enter(count);

	if (bit)
		function_trace_record(ip, parent_ip, tr->buffer->cpu[smp_processor_id()], count,
				      bit);
}

/*
 * Recording: hot. The common case makes no call, so it needs no register that
 * the trampoline has not saved; the others go on elsewhere and do not come back.
 */
static noinline __hot_callback void function_trace_call(u64 ip, u64 parent_ip,
							struct ftrace_ops *ops,
							struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	u32 count = preempt_count();
	struct ring_buffer_per_cpu *rb;
	struct ftrace_entry *entry;
	struct ring_claim claim;

	if (unlikely(!trace_context_is_plain(count)))
		return function_trace_nested(ip, parent_ip, tr, count);
	trace_recursion_set(TRACE_RECURSION_OFFSET);
	rb = tr->buffer->cpu[smp_processor_id()];
	entry = ring_claim(rb, sizeof(*entry), &claim);
	if (unlikely(!entry))
		return function_trace_record(ip, parent_ip, rb, count, TRACE_RECURSION_OFFSET);
	entry->ip = ip;
	entry->parent_ip = parent_ip;
	trace_record_fill(&entry->ent, TRACE_FN, trace_gen_ctx_at(count));
	ring_claim_commit(rb, &claim);
	trace_recursion_exit(TRACE_RECURSION_OFFSET);
}

/* With nooverwrite: most hits may find the ring full, and are only counted. */
static __hot_callback void function_trace_call_discard(u64 ip, u64 parent_ip,
						       struct ftrace_ops *ops,
						       struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;

	if (likely(trace_context_is_plain(preempt_count()))) {
		trace_recursion_set(TRACE_RECURSION_OFFSET);
		if (ring_drop_if_full(tr->buffer->cpu[smp_processor_id()]))
			return trace_recursion_exit(TRACE_RECURSION_OFFSET);
		trace_recursion_clear(TRACE_RECURSION_OFFSET);
	}
	function_trace_call(ip, parent_ip, ops, fregs);
}

/* By the options. */
static const ftrace_func_t function_trace_calls[FUNCTION_OPTIONS + 1] = {
	function_trace_call,
	function_stack_trace_call,
	function_no_repeats_call,
	function_stack_no_repeats_call,
	[FUNCTION_ARGS... FUNCTION_OPTIONS] = function_args_call,
};

static ftrace_func_t function_trace_select(struct trace_array *tr, u32 flags)
{
	if (!(flags & FUNCTION_OPTIONS) && !ring_buffer_overwrites(tr->buffer))
		return function_trace_call_discard;
	return function_trace_calls[flags & FUNCTION_OPTIONS];
}

static const struct tracer_option function_options[] = {
	{"func_stack_trace", FUNCTION_STACK_TRACE},
	{"func-no-repeats", FUNCTION_NO_REPEATS},
	{"func-args", FUNCTION_ARGS},
	{NULL, 0},
};

static int function_option_set(struct trace_array *tr, u32 bit, bool on)
{
	int error;

	if (tr->current_tracer != &function_tracer)
		return 0;
	if (bit == FUNCTION_NO_REPEATS && on)
		function_repeats_init(tr);
	error = ftrace_ops_set_func(&tr->function_ops,
				    function_trace_select(tr, tr->tracer_flags ^ bit));
	if (!error)
		function_repeats_flush(tr, false);
	return error;
}

static const struct tracer_options function_tracer_options = {
	.list = function_options,
	.set = function_option_set,
};

/* Starting: from its return on, calls are recorded. */
static int function_tracer_start(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;
	int error = ftrace_ops_set_func(ops, function_trace_select(tr, tr->tracer_flags));

	function_repeats_init(tr);
	if (error)
		return error;
	__atomic_fetch_and(&ops->skip, ~FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
	return ops->flags & FTRACE_OPS_FL_ENABLED ? 0 : register_ftrace_function(ops);
}

/* Should the machine not stop for it, the sites stay as they are and hits are ignored. */
static void function_tracer_stop(struct trace_array *tr)
{
	struct ftrace_ops *ops = &tr->function_ops;

	if (unregister_ftrace_function(ops))
		__atomic_fetch_or(&ops->skip, FTRACE_SKIP_STOPPED, __ATOMIC_SEQ_CST);
}

#define SELFTEST_CALLS 10

/* Calls one function with only it traced: as many records, and none once it is off. */
static int function_tracer_selftest(struct trace_array *tr)
{
	int error = ftrace_filter_set(tr, FTRACE_ONLY, "trace_target");
	u64 before, after;
	u32 i;

	if (error)
		return error;
	error = tracing_set_tracer(tr, "function");
	if (error)
		goto out;
	before = trace_selftest_records(tr);
	for (i = 0; i < SELFTEST_CALLS; i++)
		trace_target();
	after = trace_selftest_records(tr);
	error = tracing_set_tracer(tr, "nop");
	trace_target();
	if (!error && (after - before != SELFTEST_CALLS || trace_selftest_records(tr) != after))
		error = -EIO;
out:
	ftrace_filter_set(tr, FTRACE_ONLY, "");
	return error;
}

const struct tracer function_tracer = {
	.name = "function",
	.start = function_tracer_start,
	.stop = function_tracer_stop,
	.emptied = function_repeats_init,
	.selftest = function_tracer_selftest,
	.options = &function_tracer_options,
};
