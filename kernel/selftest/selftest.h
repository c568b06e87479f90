/* SPDX-License-Identifier: MIT */
/*
 * Tests that need the running kernel: several processors, interrupts, time.
 * Each leaves the kernel as it found it, and takes a few seconds at most.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct selftest {
	const char *name;
	const char *summary;
	/* Context: task. Return: 0, or a negative errno after saying in the log what is wrong. */
	int (*run)(void);
};

/* Says in the log which expectation failed where; for SELFTEST_EXPECT. */
void selftest_failed(const char *expectation, const char *file, int line, s64 value);

/* Inside a test: @value is logged when @condition does not hold, and the test ends. */
#define SELFTEST_EXPECT(condition, value)                                              \
	do {                                                                           \
		if (!(condition)) {                                                    \
			selftest_failed(#condition, __FILE__, __LINE__, (s64)(value)); \
			return -EIO;                                                   \
		}                                                                      \
	} while (0)

/* The test number @index, NULL behind the last. */
const struct selftest *selftest_at(u32 index);

/* What the tests are; one line each in the table of selftest.c. */
int selftest_clock(void);
int selftest_hrtimer(void);
int selftest_timer(void);
int selftest_smp_call(void);
int selftest_smp_call_refusals(void);
int selftest_irq_work(void);
int selftest_nmi(void);
int selftest_stop_machine(void);
int selftest_stop_machine_refusals(void);
int selftest_text_patch(void);
int selftest_static_branch(void);
int selftest_nmi_hold(void);
int selftest_ftrace_ops(void);
int selftest_ftrace_recursion(void);
int selftest_kprobe(void);
int selftest_kprobe_values(void);
int selftest_kprobe_refusals(void);
int selftest_kprobe_image(void);
int selftest_kprobe_delicate(void);
int selftest_kprobe_anywhere(void);
int selftest_kprobe_storm(void);
int selftest_kprobe_overlap(void);
int selftest_trace_printk(void);
int selftest_poll(void);
int selftest_ftrace_free(void);
int selftest_condition(void);
