/* SPDX-License-Identifier: MIT */
/* The time stamp counter: how fast it goes, and whether that can be relied on. */
#include "arch/x86_64/tsc.h"

#include "arch/x86_64/calibrate.h"
#include "arch/x86_64/cpu_features.h"
#include "arch/x86_64/hpet.h"
#include "arch/x86_64/muldiv.h"
#include "arch/x86_64/pit.h"
#include "kernel/printk.h"
#include "kernel/time/clock.h"

#define CPUID_TSC_RATIO		0x15	    /* SDM vol. 2: crystal Hz in ECX, ratio EBX / EAX */
#define CPUID_FREQUENCY		0x16	    /* base MHz in EAX */
#define CPUID_HYPERVISOR	0x40000000u /* highest hypervisor leaf in EAX */
#define CPUID_HYPERVISOR_TIMING 0x40000010u /* TSC kHz in EAX (VMware's, also QEMU with KVM) */

#define MAX_CALIBRATION_US 10000u
#define GUESSED_HZ	   1000000000ul
#define CHECK_INTERVAL_NS  (4 * NSEC_PER_SEC)
#define CHECK_MAX_READ_NS  (1 * NSEC_PER_MSEC)
#define CHECK_MAX_HPET_NS  (30 * NSEC_PER_SEC) /* below the 42 s after which 32 bits wrap */

struct tsc_scale tsc_scale;

static struct {
	u64 clock_ns;
	u64 hpet;
	bool reported;
} tsc_last_check;

static u64 tsc_read(void)
{
	return rdtsc();
}

/* Return: what the hypervisor or the processor says, or 0. @source says who. */
static u64 tsc_hz_from_cpuid(const char **source)
{
	struct cpuid_result r;

	if (cpu_features.hypervisor && cpuid(CPUID_HYPERVISOR, 0).eax >= CPUID_HYPERVISOR_TIMING) {
		r = cpuid(CPUID_HYPERVISOR_TIMING, 0);
		*source = "hypervisor";
		if (r.eax)
			return (u64)r.eax * 1000;
	}
	if (cpu_features.max_leaf >= CPUID_TSC_RATIO) {
		r = cpuid(CPUID_TSC_RATIO, 0);
		*source = "CPUID 15h";
		if (r.eax && r.ebx && r.ecx)
			return (u64)r.ecx * r.ebx / r.eax;
	}
	return 0;
}

static u64 tsc_hz_from_timer(const char **source)
{
	struct calibration_counter tsc = {"tsc", tsc_read, 0, ~0ul};
	struct calibration_counter hpet = {"hpet", hpet_read, hpet_hz(), HPET_MASK};
	struct calibration_counter pit = {"pit", pit_stopwatch_read, PIT_HZ, 0xffff};
	u64 hz = 0;

	if (hpet.hz) {
		*source = hpet.name;
		hz = calibrate_counter(&tsc, &hpet, MAX_CALIBRATION_US);
	}
	if (!hz) {
		*source = pit.name;
		pit_stopwatch_start();
		hz = calibrate_counter(&tsc, &pit, MAX_CALIBRATION_US);
	}
	if (!hz && cpu_features.max_leaf >= CPUID_FREQUENCY) {
		*source = "CPUID 16h";
		hz = cpuid(CPUID_FREQUENCY, 0).eax * 1000000ul;
	}
	return hz;
}

void tsc_init(void)
{
	const char *source = "a guess";
	u64 hz;

	hpet_init();
	hz = tsc_hz_from_cpuid(&source);
	if (!hz)
		hz = tsc_hz_from_timer(&source);
	if (!hz) {
		source = "a guess";
		hz = GUESSED_HZ;
	}
	tsc_scale.hz = hz;
	tsc_scale.mult = (NSEC_PER_SEC << TSC_SHIFT) / hz;
	pr_info("tsc: %lu.%03lu MHz by %s%s\n", hz / 1000000, hz / 1000 % 1000, source,
		cpu_features.invariant_tsc ? "" : "; not promised to be invariant, used anyway");
}

u64 ns_to_tsc(u64 ns)
{
	return tsc_scale.base + mul_u64_u64_div_u64(ns, 1ul << TSC_SHIFT, tsc_scale.mult) + 1;
}

void tsc_cross_check(void)
{
	u64 now = ktime_get_ns(), passed = now - tsc_last_check.clock_ns;
	u64 hpet, hpet_ns, off;

	if (passed < CHECK_INTERVAL_NS || !hpet_hz() || tsc_last_check.reported)
		return;
	hpet = hpet_read();
	if (ktime_get_ns() - now > CHECK_MAX_READ_NS)
		return; /* the host stopped us in between: the two do not belong together */
	hpet_ns = ((hpet - tsc_last_check.hpet) & HPET_MASK) * NSEC_PER_SEC / hpet_hz();
	off = hpet_ns > passed ? hpet_ns - passed : passed - hpet_ns;
	if (tsc_last_check.clock_ns && passed < CHECK_MAX_HPET_NS && off > passed / 16) {
		pr_warn("tsc: counted %lu ms where the hpet counted %lu ms; times are not "
			"reliable\n",
			passed / NSEC_PER_MSEC, hpet_ns / NSEC_PER_MSEC);
		tsc_last_check.reported = true;
	}
	tsc_last_check.clock_ns = now;
	tsc_last_check.hpet = hpet;
}
