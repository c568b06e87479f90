/* SPDX-License-Identifier: MIT */
/* Tracing instances: making them, their switches, and what the command line asks of the first. */
#include "trace/core/trace_array.h"

#include "arch/x86_64/atomic.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/strerror.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/core/trace_array_internal.h"
#include "trace/core/trace_clock.h"
#include "trace/core/trace_options.h"
#include "trace/core/trace_params.h"
#include "trace/core/tracer.h"
#include "trace/events/event_file.h"
#include "trace/output/trace_dump.h"
#include "trace/ring/ring_buffer.h"
#include "trace/tracers/graph_limits.h"

struct trace_array global_trace;
LIST_HEAD(trace_arrays);

static DEFINE_MUTEX(trace_types_lock);

void trace_types_lock_acquire(void)
{
	mutex_lock(&trace_types_lock);
}

void trace_types_lock_release(void)
{
	mutex_unlock(&trace_types_lock);
}

int trace_array_init(struct trace_array *tr, const char *name, size_t buffer_bytes)
{
	int error = pid_filter_init(&tr->pids);

	if (error)
		return error;
	tr->name = name;
	tr->current_tracer = tracer_find("nop");
	tracer_init_options(tr);
	tr->options = trace_options_default();
	tr->clock = trace_clocks;
	tr->tracing_cpumask = CPU_MASK_ALL;
	tr->function_ops.filter = &tr->filter;
	tr->function_ops.pid_slot = tr->pids.slot;
	tr->function_ops.private = tr;
	INIT_LIST_HEAD(&tr->filter_modules);
	INIT_LIST_HEAD(&tr->func_probes);
	INIT_LIST_HEAD(&tr->events);
	tr->buffer_percent = 50;
	tr->full_bytes = buffer_bytes;
	error_log_init(&tr->error_log);
	tr->buffer = ring_buffer_alloc(nr_cpu_ids, 1, tr->clock->read);
	tr->snapshot = ring_buffer_alloc(nr_cpu_ids, 1, tr->clock->read);
	if (!tr->buffer || !tr->snapshot) {
		trace_array_free_buffers(tr);
		pid_filter_free(&tr->pids);
		return -ENOMEM;
	}
	tr->buffers[0] = tr->buffer;
	tr->buffers[1] = tr->snapshot;
	tr->start_ts[0] = tr->clock->read();
	error = trace_events_add_instance(tr);
	if (error) {
		trace_events_remove_instance(tr);
		trace_array_free_buffers(tr);
		pid_filter_free(&tr->pids);
	}
	return error;
}

void trace_array_free_buffers(struct trace_array *tr)
{
	if (tr->buffer)
		ring_buffer_free(tr->buffer);
	if (tr->snapshot)
		ring_buffer_free(tr->snapshot);
}

int tracing_update_buffers(struct trace_array *tr)
{
	int error = 0;

	if (tr->full_bytes)
		error = ring_buffer_resize(tr->buffer, tr->full_bytes, RING_BUFFER_ALL_CPUS);
	if (!error)
		tr->full_bytes = 0;
	return error;
}

int tracing_resize_buffers(struct trace_array *tr, size_t bytes, int cpu)
{
	size_t old = ring_buffer_size(tr->buffer, cpu == RING_BUFFER_ALL_CPUS ? 0 : (u32)cpu);
	int error = ring_buffer_resize(tr->buffer, bytes, cpu);

	if (error || !tr->snapshot_allocated)
		return error;
	error = ring_buffer_resize(tr->snapshot, bytes, cpu);
	/* One without the other would be no use: the old size fits, it was there. */
	if (error && ring_buffer_resize(tr->buffer, old, cpu))
		pr_warn("ftrace: the buffer and its spare are of different sizes now\n");
	return error;
}

void tracing_set_clock(struct trace_array *tr, const struct trace_clock *clock)
{
	trace_types_lock_acquire();
	tr->clock = clock;
	for (u32 i = 0; i < ARRAY_SIZE(tr->buffers); i++)
		ring_buffer_set_clock(tr->buffers[i], clock->read);
	tracing_reset_both(tr);
	trace_types_lock_release();
}

void tracing_reset_both(struct trace_array *tr)
{
	for (u32 i = 0; i < ARRAY_SIZE(tr->buffers); i++)
		ring_buffer_reset(tr->buffers[i]);
	tr->start_ts[0] = tr->start_ts[1] = tr->clock->read();
	tracing_buffer_emptied(tr);
}

void tracing_reset(struct trace_array *tr)
{
	ring_buffer_reset(tr->buffer);
	tr->start_ts[tr->buffer == tr->buffers[1]] = tr->clock->read();
	tracing_buffer_emptied(tr);
}

void tracing_buffer_emptied(struct trace_array *tr)
{
	const struct tracer *tracer = READ_ONCE(tr->current_tracer);

	if (tracer->emptied)
		tracer->emptied(tr);
}

void trace_array_pause(struct trace_array *tr)
{
	ring_buffer_record_disable(tr->buffers[0]);
	ring_buffer_record_disable(tr->buffers[1]);
}

void trace_array_resume(struct trace_array *tr)
{
	ring_buffer_record_enable(tr->buffers[0]);
	ring_buffer_record_enable(tr->buffers[1]);
}

/*
 * The hook is told as well as the buffer, so that a hit costs next to nothing
 * while nothing is recorded. The buffer counts its pauses: a resume that overtook its pause
 * would let records run over the end of a page. Hence the state in between.
 */
void tracer_tracing_off(struct trace_array *tr)
{
	if (cmpxchg(&tr->tracing, TRACING_IS_ON, TRACING_IS_CHANGING) != TRACING_IS_ON)
		return;
	__atomic_fetch_or(&tr->function_ops.skip, FTRACE_SKIP_TRACING_OFF, __ATOMIC_SEQ_CST);
	trace_array_pause(tr);
	smp_store_release(&tr->tracing, TRACING_IS_OFF);
}

void tracer_tracing_on(struct trace_array *tr)
{
	if (cmpxchg(&tr->tracing, TRACING_IS_OFF, TRACING_IS_CHANGING) != TRACING_IS_OFF)
		return;
	trace_array_resume(tr);
	__atomic_fetch_and(&tr->function_ops.skip, ~FTRACE_SKIP_TRACING_OFF, __ATOMIC_SEQ_CST);
	smp_store_release(&tr->tracing, TRACING_IS_ON);
}

bool tracer_tracing_is_on(const struct trace_array *tr)
{
	return READ_ONCE(tr->tracing) == TRACING_IS_ON;
}

void tracing_on(void)
{
	tracer_tracing_on(&global_trace);
}

void tracing_off(void)
{
	tracer_tracing_off(&global_trace);
}

int tracing_set_cpumask(struct trace_array *tr, cpumask_t mask)
{
	cpumask_t changed;
	u32 cpu;

	trace_types_lock_acquire();
	changed = (mask ^ tr->tracing_cpumask) & cpu_possible_mask;
	for_each_cpu (cpu, changed) {
		for (u32 i = 0; i < ARRAY_SIZE(tr->buffers); i++) {
			if (cpumask_test_cpu(cpu, mask))
				ring_buffer_record_enable_cpu(tr->buffers[i], cpu);
			else
				ring_buffer_record_disable_cpu(tr->buffers[i], cpu);
		}
	}
	tr->tracing_cpumask = mask;
	trace_types_lock_release();
	return 0;
}

void trace_init(void)
{
	const struct trace_params *params = &trace_params;
	size_t bytes = params->buffer_bytes ? params->buffer_bytes : TRACE_BUFFER_BYTES;
	int error;

	trace_events_init();
	if (trace_array_init(&global_trace, NULL, bytes))
		panic("trace: no memory for the smallest buffers");
	list_add_tail(&global_trace.list, &trace_arrays);
	trace_dump_init();
	trace_boot_settings();
	if (params->filter)
		ftrace_filter_set_boot(&global_trace.filter, FTRACE_ONLY, "ftrace_filter",
				       params->filter);
	if (params->notrace_filter)
		ftrace_filter_set_boot(&global_trace.filter, FTRACE_NEVER, "ftrace_notrace",
				       params->notrace_filter);
	graph_limits_boot(params);
	if (params->selftest)
		tracer_selftests();
	error = params->tracer ? tracing_set_tracer(&global_trace, params->tracer) : 0;
	if (error)
		pr_warn("ftrace: ftrace=%s: %s, ignored\n", params->tracer, strerror(-error));
}
