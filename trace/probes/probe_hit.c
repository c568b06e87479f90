/* SPDX-License-Identifier: MIT */
/* An event's probe is hit: the record, and its text. */
#include "arch/x86_64/percpu.h"
#include "trace/events/event_file.h"
#include "trace/probes/probe_event.h"

struct probe_record {
	struct trace_entry ent;
	u64 ip;
	char bytes[FETCH_BYTES_MAX + EVENT_STRINGS_MAX];
} TRACE_RECORD;

struct probe_return_record {
	struct trace_entry ent;
	u64 func;
	u64 ret_ip;
	char bytes[FETCH_BYTES_MAX + EVENT_STRINGS_MAX];
} TRACE_RECORD;

/* The common part; the processor cannot change under it. */
static __always_inline void probe_emit(struct probe_event *event, struct trace_entry *record,
				       const struct pt_regs *regs)
{
	u32 size = event->bytes;

	event->hits[smp_processor_id()]++;
	if (event->arg_count)
		size = fetch_args(event->args, event->arg_count, regs, record, size);
	trace_event_emit_flags(&event->event, record, size, regs->flags);
}

__hot_return void probe_event_hit(struct kprobe *probe, struct pt_regs *regs)
{
	struct probe_record record;

	record.ip = regs->ip;
	probe_emit(container_of(probe, struct probe_event, probe), &record.ent, regs);
}

__hot_return void probe_event_return_hit(struct kprobe *probe, struct pt_regs *regs)
{
	struct probe_return_record record;

	record.func = probe->address;
	record.ret_ip = regs->ip;
	probe_emit(container_of(probe, struct probe_event, probe), &record.ent, regs);
}

void probe_event_print(struct seq_buf *seq, const struct trace_event *event,
		       const struct trace_entry *record)
{
	const struct probe_event *probe = container_of(event, struct probe_event, event);
	const struct probe_return_record *entry = (const void *)record;

	if (probe->probe.at_return)
		seq_buf_printf(seq, "(%pS <- %ps)", (void *)entry->ret_ip, (void *)entry->func);
	else
		seq_buf_printf(seq, "(%pS)", (void *)entry->func);
	for (u32 i = 0; i < probe->arg_count; i++)
		fetch_arg_print(&probe->args[i], seq, record);
}
