/* SPDX-License-Identifier: MIT */
/*
 * The function tracer with func-args: with each call the words its arguments are in. What they
 * mean is found out when they are printed. With func_stack_trace the stack follows; func-no-repeats
 * has no effect, calls with other arguments are other calls.
 */
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_stack.h"
#include "trace/tracers/function.h"

#define FUNCTION_ARGS_SIZE (sizeof(struct ftrace_entry) + TRACE_ARGUMENTS * sizeof(u64))

void function_args_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	u32 count = preempt_count(), ctx, bit = trace_recursion_enter(count);
	struct ring_buffer_per_cpu *rb;
	struct ftrace_entry *entry;

	if (!bit)
		return;
	rb = tr->buffer->cpu[smp_processor_id()];
	ctx = trace_gen_ctx_at(count);
	entry = trace_record_reserve(rb, TRACE_FN, FUNCTION_ARGS_SIZE, ctx);
	if (entry) {
		entry->ip = ip;
		entry->parent_ip = parent_ip;
		trace_record_arguments(entry->args, fregs);
		trace_record_commit(rb, entry, FUNCTION_ARGS_SIZE);
	}
	if (tr->tracer_flags & FUNCTION_STACK_TRACE)
		trace_stack_record(rb, ctx, bit, ip, parent_ip, fregs);
	trace_recursion_exit(bit);
}
