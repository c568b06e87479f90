/* SPDX-License-Identifier: MIT */
/*
 * One trace_array is one independent tracing instance: its own ring buffer,
 * current tracer, filters and switches. The root of tracefs is global_trace.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "kernel/smp/cpumask.h"
#include "lib/list.h"
#include "lib/types.h"
#include "trace/core/error_log.h"
#include "trace/core/fgraph.h"
#include "trace/core/ftrace.h"
#include "trace/core/pid_filter.h"
#include "trace/core/tracer.h"

struct dentry;
struct ring_buffer;
struct trace_clock;

/* trace_array.tracing. */
#define TRACING_IS_ON	    0u
#define TRACING_IS_OFF	    1u
#define TRACING_IS_CHANGING 2u

struct trace_array {
	struct list_head list; /* in trace_arrays; guarded by trace_types_lock */
	const char *name;      /* NULL for global_trace */

	struct ring_buffer *buffer;	/* recorded into; a snapshot exchanges it with the spare */
	struct ring_buffer *snapshot;	/* the spare one; of the smallest size until it is wanted */
	struct ring_buffer *buffers[2]; /* both, always in this order: what is switched is both */
	u64 start_ts[2];		/* when each of these was emptied, by the clock */
	bool snapshot_allocated; /* it has the size of the buffer; guarded by trace_types_lock */
	bool snapshot_is_busy;	 /* the tracer keeps its worst trace there; same lock */
	u32 snapshot_running;	 /* an exchange is going on; changed by xchg only */
	size_t full_bytes; /* what it grows to, per processor, at its first use; 0: has grown */
	const struct tracer *current_tracer; /* guarded by trace_types_lock */
	u32 tracer_flags;		     /* options of the current tracer, by their bits */
	u32 tracer_kept[TRACERS_MAX];	     /* of each; guarded by trace_types_lock */
	u32 pipe_readers; /* open trace_pipes: the tracer stays while there are any */
	cpumask_t
		pipe_cpus; /* whose records an open trace_pipe takes; guarded by trace_types_lock */
	const struct trace_clock *clock; /* where time stamps come from; same lock */
	u64 options;			 /* TRACE_OPTION_* bits, trace/core/trace_options.h */
	cpumask_t tracing_cpumask;
	u32 tracing;	    /* TRACING_IS_*; changed by cmpxchg only */
	u32 references;	    /* open files: no rmdir while there are any; same lock */
	bool removed;	    /* by rmdir: nothing is opened any more; same lock */
	atomic_t holders;   /* of this memory: the tree of files, each of its nodes */
	u64 max_latency_ns; /* the worst one that a latency tracer has seen */
	u32 buffer_percent; /* how full a ring must be for a raw reader that waits */
	struct error_log error_log;

	/* What set_ftrace_filter and set_ftrace_notrace say; used by every tracer of functions. */
	struct ftrace_filter filter;
	/* PATTERN:mod:MODULE of modules that are not there; guarded by filter_lock_acquire(). */
	struct list_head filter_modules;
	/* The commands in set_ftrace_filter; guarded by func_command_lock_acquire(). */
	struct list_head func_probes;
	/* What set_ftrace_pid and set_ftrace_notrace_pid say; likewise. */
	struct pid_filter pids;
	/* Its part of each event that can be switched; guarded by event_mutex. */
	struct list_head events;
	struct dentry *events_dir; /* the directory events/; NULL: not there yet; same lock */
	/* What set_event_pid and set_event_notrace_pid say. */
	struct pid_filter event_pids;
	/* The function tracer's hook. Its skip word mirrors tracing_on. */
	struct ftrace_ops function_ops;
	/* The graph tracer's: it is told of the ends of the calls it has hooked. */
	struct fgraph_user graph_user;
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
 * Initialises a zeroed trace_array, with the smallest buffers; it will grow to
 * @buffer_bytes per processor. Not in the list yet. Context: task, may sleep.
 * Return: 0, -ENOMEM, -ENOSPC with too many instances.
 */
int trace_array_init(struct trace_array *tr, const char *name, size_t buffer_bytes);

/*
 * A new instance, in the list; the caller is its first holder. @name is copied.
 * Context: task. Return: NULL without memory.
 */
struct trace_array *trace_array_create(const char *name);
/*
 * Stops an instance and frees all but the struct. Return: 0; -EBUSY while it is
 * referenced, -ENODEV if it is removed already: nothing has changed then.
 */
int trace_array_remove(struct trace_array *tr);
/* Keeps the memory of an instance that may be removed meanwhile; the last drop frees it. */
void trace_array_hold(struct trace_array *tr);
void trace_array_drop(struct trace_array *tr);
/* Keeps the instance: no rmdir. Takes trace_types_lock. Return: 0, or -ENODEV: it is gone. */
int trace_array_get(struct trace_array *tr);
void trace_array_put(struct trace_array *tr);

/* Another clock; both buffers are emptied, as their stamps would mean two things. Task. */
void tracing_set_clock(struct trace_array *tr, const struct trace_clock *clock);

/* When all has booted: takes the snapshot that ftrace_boot_snapshot asks for. Return: 0. */
int trace_boot_done(void);

/* Empties the buffer that is recorded into, and lets its time begin. Context: task. */
void tracing_reset(struct trace_array *tr);
/* The spare one as well. Task. */
void tracing_reset_both(struct trace_array *tr);
/* For who has emptied it otherwise, one processor's part of it, say: the tracer is told. Task. */
void tracing_buffer_emptied(struct trace_array *tr);

/*
 * Before something is recorded on request: gives the buffer its full size, if it
 * has not got it yet. trace_types_lock is held. Task, may sleep. Return: 0 or -ENOMEM.
 */
int tracing_update_buffers(struct trace_array *tr);
/* Another size, for one processor or RING_BUFFER_ALL_CPUS; the spare buffer follows. As above. */
int tracing_resize_buffers(struct trace_array *tr, size_t bytes, int cpu);
/* Switches recording into the buffers off and on again; the calls nest. Any context. */
void trace_array_pause(struct trace_array *tr);
void trace_array_resume(struct trace_array *tr);

/*
 * Recording on and off, as tracing_on does. While another one changes it, that is as if it
 * had come later. Any context, NMI and tracers included.
 */
void tracer_tracing_on(struct trace_array *tr);
void tracer_tracing_off(struct trace_array *tr);
bool tracer_tracing_is_on(const struct trace_array *tr);
/* The same for global_trace. */
void tracing_on(void);
void tracing_off(void);

/* Which processors record; those that do not exist are ignored. Return: 0. */
int tracing_set_cpumask(struct trace_array *tr, cpumask_t mask);
