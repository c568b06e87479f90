/* SPDX-License-Identifier: MIT */
/*
 * One trace_array is one independent tracing instance: its own ring buffer,
 * current tracer, filters and switches. The root of tracefs is global_trace.
 */
#pragma once

#include "kernel/smp/cpumask.h"
#include "lib/list.h"
#include "lib/types.h"
#include "trace/core/ftrace.h"

struct ring_buffer;
struct tracer;

struct trace_array {
	struct list_head list; /* in trace_arrays; guarded by trace_types_lock */
	const char *name;      /* NULL for global_trace */

	struct ring_buffer *buffer;
	const struct tracer *current_tracer; /* guarded by trace_types_lock */
	u32 tracer_flags;		     /* options of the current tracer, by their bits */
	u32 pipe_readers; /* open trace_pipes: the tracer stays while there are any */
	u64 options;	  /* TRACE_OPTION_* bits, trace/core/trace_options.h */
	cpumask_t tracing_cpumask;
	u32 references; /* open files and the like: no rmdir; guarded by trace_types_lock */

	/* What set_ftrace_filter and set_ftrace_notrace say; used by every tracer of functions. */
	struct ftrace_filter filter;
	/* The function tracer's hook. Its skip word mirrors tracing_on. */
	struct ftrace_ops function_ops;
};

extern struct trace_array global_trace;

/* Guards the list of instances and each one's tracer and options. Task, may sleep. */
void trace_types_lock_acquire(void);
void trace_types_lock_release(void);

/*
 * Makes the buffers of global_trace and obeys the command line (ftrace=,
 * ftrace_filter=, ftrace_notrace=, trace_buf_size=). Context: boot, right after ftrace_init().
 */
void trace_init(void);

/*
 * Initialises a zeroed trace_array, buffer included. Return: 0 or -ENOMEM.
 * Context: task, may sleep.
 */
int trace_array_init(struct trace_array *tr, const char *name, size_t buffer_bytes_per_cpu);

/* Recording on and off, as tracing_on does. Any context, NMI and tracers included. */
void tracer_tracing_on(struct trace_array *tr);
void tracer_tracing_off(struct trace_array *tr);
bool tracer_tracing_is_on(const struct trace_array *tr);
/* The same for global_trace. */
void tracing_on(void);
void tracing_off(void);

/* Which processors record. Return: 0, or -EINVAL for a mask without an existing processor. */
int tracing_set_cpumask(struct trace_array *tr, cpumask_t mask);
