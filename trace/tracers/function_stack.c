/* SPDX-License-Identifier: MIT */
/* The function tracer with func_stack_trace: after each record of a call, its stack. */
#include "trace/core/ftrace_recursion.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_stack.h"
#include "trace/tracers/function.h"

void function_stack_trace_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops,
			       struct ftrace_regs *fregs)
{
	struct trace_array *tr = ops->private;
	u32 count = preempt_count(), ctx, bit = trace_recursion_enter(count);
	struct ring_buffer_per_cpu *rb;

	if (!bit)
		return;
	rb = tr->buffer->cpu[smp_processor_id()];
	ctx = trace_gen_ctx_at(count);
	function_trace_write(rb, ip, parent_ip, ctx);
	trace_stack_record(rb, ctx, bit, ip, parent_ip, fregs);
	trace_recursion_exit(bit);
}
