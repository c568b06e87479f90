/* SPDX-License-Identifier: MIT */
/* The price of a probe by the ways to reach it: its function does nothing, or records. */
#include "arch/x86_64/text_patch.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/bench/bench_internal.h"
#include "trace/events/event_file.h"
#include "trace/probes/probe_event.h"

static void do_nothing(struct kprobe *probe, struct pt_regs *regs)
{
}

/* A hit in @call of a probe at @address, which must come about as @kind says. */
static int measure_probe(u64 address, const char *kind, void (*call)(void), u64 *value)
{
	struct kprobe probe = {
		.address = address, .at_return = !strcmp(kind, "return"), .func = do_nothing};
	u64 without = bench_per_100_calls(call), with;
	int error = register_kprobe(&probe, NULL);

	if (!error)
		error = enable_kprobe(&probe);
	with = error ? without : bench_per_100_calls(call);
	if (!error && strcmp(kprobe_kind_at(address, probe.at_return), kind))
		error = -EIO;
	unregister_kprobe(&probe);
	*value = bench_per_call(with, without);
	return error;
}

int bench_kprobe_ftrace(u64 *value)
{
	return measure_probe((u64)trace_target, "ftrace", trace_target, value);
}

/* Behind push %rbp, which is of one byte: with another probe there, it has no room for a jump. */
static int with_int3(int (*measure)(u64 *value), u64 *value)
{
	struct kprobe behind = {.address = (u64)trace_target + TEXT_PATCH_SIZE + 1,
				.func = do_nothing};
	int error = register_kprobe(&behind, NULL);

	if (!error)
		error = enable_kprobe(&behind);
	if (!error)
		error = measure(value);
	unregister_kprobe(&behind);
	return error;
}

static int measure_int3(u64 *value)
{
	return measure_probe((u64)trace_target + TEXT_PATCH_SIZE, "int3", trace_target, value);
}

int bench_kprobe_int3(u64 *value)
{
	return with_int3(measure_int3, value);
}

int bench_kprobe_jump(u64 *value)
{
	return measure_probe((u64)trace_target + TEXT_PATCH_SIZE, "jump", trace_target, value);
}

int bench_kretprobe(u64 *value)
{
	return measure_probe((u64)trace_target, "return", trace_target, value);
}

/* A hit of the event that @line makes, which is called `bench`. */
static int measure_event(const char *line, u64 *value)
{
	u64 without = bench_per_100_calls(trace_target), with = 0;
	char text[64];
	int error;

	strscpy(text, line, sizeof(text));
	error = probe_event_create(line, text, text);
	if (!error)
		error = trace_events_set(&global_trace, "kprobes:bench", true);
	if (!error)
		with = bench_per_100_calls(trace_target);
	trace_events_set(&global_trace, "kprobes:bench", false);
	probe_events_remove("pr", NULL, "bench", NULL, false);
	*value = bench_per_call(with, without);
	return error;
}

int bench_kprobe_event(u64 *value)
{
	return measure_event("p:bench trace_target", value);
}

int bench_kprobe_event_args(u64 *value)
{
	return measure_event("p:bench trace_target %di %si", value);
}

int bench_kprobe_event_jump(u64 *value)
{
	return measure_event("p:bench trace_target+5", value);
}

int bench_kprobe_event_int3(u64 *value)
{
	return with_int3(bench_kprobe_event_jump, value);
}

int bench_kretprobe_event(u64 *value)
{
	return measure_event("r:bench trace_target", value);
}

int bench_kretprobe_event_retval(u64 *value)
{
	return measure_event("r:bench trace_target %ax", value);
}
