/* SPDX-License-Identifier: MIT */
/*
 * What tracers write into a ring: record types with Linux's ids and layouts,
 * which the format files of events/ftrace describe to tools. A record starts
 * with the four common fields of struct trace_entry.
 *
 * Records lie in the ring aligned to 4 bytes only, hence the attribute.
 */
#pragma once

#include "arch/x86_64/irqflags.h"
#include "kernel/sched/preempt.h"
#include "kernel/sched/task.h"
#include "trace/core/ftrace.h"
#include "trace/ring/ring_write.h"

/* trace_entry.type. Numbers from TRACE_EVENT_FIRST on belong to events. */
enum trace_type {
	TRACE_FN = 1,
	TRACE_CTX = 2,
	TRACE_WAKE = 3,
	TRACE_STACK = 4,
	TRACE_PRINT = 5,
	TRACE_BPRINT = 6,
	TRACE_GRAPH_RET = 10,
	TRACE_GRAPH_ENT = 11,
	TRACE_USER_STACK = 12,
	TRACE_BPUTS = 14,
	TRACE_HWLAT = 15,
	TRACE_OSNOISE = 16,
	TRACE_TIMERLAT = 17,
	TRACE_RAW_DATA = 18,
	TRACE_FUNC_REPEATS = 19,
	TRACE_EVENT_FIRST = 32,
};

/* trace_entry.flags. */
#define TRACE_FLAG_IRQS_OFF	0x01u
#define TRACE_FLAG_NEED_RESCHED 0x04u
#define TRACE_FLAG_HARDIRQ	0x08u
#define TRACE_FLAG_SOFTIRQ	0x10u
#define TRACE_FLAG_NMI		0x40u
#define TRACE_FLAG_BH_OFF	0x80u

#define TRACE_RECORD __attribute__((packed, aligned(4)))
typedef u64 trace_word __attribute__((aligned(4)));

struct trace_entry {
	u16 type;	  /* enum trace_type or an event's id */
	u8 flags;	  /* TRACE_FLAG_* */
	u8 preempt_count; /* low half: preemption, high half: migration disabled; at most 15 each */
	s32 pid;
} TRACE_RECORD;

/*
 * TRACE_FN: a call of the function at ip, from the one that parent_ip is in. With func-args the
 * registers that arguments arrive in: as many words as the record has room for.
 */
struct ftrace_entry {
	struct trace_entry ent;
	u64 ip;
	u64 parent_ip;
	trace_word args[];
} TRACE_RECORD;

/* TRACE_STACK: return addresses, the innermost first; the record may be cut behind size. */
struct stack_entry {
	struct trace_entry ent;
	s32 size;
	u32 unused; /* where Linux aligns caller */
	u64 caller[];
} TRACE_RECORD;

/* TRACE_PRINT: text that was written to trace_marker or by trace_printk(); ends with NUL. */
struct print_entry {
	struct trace_entry ent;
	u64 ip; /* who printed it */
	char buf[];
} TRACE_RECORD;

/* TRACE_BPRINT: the same with the words of its arguments, for who has the text of fmt. */
struct bprint_entry {
	struct trace_entry ent;
	u64 ip;
	const char *fmt;
	u32 buf[];
} TRACE_RECORD;

/* TRACE_BPUTS: text that stays where it is. */
struct bputs_entry {
	struct trace_entry ent;
	u64 ip;
	const char *str;
} TRACE_RECORD;

/* TRACE_RAW_DATA: what was written to trace_marker_raw. */
struct raw_data_entry {
	struct trace_entry ent;
	u32 id;
	u8 buf[];
} TRACE_RECORD;

/* TRACE_FUNC_REPEATS: the call recorded last came count more times, the last one at top:bottom. */
struct func_repeats_entry {
	struct trace_entry ent;
	u64 ip;
	u64 parent_ip;
	u16 count;
	u16 top_delta_ts;
	u32 bottom_delta_ts;
} TRACE_RECORD;

/*
 * TRACE_GRAPH_ENT: the function at func begins, depth traced ones are around it. With
 * funcgraph-retaddr one word follows, where it returns to, with funcgraph-args then
 * TRACE_ARGUMENTS.
 */
struct ftrace_graph_ent_entry {
	struct trace_entry ent;
	u64 func;
	s32 depth;
	trace_word args[];
} TRACE_RECORD;

/*
 * TRACE_GRAPH_RET: it has ended; overrun calls could not be followed for want of room. With
 * funcgraph-retval one word follows, what was in %rax.
 */
struct ftrace_graph_ret_entry {
	struct trace_entry ent;
	u64 func;
	s32 depth;
	u32 overrun;
	u64 calltime;
	u64 rettime;
	trace_word retval[];
} TRACE_RECORD;

_Static_assert(sizeof(struct ftrace_entry) == 24, "28 bytes a function event, header included");

/* trace_gen_ctx() when more is going on than a few preempt_disable(). */
u32 trace_gen_ctx_nested(u32 count);

/*
 * What goes on, as the flags and preempt_count of a record: the upper half of its
 * first word. @flags: the processor's, @count: the preempt_count to describe: a
 * tracer changes its own. Context: any, NMI included.
 */
static __always_inline u32 trace_gen_ctx_flags(u32 count, u64 flags)
{
	u32 irqs_off = ((u32)flags << (16 - 9) & 0x10000) ^ 0x10000;

	if (unlikely(count > 15))
		return irqs_off | __need_resched << (16 + 2) | trace_gen_ctx_nested(count);
	return irqs_off | (count << 6 | __need_resched) << (16 + 2);
}

/* Here and now. */
static __always_inline u32 trace_gen_ctx_at(u32 count)
{
	return trace_gen_ctx_flags(count, local_save_flags());
}

/*
 * The whole first word for a plain @count, to which the bits of callbacks from
 * TRACE_RECURSION_OFFSET up may have been added: trace_gen_ctx_flags() an instruction shorter.
 */
static __always_inline u32 trace_plain_head_flags(u32 count, u16 type, u64 flags)
{
	u32 irqs_on = (u32)flags << (16 - 9) & 0x10000;

	return (irqs_on | (count << 6 | __need_resched) << (16 + 2)) ^ (0x10000u | type);
}

static __always_inline u32 trace_plain_head(u32 count, u16 type)
{
	return trace_plain_head_flags(count, type, local_save_flags());
}

static __always_inline u32 trace_gen_ctx(void)
{
	return trace_gen_ctx_at(preempt_count());
}

_Static_assert((u32)((u64)TRACE_RECURSION_OFFSET << (6 + 16 + 2)) == 0, "shifted out of the word");
_Static_assert(X86_EFLAGS_IF == 1 << 9 && TRACE_FLAG_IRQS_OFF == 1 && TRACE_FLAG_NEED_RESCHED == 4,
	       "trace_gen_ctx() shifts them into place");

/* current->trace.flags: has a record, so its name is wanted when it has exited. */
#define TASK_TRACE_RECORDED 1u
#define TASK_TRACE_SAVED    2u /* it is kept */

/* Fills in the common fields. @ctx: from trace_gen_ctx(). */
static __always_inline void trace_record_fill(struct trace_entry *entry, u16 type, u32 ctx)
{
	struct task_struct *task = current;

	*(u32 *)entry = ctx | type;
	entry->pid = task->pid;
	task->trace.flags |= TASK_TRACE_RECORDED;
}

/* The registers that arguments arrive in, as btf_param.word counts them. */
#define TRACE_ARGUMENTS 6

static __always_inline void trace_record_arguments(trace_word *words,
						   const struct ftrace_regs *fregs)
{
	words[0] = fregs->di;
	words[1] = fregs->si;
	words[2] = fregs->dx;
	words[3] = fregs->cx;
	words[4] = fregs->r8;
	words[5] = fregs->r9;
}

/*
 * Reserves a record of @length bytes (a constant, best) and fills in its common
 * fields. Otherwise as ring_buffer_reserve().
 */
static __always_inline void *trace_record_reserve(struct ring_buffer_per_cpu *rb, u16 type,
						  u32 length, u32 ctx)
{
	struct trace_entry *entry = ring_buffer_reserve(rb, length);

	if (entry)
		trace_record_fill(entry, type, ctx);
	return entry;
}

static __always_inline void trace_record_commit(struct ring_buffer_per_cpu *rb, void *record,
						u32 length)
{
	ring_buffer_commit(rb, record, length);
}
