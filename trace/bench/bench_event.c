/* SPDX-License-Identifier: MIT */
/*
 * The price of an event by what becomes of it. It is one with a name and three
 * numbers, 44 bytes.
 */
#include "arch/x86_64/tsc.h"
#include "kernel/sched/task.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/bench/bench_internal.h"
#include "trace/events/event_file.h"
#include "trace/events/sched.h"
#include "trace/events/trigger.h"
#include "trace/ring/ring_buffer.h"

#define BENCH_EVENT "sched:sched_stat_runtime"

static struct trace_event_file *bench_file;

/* As with_event(), but for the NOP. */
static noinline void without_event(void)
{
	__asm__ goto("" : : : : used);
	return;
used:
	sched_stat_runtime_event(current, 0);
}

static noinline void with_event(void)
{
	trace_sched_stat_runtime(current, 0);
}

static int find_file(void)
{
	trace_event_lock_acquire();
	bench_file = trace_event_file_find(trace_event_find("sched", "sched_stat_runtime"),
					   &global_trace);
	trace_event_lock_release();
	return bench_file ? 0 : -ENOENT;
}

/* What one costs now, less a call of nothing. */
static u64 event_cost(void)
{
	u64 without = bench_per_100_calls(without_event);

	return bench_per_call(bench_per_100_calls(with_event), without);
}

/* The same while it is on. */
static int bench_event(u64 *value)
{
	int error = trace_events_set(&global_trace, BENCH_EVENT, true);

	if (!error)
		*value = event_cost();
	trace_events_set(&global_trace, BENCH_EVENT, false);
	tracing_reset(&global_trace);
	return error;
}

int bench_event_off(u64 *value)
{
	*value = event_cost();
	return 0;
}

int bench_event_on(u64 *value)
{
	return bench_event(value);
}

int bench_event_tracing_off(u64 *value)
{
	int error;

	tracing_off();
	error = bench_event(value);
	tracing_on();
	return error;
}

/* A task that set_event_notrace_pid names. */
int bench_event_pid(u64 *value)
{
	char pid[16];
	int error;

	snprintf(pid, sizeof(pid), "%d", current->pid);
	error = pid_filter_add(&global_trace.event_pids, PIDS_NEVER, pid, strlen(pid));
	trace_events_pids_changed(&global_trace);
	if (!error)
		error = bench_event(value);
	pid_filter_clear(&global_trace.event_pids, PIDS_NEVER);
	trace_events_pids_changed(&global_trace);
	return error;
}

static int bench_filtered(const char *filter, u64 *value)
{
	int error = find_file();

	if (!error)
		error = trace_event_set_filter(bench_file, filter);
	if (!error)
		error = bench_event(value);
	if (bench_file)
		trace_event_set_filter(bench_file, "0");
	return error;
}

int bench_event_rejected(u64 *value)
{
	return bench_filtered("pid == 99999", value);
}

int bench_event_accepted(u64 *value)
{
	return bench_filtered("pid != 99999", value);
}

static int write_trigger(const char *trigger)
{
	char text[64];
	int error;

	strscpy(text, trigger, sizeof(text));
	trace_event_lock_acquire();
	error = trace_trigger_write(bench_file, text);
	trace_event_lock_release();
	return error;
}

/* The event off, and a trigger. */
static int bench_triggered(const char *add, const char *remove, u64 *value)
{
	int error = find_file();

	if (!error)
		error = write_trigger(add);
	if (error)
		return error;
	*value = event_cost();
	error = write_trigger(remove);
	tracing_reset(&global_trace);
	return error;
}

int bench_event_stack(u64 *value)
{
	return bench_triggered("stacktrace", "!stacktrace", value);
}

int bench_event_hist(u64 *value)
{
	return bench_triggered("hist:keys=pid", "!hist:keys=pid", value);
}

int bench_event_hist_two(u64 *value)
{
	return bench_triggered("hist:keys=pid,common_pid:vals=runtime",
			       "!hist:keys=pid,common_pid:vals=runtime", value);
}

/* Without the file: finding the event by its name, and patching. */
int bench_event_switch_on(u64 *value)
{
	u64 costs[BENCH_CHUNKS];
	int error = 0;

	for (u32 i = 0; i < BENCH_CHUNKS && !error; i++) {
		u64 start = rdtsc();

		error = trace_events_set(&global_trace, BENCH_EVENT, true);
		costs[i] = rdtsc() - start;
		trace_events_set(&global_trace, BENCH_EVENT, false);
	}
	*value = bench_median(costs, BENCH_CHUNKS);
	return error;
}
