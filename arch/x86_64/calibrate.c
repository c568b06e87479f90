/* SPDX-License-Identifier: MIT */
/*
 * Measuring a counter's rate: both counters are read close together at two
 * moments. How far apart the reads were, and how coarse the known counter is,
 * bounds the error; the longer the two moments are apart, the less it matters.
 */
#include "arch/x86_64/calibrate.h"

#include "arch/x86_64/cpu.h"
#include "arch/x86_64/muldiv.h"
#include "lib/math.h"

#define SAMPLE_TRIES 4
#define MAX_SAMPLES  1000000u
#define HZ_PER_MHZ   1000000u

/* Both counters at one moment. */
struct calibration_sample {
	u64 unknown;
	u64 known;
	u64 spread; /* counts of the unknown between the reads around the known one */
};

/* The best of a few tries: an emulator or a host may stop us between two reads. */
static struct calibration_sample calibration_take_sample(const struct calibration_counter *unknown,
							 const struct calibration_counter *known)
{
	struct calibration_sample best = {.spread = ~0ul};

	for (int i = 0; i < SAMPLE_TRIES; i++) {
		u64 before = unknown->read();
		u64 at = known->read();
		u64 spread = (unknown->read() - before) & unknown->mask;

		if (spread < best.spread) {
			best.unknown = before + spread / 2;
			best.known = at;
			best.spread = spread;
		}
	}
	return best;
}

/* Return: @hz, or the nearest whole MHz when that is no more than @error away. */
static u64 calibration_round(u64 hz, u64 error)
{
	u64 whole = (hz + HZ_PER_MHZ / 2) / HZ_PER_MHZ * HZ_PER_MHZ;
	u64 distance = whole > hz ? whole - hz : hz - whole;

	return distance <= error ? whole : hz;
}

u64 calibrate_counter(const struct calibration_counter *unknown,
		      const struct calibration_counter *known, u32 max_us)
{
	struct calibration_sample first = calibration_take_sample(unknown, known);
	u64 max_known = known->hz / 1000 * max_us / 1000;

	for (u32 i = 0; i < MAX_SAMPLES; i++) {
		struct calibration_sample now = calibration_take_sample(unknown, known);
		u64 counted = (now.unknown - first.unknown) & unknown->mask;
		u64 passed = (now.known - first.known) & known->mask;
		u64 hz, error;

		if (!passed || !counted)
			continue;
		/* Half of each spread, and the known counter may be a count off at each end. */
		error = (first.spread + now.spread) / 2 + DIV_ROUND_UP(2 * counted, passed);
		if (error * CALIBRATION_PRECISION > counted && passed < max_known) {
			cpu_relax();
			continue;
		}
		hz = mul_u64_u64_div_u64(counted, known->hz, passed);
		return calibration_round(hz, mul_u64_u64_div_u64(error, hz, counted));
	}
	return 0;
}
