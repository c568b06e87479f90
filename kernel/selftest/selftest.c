/* SPDX-License-Identifier: MIT */
/* The list of self-tests. */
#include "kernel/selftest/selftest.h"

#include "kernel/printk.h"

static const struct selftest selftests[] = {
	{"clock", "time goes forward, on each CPU and between them", selftest_clock},
	{"hrtimer", "short sleeps are not too short; periodic, cancelled", selftest_hrtimer},
	{"timer", "jiffy timers: never early, deleted, moved", selftest_timer},
	{"smp_call", "all CPUs call all CPUs, every call runs once", selftest_smp_call},
	{"irq_work", "work queued in an NMI runs in an interrupt", selftest_irq_work},
	{"nmi", "NMIs everywhere disturb neither calls nor timers", selftest_nmi},
	{"stop_machine", "nothing runs while the machine is stopped", selftest_stop_machine},
	{"text_patch", "text changes as a whole or not at all", selftest_text_patch},
	{"static_branch", "every branch is as its key says", selftest_static_branch},
	{"nmi_hold", "no NMI handler runs while text is written", selftest_nmi_hold},
	{"ftrace_ops", "several callbacks on one function, with registers", selftest_ftrace_ops},
	{"ftrace_recursion", "a callback is not called for what it calls",
	 selftest_ftrace_recursion},
	{"ftrace_free", "a trampoline stays while a task is inside", selftest_ftrace_free},
	{"condition", "bad pointers make one false", selftest_condition},
	{"kprobe", "probes at every instruction change nothing", selftest_kprobe},
	{"kprobe_values", "probes see and change registers, and returned values",
	 selftest_kprobe_values},
	{"kprobe_refusals", "where no probe can be, it is said why", selftest_kprobe_refusals},
	{"kprobe_image", "nearly every instruction there is can be probed", selftest_kprobe_image},
	{"kprobe_delicate", "probes in interrupts, NMIs and the scheduler",
	 selftest_kprobe_delicate},
	{"kprobe_anywhere", "probes all over the kernel", selftest_kprobe_anywhere},
	{"kprobe_storm", "probes come and go while all CPUs pass them", selftest_kprobe_storm},
	{"kprobe_overlap", "a jump waits for who is in the slot of one before it",
	 selftest_kprobe_overlap},
	{"trace_printk", "text in the trace, when it is recorded", selftest_trace_printk},
	{"poll", "who polls is woken by a record, or by many", selftest_poll},
	{"call_refusals", "calls from atomic context are refused", selftest_smp_call_refusals},
	{"stop_refusals", "stopping it fails cleanly when it must", selftest_stop_machine_refusals},
};

void selftest_failed(const char *expectation, const char *file, int line, s64 value)
{
	pr_err("selftest: %s:%d: expected %s, value %ld\n", file, line, expectation, value);
}

const struct selftest *selftest_at(u32 index)
{
	return index < ARRAY_SIZE(selftests) ? &selftests[index] : NULL;
}
