/* SPDX-License-Identifier: MIT */
/* Recording where a traced function was called from. */
#pragma once

#include "trace/core/ftrace.h"
#include "trace/core/trace_event.h"

/* Most return addresses of one record. */
#define TRACE_STACK_FRAMES 128

/*
 * Writes a TRACE_STACK record: the function at @ip, @parent_ip which called it, and the
 * callers outwards. For
 * a callback that has entered with @bit (trace/core/ftrace_recursion.h). @ctx: of
 * trace_gen_ctx_at(). Context: any, NMI included.
 */
void trace_stack_record(struct ring_buffer_per_cpu *rb, u32 ctx, u32 bit, u64 ip, u64 parent_ip,
			const struct ftrace_regs *fregs);

/*
 * The callers of the function that has @local in its frame, a variable of it, which has called
 * this one; innermost first. Context: any, NMI included. Return: how many, @max at most.
 */
u32 trace_stack_save_callers(u64 *callers, u32 max, const void *local);

/*
 * The option stacktrace: writes a TRACE_STACK record behind an event that was recorded: the
 * callers of the function that has @local in its frame, a variable of it. Context: any, NMI
 * included; preemption off.
 */
void trace_stack_after_event(struct ring_buffer_per_cpu *rb, u32 ctx, const void *local);
