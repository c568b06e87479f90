/* SPDX-License-Identifier: MIT */
/* Probes at every instruction of some functions: they are hit, and nothing else changes. */
#include "trace/probes/kprobe.h"

#include "arch/x86_64/nmi.h"
#include "arch/x86_64/text_patch.h"
#include "kernel/kallsyms.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/printk.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/sched.h"
#include "kernel/selftest/kprobe_forms.h"
#include "kernel/selftest/selftest.h"
#include "kernel/smp/cpumask.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/clock.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/ftrace.h"

#define PROBES_MAX 1024
#define SEED	   0x1234567890abcdeful

#define STORM_NMI_NS (1000 * NSEC_PER_USEC)

static struct kprobe *probes; /* PROBES_MAX; those below probe_count are registered */
static u32 probe_count;
static u64 probe_hits, wrong_hits;

static notrace void note_hit(struct kprobe *probe, struct pt_regs *regs)
{
	__atomic_fetch_add(&probe_hits, 1, __ATOMIC_RELAXED);
	if (!probe->at_return && regs->ip != probe->address)
		wrong_hits++;
}

/* Registers a probe at each instruction of the function. Return: 0, or the error of a refusal. */
static int probe_function(u64 function)
{
	const char *reason;
	struct kallsym sym;

	SELFTEST_EXPECT(kallsyms_lookup(function, &sym), function);
	for (u64 at = sym.address; at < sym.address + sym.size; at++) {
		struct kprobe *probe = &probes[probe_count];
		int error;

		SELFTEST_EXPECT(probe_count < PROBES_MAX, at);
		*probe = (struct kprobe){.address = at, .func = note_hit};
		error = register_kprobe(probe, &reason);
		probe_count += !error;
		/* Behind the function is what the linker fills up with. */
		if (strstr(reason, "unknown") || (error && at == sym.address))
			break;
		if (error && error != -EILSEQ)
			pr_info("selftest: no probe at %pS: %s\n", (void *)at, reason);
	}
	return 0;
}

static void forget_probes(void)
{
	while (probe_count)
		unregister_kprobe(&probes[--probe_count]);
	vfree(probes);
}

static int prepare_probes(void)
{
	probe_count = 0;
	probe_hits = 0;
	wrong_hits = 0;
	probes = vzalloc(PROBES_MAX * sizeof(*probes));
	return probes ? 0 : -ENOMEM;
}

static u64 call_all_forms(u64 x)
{
	u64 sum = 0;

	for (u32 i = 0; kprobe_forms[i]; i++)
		sum = sum * 31 + kprobe_forms[i](x);
	return sum;
}

/* Each alone; all at once; none. */
static int check_forms(void)
{
	u64 expected = call_all_forms(SEED), hits;
	u32 i, jumps = 0;
	int error = 0;

	for (i = 0; kprobe_forms[i] && !error; i++)
		error = probe_function((u64)kprobe_forms[i]);
	if (error)
		return error;
	SELFTEST_EXPECT(probe_count > 150, probe_count);
	for (i = 0; i < probe_count; i++) {
		hits = probe_hits;
		SELFTEST_EXPECT(!enable_kprobe(&probes[i]), probes[i].address);
		jumps += !strcmp(kprobe_kind_at(probes[i].address, false), "jump");
		SELFTEST_EXPECT(call_all_forms(SEED) == expected, probes[i].address);
		SELFTEST_EXPECT(!disable_kprobe(&probes[i]), probes[i].address);
	}
	for (i = 0; i < probe_count; i++)
		SELFTEST_EXPECT(!enable_kprobe(&probes[i]), probes[i].address);
	hits = probe_hits;
	SELFTEST_EXPECT(call_all_forms(SEED) == expected, 0);
	SELFTEST_EXPECT(probe_hits - hits > 150, probe_hits - hits);
	SELFTEST_EXPECT(!wrong_hits, wrong_hits);
	pr_info("selftest: %u probes, %u of them by a jump when alone\n", probe_count, jumps);
	for (i = 0; i < probe_count; i++)
		SELFTEST_EXPECT(!disable_kprobe(&probes[i]), probes[i].address);
	hits = probe_hits;
	SELFTEST_EXPECT(call_all_forms(SEED) == expected, 0);
	SELFTEST_EXPECT(probe_hits == hits, probe_hits - hits);
	return 0;
}

/* By breakpoints, probes come and go with nobody stopped. */
int selftest_kprobe(void)
{
	bool stops = !strcmp(text_patch_method_name(), "stop_machine");
	struct stop_machine_stats before, after;
	int error = prepare_probes();

	stop_machine_get_stats(&before, false);
	if (!error)
		error = check_forms();
	forget_probes();
	stop_machine_get_stats(&after, false);
	SELFTEST_EXPECT(error || stops == (after.count > before.count), after.count - before.count);
	return error;
}

static u64 seen_argument, seen_result;

static notrace void change_argument(struct kprobe *probe, struct pt_regs *regs)
{
	seen_argument = regs->di;
	regs->di += (u64)probe->private;
}

/* What it calls is probed itself, which is not noticed. */
static notrace void note_result(struct kprobe *probe, struct pt_regs *regs)
{
	seen_result = regs->ax;
	kprobe_forms[KPROBE_FORMS_LEAF](0);
}

/* Two probes at the beginning of x * 3 + 1, one behind it, and one at its return. */
static int check_values(void)
{
	u64 (*leaf)(u64) = kprobe_forms[KPROBE_FORMS_LEAF];
	struct kprobe *argument = &probes[0], *other = &probes[1], *behind = &probes[2];
	struct kprobe *result = &probes[3];

	*argument = (struct kprobe){
		.address = (u64)leaf, .func = change_argument, .private = (void *)1};
	*other = (struct kprobe){.address = (u64)leaf, .func = note_hit};
	*behind = (struct kprobe){
		.address = (u64)leaf + 5, .func = change_argument, .private = (void *)10};
	*result = (struct kprobe){.address = (u64)leaf, .at_return = true, .func = note_result};
	for (; probe_count < 4; probe_count++)
		SELFTEST_EXPECT(!register_kprobe(&probes[probe_count], NULL), probe_count);
	SELFTEST_EXPECT(register_kprobe(other, NULL) == -EBUSY, 0);
	SELFTEST_EXPECT(leaf(5) == 16 && !probe_hits, probe_hits);
	for (u32 i = 0; i < 3; i++)
		SELFTEST_EXPECT(!enable_kprobe(&probes[i]), i);
	SELFTEST_EXPECT(leaf(5) == 16 * 3 + 1, leaf(5));
	SELFTEST_EXPECT(seen_argument == 6 && probe_hits == 1, seen_argument);
	SELFTEST_EXPECT(!enable_kprobe(result) && !enable_kprobe(result), 0);
	SELFTEST_EXPECT(leaf(5) == 49 && seen_result == 49, seen_result);
	SELFTEST_EXPECT(other->nmissed == 1 && result->nmissed == 1, result->nmissed);
	SELFTEST_EXPECT(behind->nmissed == 1 && probe_hits == 2, behind->nmissed);
	SELFTEST_EXPECT(!disable_kprobe(argument) && !disable_kprobe(behind), 0);
	SELFTEST_EXPECT(leaf(5) == 16 && seen_result == 16 && probe_hits == 3, seen_result);
	SELFTEST_EXPECT(!disable_kprobe(result) && !disable_kprobe(other), 0);
	SELFTEST_EXPECT(leaf(6) == 19 && seen_result == 16 && probe_hits == 3, seen_result);
	return 0;
}

int selftest_kprobe_values(void)
{
	int error = prepare_probes();

	if (!error)
		error = check_values();
	forget_probes();
	return error;
}

/* In interrupts, NMIs, the scheduler: each instruction and each return. */
static const char *const delicate[] = {
	"sysvec_apic_timer_interrupt",
	"sysvec_call_function",
	"nmi_handle",
	"scheduler_tick",
	"__schedule",
	"pick_next_task",
	"finish_task_switch",
	"try_to_wake_up",
	"mutex_lock",
};

/* Enables and forgets what is registered, unless there was an error. */
static int run_probes(int error)
{
	u32 i;

	for (i = 0; i < probe_count && !error; i++)
		error = enable_kprobe(&probes[i]);
	for (i = 0; i < 20; i++) {
		nmi_send(CPU_MASK_ALL);
		msleep(5);
	}
	forget_probes();
	SELFTEST_EXPECT(!error && probe_hits > 100 && !wrong_hits, error);
	return 0;
}

static bool add_probe(u64 address, bool at_return)
{
	struct kprobe *probe = &probes[probe_count];

	*probe = (struct kprobe){.address = address, .at_return = at_return, .func = note_hit};
	if (register_kprobe(probe, NULL))
		return false;
	probe_count++;
	return true;
}

int selftest_kprobe_delicate(void)
{
	int error = prepare_probes();

	for (u32 i = 0; i < ARRAY_SIZE(delicate) && !error; i++) {
		u64 function = kallsyms_lookup_name(delicate[i]);

		error = probe_function(function);
		if (!error && !add_probe(function, true))
			error = -EINVAL;
	}
	return run_probes(error);
}

static u64 next_random(u64 random)
{
	return random * 6364136223846793005ul + 1442695040888963407ul;
}

/*
 * Probes all over the kernel, chosen without any order, while it does what it does. Fewer with
 * several CPUs: an emulator runs them in turn.
 */
int selftest_kprobe_anywhere(void)
{
	u32 rounds = num_online_cpus() > 1 ? 2 : 5;
	u64 random = SEED;
	int error = 0;

	for (u32 round = 0; round < rounds && !error; round++) {
		error = prepare_probes();
		while (!error && probe_count < 300) {
			u64 site, offset;

			random = next_random(random);
			site = ftrace_site_at((random >> 33) % ftrace_site_limit())->ip;
			offset = (random >> 20) % 128;
			add_probe(offset > 100 ? site : site + offset, offset > 100);
		}
		error = run_probes(error);
	}
	return error;
}

/* Calls what needs no order, and compares, until it is stopped. */
static int call_forms_until_stopped(void *data)
{
	u64 (*const *forms)(u64) = &kprobe_forms[1];
	u64 expected[3], *wrong = data;

	for (u32 i = 0; i < ARRAY_SIZE(expected); i++)
		expected[i] = forms[i](SEED);
	while (!kthread_should_stop()) {
		for (u32 i = 0; i < ARRAY_SIZE(expected); i++)
			if (forms[i](SEED) != expected[i])
				__atomic_fetch_add(wrong, 1, __ATOMIC_RELAXED);
		cond_resched();
	}
	return 0;
}

/* What the patcher by breakpoints uses while text is between old and new, and what comes in
 * between.
 */
static const char *const while_patching[] = {
	"nmi_handle",
	"sysvec_call_function",
	"generic_smp_call_function_interrupt",
	"smp_call_function_many",
};

/* Switches @times probes, chosen without any order, by both ways to patch in turn. */
static int switch_probes(u32 times)
{
	static const char *const methods[] = {"stop_machine", "breakpoint"};
	u64 random = SEED;
	int error = 0;

	for (u32 i = 0; i < times && !error; i++) {
		struct kprobe *probe;

		random = next_random(random);
		probe = &probes[(random >> 33) % probe_count];
		if (i % 8 == 0)
			text_patch_set_method(methods[i / 8 % 2]);
		error = probe->enabled ? disable_kprobe(probe) : enable_kprobe(probe);
	}
	return error;
}

int selftest_kprobe_storm(void)
{
	const char *method = text_patch_method_name();
	struct task_struct *tasks[NR_CPUS] = {0};
	int error = prepare_probes();
	u64 wrong = 0;
	u32 cpu;

	for (u32 i = 1; i < 4 && !error; i++)
		error = probe_function((u64)kprobe_forms[i]);
	for (u32 i = 0; i < ARRAY_SIZE(while_patching) && !error; i++)
		error = probe_function(kallsyms_lookup_name(while_patching[i]));
	nmi_periodic_start(STORM_NMI_NS);
	for_each_online_cpu (cpu) {
		tasks[cpu] = kthread_create_on_cpu(call_forms_until_stopped, &wrong, cpu,
						   "kprobes/%u", cpu);
		if (IS_ERR(tasks[cpu]))
			continue;
		get_task_struct(tasks[cpu]);
		set_user_nice(tasks[cpu], MAX_NICE);
		wake_up_process(tasks[cpu]);
	}
	if (!error)
		error = switch_probes(240);
	nmi_periodic_stop();
	for_each_online_cpu (cpu) {
		if (IS_ERR_OR_NULL(tasks[cpu]))
			continue;
		kthread_stop(tasks[cpu]);
		put_task_struct(tasks[cpu]);
	}
	forget_probes();
	text_patch_set_method(method);
	SELFTEST_EXPECT(!error && !wrong && !wrong_hits, wrong);
	return 0;
}
