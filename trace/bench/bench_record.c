/* SPDX-License-Identifier: MIT */
/* The price of a hit by what becomes of it: filtered out, counted, dropped, with a stack. */
#include "arch/x86_64/cpu.h"
#include "kernel/fs/fcntl.h"
#include "kernel/fs/vfs.h"
#include "kernel/sched/task.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/trace_array.h"
#include "trace/ring/ring_buffer.h"
#include "trace/tracers/function.h"
#include "trace/tracers/function_graph.h"
#include "trace/tracers/profile.h"
#include "trace/tracers/tracers.h"

/* More records than there is room for in a buffer of the usual size. */
#define FILL_CALLS 100000

/* A hit of a task that set_ftrace_notrace_pid names. */
int bench_function_pid(u64 *value)
{
	char pid[16];
	int error;

	snprintf(pid, sizeof(pid), "%d", current->pid);
	error = pid_filter_add(&global_trace.pids, PIDS_NEVER, pid, strlen(pid));
	if (!error)
		error = bench_hit("function", "trace_target", trace_target, 1, value);
	pid_filter_clear(&global_trace.pids, PIDS_NEVER);
	return error;
}

/* Switches those options of @tracer on or off that are in @bits. */
static int bench_set_options(const struct tracer *tracer, u32 bits, bool on)
{
	const struct tracer_option *option;
	int error = 0;

	for (option = tracer->options->list; option->name && !error; option++)
		if (option->bit & bits)
			error = tracer_change_option(&global_trace, option, on);
	return error;
}

/* One hit with them on. */
static int bench_options(const struct tracer *tracer, u32 bits, u64 *value)
{
	int error = bench_set_options(tracer, bits, true);

	if (!error)
		error = bench_hit(tracer->name, "trace_target", trace_target, 1, value);
	bench_set_options(tracer, bits, false);
	return error;
}

int bench_function_no_repeats(u64 *value)
{
	return bench_options(&function_tracer, FUNCTION_NO_REPEATS, value);
}

int bench_function_stack(u64 *value)
{
	return bench_options(&function_tracer, FUNCTION_STACK_TRACE, value);
}

int bench_function_args(u64 *value)
{
	return bench_options(&function_tracer, FUNCTION_ARGS, value);
}

int bench_graph_args(u64 *value)
{
	return bench_options(&function_graph_tracer,
			     GRAPH_OPTION_ARGS | GRAPH_OPTION_RETADDR | GRAPH_OPTION_RETVAL, value);
}

/* The profiler's call, without a tracer. */
static int bench_profile(enum function_profile_mode mode, u64 *value)
{
	u64 without = bench_per_100_calls(trace_target), with;
	int error = bench_filter("trace_target");

	if (!error)
		error = function_profile_enable(mode);
	with = error ? without : bench_per_100_calls(trace_target);
	*value = bench_per_call(with, without);
	if (!error)
		error = function_profile_enable(PROFILE_OFF);
	bench_filter("");
	return error;
}

int bench_profile_hits(u64 *value)
{
	return bench_profile(PROFILE_HITS, value);
}

int bench_profile_times(u64 *value)
{
	return bench_profile(PROFILE_TIMES, value);
}

/* A hit while the buffer is full. */
static int bench_full_buffer(u64 *value)
{
	u64 without = bench_per_100_calls(trace_target);
	int error = bench_tracer_on("function", "trace_target");

	for (u32 i = 0; i < FILL_CALLS && !error; i++)
		trace_target();
	*value = bench_per_call(bench_per_100_calls(trace_target), without);
	return error ? error : bench_tracer_off();
}

int bench_function_wrapped(u64 *value)
{
	return bench_full_buffer(value);
}

int bench_function_full(u64 *value)
{
	int error;

	ring_buffer_change_overwrite(global_trace.buffer, false);
	error = bench_full_buffer(value);
	ring_buffer_change_overwrite(global_trace.buffer, true);
	return error;
}

#define MARKER_FILE "/sys/kernel/tracing/trace_marker"

static struct file *marker_file;
static ssize_t (*marker_write)(struct file *file, const char *buf, size_t count, loff_t *pos);

static ssize_t write_nothing(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	return (ssize_t)count;
}

static void write_marker(void)
{
	loff_t position = 0;

	marker_write(marker_file, "12345678", 8, &position);
}

/* A write of 8 bytes, without the system's part of it. */
int bench_trace_marker(u64 *value)
{
	u64 with, without;

	marker_file = filp_open(MARKER_FILE, O_WRONLY, 0);
	if (IS_ERR(marker_file))
		return (int)PTR_ERR(marker_file);
	marker_write = write_nothing;
	without = bench_per_100_calls(write_marker);
	marker_write = marker_file->f_op->write;
	with = bench_per_100_calls(write_marker);
	*value = bench_per_call(with, without);
	filp_close(marker_file);
	ring_buffer_reset(global_trace.buffer);
	return 0;
}
