/* SPDX-License-Identifier: MIT */
/*
 * An event's probe is hit: the record, and its text. Hot. Preemption is off all along, as the
 * core has marked that a callback runs.
 */
#include "arch/x86_64/percpu.h"
#include "trace/core/trace_options.h"
#include "trace/events/event_file.h"
#include "trace/probes/probe_event.h"
#include "trace/ring/ring_fast.h"

struct probe_record {
	struct trace_entry ent;
	trace_word ip; /* at a return: of the function, and where it returns to */
	trace_word ret_ip;
} TRACE_RECORD;

/* Bits of preempt_count in plain task context, in a callback. */
#define PLAIN_COUNT (TRACE_RECURSION_OFFSET | TRACE_LIST_OFFSET | TRACE_KPROBE_OFFSET | 15)

static __always_inline void fill_record(struct probe_record *record, const struct kprobe *probe,
					const struct pt_regs *regs, bool at_return)
{
	record->ip = at_return ? probe->address : regs->ip;
	if (at_return)
		record->ret_ip = regs->ip;
}

/*
 * Records on their way, too large for a stack. A hit interrupts another at a higher level of
 * contexts, or once while a tracer is at work: so many at most.
 */
#define RECORDS_MAX 5

struct probe_scratch {
	union {
		struct probe_record head;
		char bytes[FETCH_RECORD_MAX];
	} records[RECORDS_MAX];
	u32 used;
};
static DEFINE_PER_CPU(struct probe_scratch, probe_scratch);

/* Whatever wants the event, and however much there is to ask. */
static noinline void probe_event_emit(struct probe_event *event, const struct pt_regs *regs)
{
	struct probe_scratch *scratch = this_cpu_ptr(probe_scratch);
	struct probe_record *record;
	u32 size = event->bytes;

	if (unlikely(scratch->used == RECORDS_MAX)) {
		__atomic_fetch_add(&event->probe.nmissed, 1, __ATOMIC_RELAXED);
		return;
	}
	/* Who interrupts here leaves it as it was. */
	record = &scratch->records[scratch->used].head;
	WRITE_ONCE(scratch->used, scratch->used + 1);
	barrier();
	fill_record(record, &event->probe, regs, event->probe.at_return);
	if (event->arg_count)
		size = fetch_args(event->args, event->arg_count, regs, record, size);
	trace_event_emit_flags(&event->first->event, &record->ent, size, regs->flags);
	barrier();
	WRITE_ONCE(scratch->used, scratch->used - 1);
}

/* fetch_args() without its frame, as long as there are only words in registers. */
static __always_inline void fetch_words(const struct fetch_arg *arg, u32 count,
					const struct pt_regs *regs, void *record, u32 size)
{
	for (; arg->is_word; arg++) {
		*(trace_word *)((char *)record + arg->offset) = fetch_register(arg, regs);
		if (!--count)
			return;
	}
	fetch_args(arg, count, regs, record, size);
}

/*
 * The common case: one instance, which records and asks nothing, and no texts. The record is
 * made where it stays.
 */
static __always_inline void probe_hit(struct kprobe *probe, const struct pt_regs *regs,
				      bool at_return)
{
	struct probe_event *event = container_of(probe, struct probe_event, probe);
	const struct trace_event_file *file = READ_ONCE(event->event.files);
	u32 cpu = smp_processor_id(), count = preempt_count(), words = event->few_words;
	struct ring_buffer_per_cpu *rb;
	struct probe_record *record;
	struct task_struct *task;
	struct ring_claim claim;

	event->hits[cpu]++;
	if (unlikely(!words || (count & ~PLAIN_COUNT) || !file || READ_ONCE(file->next) ||
		     READ_ONCE(file->flags) != EVENT_ON ||
		     (file->tr->options & TRACE_OPTION_STACKTRACE)))
		return probe_event_emit(event, regs);
	rb = file->tr->buffer->cpu[cpu];
	record = (void *)ring_claim_sized(rb, words * 4 + 4, words, ring_clock_local(), &claim);
	if (unlikely(!record))
		return probe_event_emit(event, regs);
	task = current;
	record = (void *)((char *)record + 4);
	*(u32 *)&record->ent = trace_plain_head_flags(count, file->id, regs->flags);
	record->ent.pid = task->pid;
	task->trace.flags |= TASK_TRACE_RECORDED;
	fill_record(record, probe, regs, at_return);
	if (event->arg_count)
		fetch_words(event->args, event->arg_count, regs, record, words * 4);
	ring_claim_commit(rb, &claim);
}

__hot_return void probe_event_hit(struct kprobe *probe, struct pt_regs *regs)
{
	probe_hit(probe, regs, false);
}

void probe_event_other_hit(struct kprobe *probe, struct pt_regs *regs)
{
	struct probe_event *event = container_of(probe, struct probe_event, probe);

	event->hits[smp_processor_id()]++;
	probe_event_emit(event, regs);
}

__hot_return void probe_event_return_hit(struct kprobe *probe, struct pt_regs *regs)
{
	probe_hit(probe, regs, true);
}

void probe_event_print(struct seq_buf *seq, const struct trace_event *event,
		       const struct trace_entry *record)
{
	const struct probe_event *probe = container_of(event, struct probe_event, event);
	const struct probe_record *entry = (const void *)record;

	if (probe->probe.at_return)
		seq_buf_printf(seq, "(%pS <- %ps)", (void *)entry->ret_ip, (void *)entry->ip);
	else
		seq_buf_printf(seq, "(%pS)", (void *)entry->ip);
	for (u32 i = 0; i < probe->arg_count; i++)
		fetch_arg_print(&probe->args[i], seq, record);
}
