/* SPDX-License-Identifier: MIT */
/*
 * What the callbacks of the function tracer share. Each combination of its options
 * has a callback of its own, so that none looks at options.
 */
#pragma once

#include "trace/core/ftrace.h"
#include "trace/core/trace_event.h"

struct trace_array;

/* tr->tracer_flags. */
#define FUNCTION_STACK_TRACE (1u << 0) /* func_stack_trace: after each call, who called whom */
#define FUNCTION_NO_REPEATS  (1u << 1) /* func-no-repeats: the same call again is only counted */
#define FUNCTION_ARGS	     (1u << 2) /* func-args: what was handed over; each call counts */
#define FUNCTION_OPTIONS     (FUNCTION_STACK_TRACE | FUNCTION_NO_REPEATS | FUNCTION_ARGS)

/* Writes one TRACE_FN record. Between trace_recursion_enter() and _exit(). Any context. */
static inline void function_trace_write(struct ring_buffer_per_cpu *rb, u64 ip, u64 parent_ip,
					u32 ctx)
{
	struct ftrace_entry *entry = trace_record_reserve(rb, TRACE_FN, sizeof(*entry), ctx);

	if (entry) {
		entry->ip = ip;
		entry->parent_ip = parent_ip;
		trace_record_commit(rb, entry, sizeof(*entry));
	}
}

/* The callbacks, as ftrace_func_t; private of their ops is the trace_array. */
void function_stack_trace_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			       struct ftrace_regs *fregs);
void function_no_repeats_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			      struct ftrace_regs *fregs);
void function_stack_no_repeats_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
				    struct ftrace_regs *fregs);
void function_args_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs);

/*
 * Forgets which call was the last: before one of those with repeats is called, and when the
 * buffer has been emptied. Any context.
 */
void function_repeats_init(struct trace_array *tr);
/*
 * Records what is counted and not recorded yet, if the tracer counts; the next call begins anew.
 * @stop: and lets no further call be counted; tracer_tracing_off() must follow. Context: task.
 */
void function_repeats_flush(struct trace_array *tr, bool stop);
