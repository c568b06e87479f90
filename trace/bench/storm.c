/* SPDX-License-Identifier: MIT */
/*
 * patchstorm: functions switched on and off while every processor calls them,
 * and exact book-keeping of what must have been recorded.
 *
 * A caller switches interrupts off, looks at the first byte of trace_target(),
 * calls it, looks again, and switches interrupts on. If text changes only while
 * all processors are parked, this one cannot be parked in between; so the byte
 * tells for certain whether the call is a hit. If it changes by breakpoint, only
 * one step can come in between, as each waits for all processors; so the looks
 * tell for certain, unless one finds an int3.
 *
 *	1. trace_target() alone is switched by the function tracer: the records
 *	   are as many as the calls that saw a call instruction, or more by some
 *	   that saw an int3.
 *	2. all functions are switched by the function tracer, while another user
 *	   counts trace_target(): every single call reaches that user.
 */
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/nmi.h"
#include "arch/x86_64/percpu.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/sleep.h"
#include "kernel/trace_target.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/bench/bench.h"
#include "trace/bench/bench_internal.h"
#include "trace/core/ftrace.h"
#include "trace/core/trace_array.h"
#include "trace/core/tracer.h"
#include "trace/tracers/selftest.h"

#define CALL_OPCODE 0xe8
#define NOP_OPCODE  0x0f

/* One processor's caller, and what it knows. Written by itself alone. */
struct storm_caller {
	struct task_struct *task;
	u64 calls;
	u64 calls_seen_on;     /* that found a call instruction both times */
	u64 calls_seen_off;    /* that found a NOP both times */
	u64 calls_not_seen_on; /* that found a NOP once or twice */
};

/* What the callers know, together. */
struct storm_sums {
	u64 calls, on, off, not_on;
	u64 counted; /* calls that reached count_ops */
};

struct storm {
	struct storm_caller callers[NR_CPUS];
};

/* Calls that reached count_ops, per processor. */
static DEFINE_PER_CPU(u64, storm_counted);

static void storm_count(u64 ip, u64 parent_ip, struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	storm_counted++; /* one instruction, in a caller that has interrupts off */
}

static int storm_call_until_stopped(void *data)
{
	struct storm_caller *caller = data;
	const volatile u8 *site = (const volatile u8 *)trace_target;

	while (!kthread_should_stop()) {
		u64 flags = local_irq_save();
		u8 before = *site, after;

		trace_target();
		after = *site;
		local_irq_restore(flags);
		caller->calls++;
		caller->calls_seen_on += before == CALL_OPCODE && after == CALL_OPCODE;
		caller->calls_seen_off += before == NOP_OPCODE && after == NOP_OPCODE;
		caller->calls_not_seen_on += before == NOP_OPCODE || after == NOP_OPCODE;
		if (caller->calls % 256 == 0)
			cond_resched();
	}
	return 0;
}

static int storm_start(struct storm *storm)
{
	u32 cpu;

	memset(storm, 0, sizeof(*storm));
	for_each_online_cpu (cpu) {
		struct storm_caller *caller = &storm->callers[cpu];

		*(u64 *)per_cpu_ptr(storm_counted, cpu) = 0;
		caller->task = kthread_create_on_cpu(storm_call_until_stopped, caller, cpu,
						     "storm/%u", cpu);
		if (IS_ERR(caller->task))
			return PTR_ERR(caller->task);
		get_task_struct(caller->task);
		set_user_nice(caller->task, MAX_NICE);
		wake_up_process(caller->task);
	}
	return 0;
}

/* Stops the callers. */
static struct storm_sums storm_stop(struct storm *storm)
{
	struct storm_sums sums = {0};
	u32 cpu;

	for_each_online_cpu (cpu) {
		struct storm_caller *caller = &storm->callers[cpu];

		if (IS_ERR_OR_NULL(caller->task))
			continue;
		kthread_stop(caller->task);
		put_task_struct(caller->task);
		sums.calls += caller->calls;
		sums.on += caller->calls_seen_on;
		sums.off += caller->calls_seen_off;
		sums.not_on += caller->calls_not_seen_on;
		sums.counted += *(u64 *)per_cpu_ptr(storm_counted, cpu);
	}
	return sums;
}

/* NMIs go to all processors while text changes: their handlers are traced as well. */
static int storm_toggle(u32 times, bool mixed)
{
	static const char *const methods[] = {"stop_machine", "breakpoint"};

	int error = 0;
	u32 i;

	for (i = 0; i < times && !error && !cmd_interrupted(); i++) {
		if (mixed)
			text_patch_set_method(methods[i % 2]);
		nmi_send(CPU_MASK_ALL);
		error = tracing_set_tracer(&global_trace, "function");
		if (mixed && i % 4 > 1)
			text_patch_set_method(methods[(i + 1) % 2]);
		nmi_send(CPU_MASK_ALL);
		usleep_range(20, 100); /* the callers are on this processor, too */
		if (!error)
			error = tracing_set_tracer(&global_trace, "nop");
		usleep_range(20, 100);
	}
	return error;
}

/* Return: 0 if @found is what it must be; else 1, and says so. */
static int storm_verdict(const char *what, u64 expected, u64 found)
{
	cmd_printf("%-40s %12lu of %12lu: %s\n", what, found, expected,
		   found == expected ? "ok" : "WRONG");
	return found != expected;
}

/* Part 1. Return: how many things were wrong, or an errno. */
static int storm_one_function(struct storm *storm, u32 times, bool mixed)
{
	struct storm_sums sums;
	u64 before, recorded;
	int error = bench_filter("trace_target");

	if (error)
		return error;
	before = trace_selftest_records(&global_trace);
	error = storm_start(storm);
	if (!error)
		error = storm_toggle(times, mixed);
	sums = storm_stop(storm);
	if (error)
		return error;
	recorded = trace_selftest_records(&global_trace) - before;
	cmd_printf("one function, %u times: %lu calls\n", times, sums.calls);
	/* Of the calls that may have been either, as many as it takes. */
	if (recorded > sums.on)
		sums.on = min(recorded, sums.calls - sums.off);
	return storm_verdict("  recorded, of the calls while it was on", sums.on, recorded);
}

/* Part 2. Return: as above. */
static int storm_all_functions(struct storm *storm, u32 times, bool mixed)
{
	static struct ftrace_ops count_ops = {.func = storm_count};
	static struct ftrace_filter only_target;
	struct storm_sums sums;
	struct site_set set = {0};
	int wrong, error = site_set_reserve(&set, ftrace_site_limit());

	if (!error)
		site_set_add(&set, ftrace_site_index((u64)trace_target));
	count_ops.filter = &only_target;
	if (!error)
		error = ftrace_filter_exchange(&only_target, FTRACE_ONLY, &set, NULL);
	site_set_free(&set);
	if (!error)
		error = bench_filter("");
	if (!error)
		error = register_ftrace_function(&count_ops);
	if (error)
		return error;
	error = storm_start(storm);
	if (!error)
		error = storm_toggle(times, mixed);
	sums = storm_stop(storm);
	wrong = unregister_ftrace_function(&count_ops);
	if (error || wrong)
		return error ? error : wrong;
	cmd_printf("all functions, %u times: %lu calls\n", times, sums.calls);
	wrong = storm_verdict("  seen on, of the calls", sums.calls, sums.calls - sums.not_on);
	return wrong +
	       storm_verdict("  counted by the other user, of the calls", sums.calls, sums.counted);
}

/* How often processors met an int3, after each step: to see that they did. */
static void storm_print_met(void)
{
	struct text_patch_stats stats;

	text_patch_get_stats(&stats, false);
	cmd_printf("int3 met %lu times while the rest was old, %lu while it was new, %lu later\n",
		   stats.met[0], stats.met[1], stats.met[2]);
}

/* Return: how many sites do not hold what their record says. */
static u32 storm_check_sites(void)
{
	char meaning[FTRACE_NAME_MAX];
	u32 wrong = 0, index;
	u8 bytes[5];

	for (index = 0; index < ftrace_site_limit(); index++) {
		ftrace_site_describe(index, bytes, meaning);
		wrong += strcmp(meaning, "nop") != 0;
	}
	return wrong;
}

int cmd_patchstorm(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	static struct storm storm;
	unsigned int times = 1000, times_all = 100;
	struct text_patch_stats stats;
	const char *method;
	bool mixed = false;
	int letter, result;

	while ((letter = cmd_next_option(&options, "n:a:m"))) {
		unsigned int *number = letter == 'n' ? &times : &times_all;

		if (letter == 'm')
			mixed = true;
		else if (letter == CMD_OPTION_BAD || kstrtouint(options.value, 10, number))
			return cmd_usage();
	}
	if (strcmp(global_trace.current_tracer->name, "nop"))
		return cmd_fail("current_tracer must be nop");
	method = text_patch_method_name();
	text_patch_get_stats(&stats, true);
	result = storm_one_function(&storm, times, mixed);
	if (result >= 0) {
		int wrong = storm_all_functions(&storm, times_all, mixed);

		result = wrong < 0 ? wrong : result + wrong;
	}
	text_patch_set_method(method);
	if (result < 0)
		return cmd_fail_errno("patching", result);
	result += storm_verdict("sites that are a NOP again", ftrace_site_total(),
				ftrace_site_total() - storm_check_sites());
	storm_print_met();
	return result != 0;
}
