/* SPDX-License-Identifier: MIT */
/* The high precision event timer: a counter of known rate, used to calibrate and check the TSC. */
#pragma once

#include "lib/types.h"

/*
 * Maps the HPET that ACPI names and lets it count. Context: boot, CPU 0.
 * Return: 0, -ENODEV when there is none or it makes no sense.
 */
int hpet_init(void);

#define HPET_MASK 0xfffffffful /* the counter's bits that are read */

/* The counter, 0 without an HPET. Context: any. */
u64 hpet_read(void);

/* Its rate, 0 without one. */
u64 hpet_hz(void);
