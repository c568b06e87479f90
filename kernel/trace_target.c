/* SPDX-License-Identifier: MIT */
/* Functions that exist to be traced. They are kept apart from their callers, so never inlined. */
#include "kernel/trace_target.h"

#include "lib/compiler.h"

noinline void trace_target(void)
{
	barrier();
}

noinline void trace_target_inner(void)
{
	barrier();
}

noinline void trace_target_nested(void)
{
	trace_target_inner();
	barrier();
}

noinline void trace_target_arguments(u64 number, const struct task_struct *task)
{
	barrier();
}

noinline void trace_target_recursive(u32 depth)
{
	if (depth)
		trace_target_recursive(depth - 1);
	barrier();
}
