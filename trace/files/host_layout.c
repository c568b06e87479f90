/* SPDX-License-Identifier: MIT */
/*
 * Where the host finds what is recorded, in this kernel's memory: the places of
 * members of structs, under their names. scripts/host/kernel_memory.py knows this
 * table by its symbol and comes to all else through pointers, so it needs nothing
 * from a running guest and can read one that has crashed or hangs.
 */
#include "arch/x86_64/ftrace.h"
#include "arch/x86_64/host_call.h"
#include "kernel/sched/task.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_clock.h"
#include "trace/events/event.h"
#include "trace/output/saved_cmdlines.h"
#include "trace/ring/ring_internal.h"

struct host_layout_member {
	const char *name; /* struct and member */
	u32 offset;
	u32 size;
};

#define MEMBER(type, member)                                                        \
	{                                                                           \
		.name = #type "." #member, .offset = offsetof(struct type, member), \
		.size = sizeof(((struct type *)0)->member),                         \
	}
#define WHOLE(type)                                        \
	{                                                  \
		.name = #type, .size = sizeof(struct type) \
	}

/* NULL ends it. */
extern const struct host_layout_member trace_host_layout[];
const struct host_layout_member trace_host_layout[] = {
	MEMBER(host_call_request, number),
	MEMBER(host_call_request, status),
	MEMBER(host_call_request, object),
	MEMBER(host_call_request, text),
	WHOLE(live_trampoline),
	MEMBER(live_trampoline, start),
	MEMBER(live_trampoline, size),
	MEMBER(trace_array, buffer),
	WHOLE(trace_clock),
	MEMBER(trace_clock, name),
	MEMBER(trace_clock, read),
	WHOLE(ring_buffer), /* the pointers to struct ring_buffer_per_cpu follow */
	MEMBER(ring_buffer, cpus),
	MEMBER(ring_buffer, subbuf_size),
	MEMBER(ring_buffer_per_cpu, clock),
	MEMBER(ring_buffer_per_cpu, commit),
	MEMBER(ring_buffer_per_cpu, slots),
	MEMBER(ring_buffer_per_cpu, slot_count),
	MEMBER(ring_buffer_per_cpu, pages),
	MEMBER(ring_buffer_per_cpu, changing),
	MEMBER(ring_buffer_per_cpu, lock),
	MEMBER(ring_buffer_per_cpu, reader),
	MEMBER(ring_buffer_per_cpu, dropped),
	MEMBER(ring_buffer_per_cpu, commit_overrun),
	MEMBER(ring_buffer_per_cpu, written_base),
	MEMBER(ring_buffer_per_cpu, dropped_base),
	MEMBER(ring_buffer_per_cpu, commit_overrun_base),
	MEMBER(ring_reader, index),
	MEMBER(ring_reader, valid),
	MEMBER(ring_reader, seq),
	MEMBER(ring_reader, ordinal),
	MEMBER(ring_reader, read),
	MEMBER(ring_reader, cursor),
	MEMBER(ring_cursor, offset),
	MEMBER(ring_cursor, ts),
	WHOLE(ring_page),
	MEMBER(ring_page, data),
	MEMBER(ring_page, first),
	MEMBER(ring_page, used),
	MEMBER(ring_page, count_start),
	MEMBER(ring_page, entries),
	MEMBER(ring_page, discarded),
	MEMBER(ring_page_header, time_stamp),
	MEMBER(ring_page_header, index),
	MEMBER(trace_event, system),
	MEMBER(trace_event, name),
	MEMBER(trace_event, fields),
	MEMBER(trace_event, field_count),
	MEMBER(trace_event, id),
	MEMBER(trace_event, print_fmt),
	MEMBER(trace_event, list),
	WHOLE(trace_field),
	MEMBER(trace_field, type),
	MEMBER(trace_field, name),
	MEMBER(trace_field, offset),
	MEMBER(trace_field, size),
	MEMBER(trace_field, is_signed),
	MEMBER(task_struct, pid),
	MEMBER(task_struct, comm),
	MEMBER(task_struct, tasks),
	WHOLE(saved_cmdline),
	MEMBER(saved_cmdline, pid),
	MEMBER(saved_cmdline, comm),
	{0},
};
