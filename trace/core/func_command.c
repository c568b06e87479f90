/* SPDX-License-Identifier: MIT */
/* Which commands there are, and what each does when its function is called. */
#include "trace/core/func_command.h"

#include "trace/core/trace_array.h"
#include "trace/core/trace_snapshot.h"
#include "trace/core/trace_stack.h"
#include "trace/events/event_file.h"
#include "trace/output/trace_dump.h"
#include "trace/ring/ring_buffer.h"

static bool traceon_applies(const struct func_hit *hit)
{
	return !tracer_tracing_is_on(hit->tr);
}

static void traceon_act(const struct func_hit *hit)
{
	tracer_tracing_on(hit->tr);
}

static bool recording_applies(const struct func_hit *hit)
{
	return tracer_tracing_is_on(hit->tr);
}

static void traceoff_act(const struct func_hit *hit)
{
	tracer_tracing_off(hit->tr);
}

static void stacktrace_act(const struct func_hit *hit)
{
	trace_stack_record(hit->tr->buffer->cpu[smp_processor_id()], trace_gen_ctx_at(hit->count),
			   hit->bit, hit->ip, hit->parent_ip, hit->fregs);
}

static bool snapshot_applies(const struct func_hit *hit)
{
	return READ_ONCE(hit->tr->snapshot_allocated);
}

static void snapshot_act(const struct func_hit *hit)
{
	tracing_snapshot_instance(hit->tr);
}

/* The spare buffer, which stays when the command goes, as a snapshot may be in it. */
static int snapshot_prepare(struct trace_array *tr)
{
	int error;

	trace_types_lock_acquire();
	error = tracing_alloc_snapshot_instance(tr);
	trace_types_lock_release();
	return error;
}

/* What is recorded goes into the full buffer, so it must have its size. */
static int buffer_prepare(struct trace_array *tr)
{
	int error;

	trace_types_lock_acquire();
	error = tracing_update_buffers(tr);
	trace_types_lock_release();
	return error;
}

static void dump_act(const struct func_hit *hit)
{
	ftrace_dump();
}

static void cpudump_act(const struct func_hit *hit)
{
	ftrace_dump_cpu();
}

static bool enable_event_applies(const struct func_hit *hit)
{
	return !(READ_ONCE(hit->event->flags) & EVENT_ON);
}

static void enable_event_act(const struct func_hit *hit)
{
	WRITE_ONCE(hit->event->has_been_on, true);
	trace_event_file_flag(hit->event, EVENT_ON, true);
}

static bool disable_event_applies(const struct func_hit *hit)
{
	return READ_ONCE(hit->event->flags) & EVENT_ON;
}

static void disable_event_act(const struct func_hit *hit)
{
	trace_event_file_flag(hit->event, EVENT_ON, false);
}

const struct func_command func_commands[] = {
	{"traceon", false, false, traceon_applies, traceon_act, NULL},
	{"traceoff", false, false, recording_applies, traceoff_act, NULL},
	{"snapshot", false, false, snapshot_applies, snapshot_act, snapshot_prepare},
	{"stacktrace", false, false, recording_applies, stacktrace_act, buffer_prepare},
	{"dump", true, false, NULL, dump_act, NULL},
	{"cpudump", true, false, NULL, cpudump_act, NULL},
	{"enable_event", false, true, enable_event_applies, enable_event_act, buffer_prepare},
	{"disable_event", false, true, disable_event_applies, disable_event_act, NULL},
	{NULL, false, false, NULL, NULL, NULL},
};
