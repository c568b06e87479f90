/* SPDX-License-Identifier: MIT */
/* Measuring the rate of one counter by another whose rate is known. */
#pragma once

#include "lib/types.h"

/* A counter that counts up. */
struct calibration_counter {
	const char *name;
	u64 (*read)(void);
	u64 hz;	  /* known rate; not used of the counter that is measured */
	u64 mask; /* bits that count; a wrap between two reads is taken care of */
};

/* How well a rate is known: off by no more than 1 part in this many. */
#define CALIBRATION_PRECISION 20000u /* 50 ppm */

/**
 * calibrate_counter() - count how fast @unknown goes.
 * @max_us: give up improving after this many microseconds of @known.
 *
 * Stops as soon as the possible error is below 1 / CALIBRATION_PRECISION: on an
 * undisturbed machine well under a millisecond. A rate that could be a whole
 * number of MHz, by what was measured, is taken to be one.
 * Context: interrupts off. Return: Hz; 0 when one of the two stands still.
 */
u64 calibrate_counter(const struct calibration_counter *unknown,
		      const struct calibration_counter *known, u32 max_us);
