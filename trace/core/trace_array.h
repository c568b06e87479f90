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
struct trace_clock;
struct tracer;

struct trace_array {
	struct list_head list; /* in trace_arrays; guarded by trace_types_lock */
	const char *name;      /* NULL for global_trace */

	struct ring_buffer *buffer;
	size_t full_bytes; /* what it grows to, per processor, at its first use; 0: has grown */
	const struct tracer *current_tracer; /* guarded by trace_types_lock */
	u32 tracer_flags;		     /* options of the current tracer, by their bits */
	u32 pipe_readers; /* open trace_pipes: the tracer stays while there are any */
	cpumask_t
		pipe_cpus; /* whose records an open trace_pipe takes; guarded by trace_types_lock */
	const struct trace_clock *clock; /* where time stamps come from; same lock */
	u64 options;			 /* TRACE_OPTION_* bits, trace/core/trace_options.h */
	cpumask_t tracing_cpumask;
	bool tracing_is_off; /* changed by xchg only */
	u32 references;	     /* open files and the like: no rmdir; guarded by trace_types_lock */

	/* What set_ftrace_filter and set_ftrace_notrace say; used by every tracer of functions. */
	struct ftrace_filter filter;
	/* The function tracer's hook. Its skip word mirrors tracing_on. */
	struct ftrace_ops function_ops;
};

extern struct trace_array global_trace;
/* All of them, global_trace first. */
extern struct list_head trace_arrays;

/* Guards the list of instances and each one's tracer and options. Task, may sleep. */
void trace_types_lock_acquire(void);
void trace_types_lock_release(void);

/*
 * Makes the buffers of global_trace and obeys the command line (ftrace=,
 * ftrace_filter=, ftrace_notrace=, trace_buf_size=). Context: boot, right after ftrace_init().
 */
void trace_init(void);

/*
 * Initialises a zeroed trace_array, with the smallest buffer; it will grow to
 * @buffer_bytes per processor. Context: task, may sleep. Return: 0 or -ENOMEM.
 */
int trace_array_init(struct trace_array *tr, const char *name, size_t buffer_bytes);

/*
 * Before something is recorded on request: gives the buffer its full size, if it
 * has not got it yet. trace_types_lock is held. Task, may sleep. Return: 0 or -ENOMEM.
 */
int tracing_update_buffers(struct trace_array *tr);

/* Recording on and off, as tracing_on does. Any context, NMI and tracers included. */
void tracer_tracing_on(struct trace_array *tr);
void tracer_tracing_off(struct trace_array *tr);
bool tracer_tracing_is_on(const struct trace_array *tr);
/* The same for global_trace. */
void tracing_on(void);
void tracing_off(void);

/* Which processors record; those that do not exist are ignored. Return: 0. */
int tracing_set_cpumask(struct trace_array *tr, cpumask_t mask);
