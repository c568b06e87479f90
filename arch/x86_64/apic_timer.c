/* SPDX-License-Identifier: MIT */
/*
 * The local APIC's timer, as an alarm clock: it fires once, when told. Where
 * the processor can compare with the TSC itself (deadline mode, SDM vol. 3,
 * 10.5.4.1) it does; else it counts down at a rate measured here.
 */
#include "arch/x86_64/apic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/calibrate.h"
#include "arch/x86_64/cpu_features.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/muldiv.h"
#include "arch/x86_64/tsc.h"
#include "kernel/printk.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "lib/math.h"

#define MSR_TSC_DEADLINE	0x6e0
#define APIC_LVT_TIMER_ONE_SHOT (0u << 17)
#define APIC_LVT_TIMER_DEADLINE (2u << 17)
#define APIC_TIMER_DIVIDE_BY_1	0xbu
#define APIC_TIMER_MAX		0xffffffffu
#define MAX_CALIBRATION_US	10000u

/* Counts per ns, times 2^32. 0: not calibrated, or in deadline mode. */
static u64 apic_timer_mult;
static bool apic_timer_deadline;

/* Counts up, as the calibration wants it. */
static u64 apic_timer_elapsed(void)
{
	return APIC_TIMER_MAX - apic_read(APIC_TIMER_CURRENT);
}

static u64 apic_timer_read_tsc(void)
{
	return rdtsc();
}

int apic_timer_calibrate(void)
{
	struct calibration_counter timer = {"apic", apic_timer_elapsed, 0, APIC_TIMER_MAX};
	struct calibration_counter tsc = {"tsc", apic_timer_read_tsc, tsc_scale.hz, ~0ul};
	u64 hz;

	if (!apic_present())
		return -ENODEV;
	apic_timer_deadline = cpu_features.tsc_deadline;
	if (apic_timer_deadline) {
		pr_info("apic: timer compares with the tsc\n");
		return 0;
	}
	apic_write(APIC_TIMER_DIVIDE, APIC_TIMER_DIVIDE_BY_1);
	apic_write(APIC_TIMER_INITIAL, APIC_TIMER_MAX);
	hz = calibrate_counter(&timer, &tsc, MAX_CALIBRATION_US);
	apic_write(APIC_TIMER_INITIAL, 0);
	if (!hz) {
		pr_warn("apic: the timer stands still\n");
		return -ENODEV;
	}
	apic_timer_mult = mul_u64_u64_div_u64(hz, 1ul << 32, NSEC_PER_SEC);
	pr_info("apic: timer at %lu.%03lu MHz\n", hz / 1000000, hz / 1000 % 1000);
	return 0;
}

void apic_timer_setup(void)
{
	if (apic_timer_deadline) {
		apic_write(APIC_LVT_TIMER, APIC_LVT_TIMER_DEADLINE | LOCAL_TIMER_VECTOR);
		/* With memory registers the mode must be set before the first deadline is. */
		smp_mb();
		return;
	}
	apic_write(APIC_TIMER_DIVIDE, APIC_TIMER_DIVIDE_BY_1);
	apic_write(APIC_LVT_TIMER, APIC_LVT_TIMER_ONE_SHOT | LOCAL_TIMER_VECTOR);
}

void apic_timer_set_next_event(u64 delta_ns)
{
	u64 counts;

	if (apic_timer_deadline) {
		wrmsr(MSR_TSC_DEADLINE, ns_to_tsc(ktime_get_ns() + delta_ns));
		return;
	}
	counts = (u64)(((unsigned __int128)delta_ns * apic_timer_mult) >> 32) + 1;
	apic_write(APIC_TIMER_INITIAL, min(counts, (u64)APIC_TIMER_MAX));
}
