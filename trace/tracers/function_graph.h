/* SPDX-License-Identifier: MIT */
/* What the files of the function_graph tracer share. */
#pragma once

#include "trace/core/trace_array.h"
#include "trace/core/tracer.h"

/* Bits of its options. */
#define GRAPH_OPTION_OVERRUN	0x001u
#define GRAPH_OPTION_CPU	0x002u
#define GRAPH_OPTION_OVERHEAD	0x004u
#define GRAPH_OPTION_PROC	0x008u
#define GRAPH_OPTION_DURATION	0x010u
#define GRAPH_OPTION_ABSTIME	0x020u
#define GRAPH_OPTION_IRQS	0x040u
#define GRAPH_OPTION_TAIL	0x080u
#define GRAPH_OPTION_SLEEP_TIME 0x100u
#define GRAPH_OPTION_GRAPH_TIME 0x200u
#define GRAPH_OPTION_ARGS	0x400u
#define GRAPH_OPTION_RETADDR	0x800u
#define GRAPH_OPTION_RETVAL	0x1000u
#define GRAPH_OPTION_RETVAL_HEX 0x2000u

/* graph_output.c */
extern const struct tracer_output graph_output;
/* A record of the graph tracer under another tracer: a line by itself, the tracer's prefix in it.
 */
void graph_print_record(struct trace_iterator *iter);

#define GRAPH_DURATION_MAX 40
/*
 * graph_columns.c: microseconds, with as many of three decimals as leave it at seven digits, " us
 * ", and blanks: 12 characters, or more for what takes hours.
 */
void graph_format_duration(char text[GRAPH_DURATION_MAX], u64 ns);

/*
 * graph_choice.c: what calls of wanted functions are to do, the options being @flags; and what
 * the ends of calls do that are not common, as fgraph_user.exit_uncommon.
 */
ftrace_func_t graph_callback(u32 flags);
void graph_return_uncommon(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			   struct fgraph_frame *frame, struct fgraph_stack *stack, u32 bit);

/*
 * graph_record.c. The callback that records each call, and what records its end, as
 * fgraph_user.exit. Then the same in any context, @ctx as trace_gen_ctx() gives it: the beginning
 * of the call whose frame is the top one, just pushed by fgraph_push(), to which it gives the
 * time; its end, which takes the frame away. Interrupts are off.
 */
void graph_trace_call(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs);
void graph_trace_return(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			struct fgraph_frame *frame, struct fgraph_stack *stack);
/* graph_trace_return() while GRAPH_OPTION_RETVAL is on. */
void graph_trace_return_value(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			      struct fgraph_frame *frame, struct fgraph_stack *stack);
void graph_record_entry(struct trace_array *tr, struct fgraph_frame *frame, u32 ctx);
void graph_record_exit(struct trace_array *tr, struct fgraph_frame *frame, u32 ctx,
		       struct fgraph_stack *stack, u64 retval);
