/* SPDX-License-Identifier: MIT */
/*
 * The 8254 programmable interval timer, in every PC: counts down at 1.193182 MHz.
 * Channel 2 serves as a stopwatch for calibration, channel 0 as the timer
 * interrupt (line 0) of a machine without local APIC.
 */
#pragma once

#include "lib/types.h"

#define PIT_HZ 1193182u

/* Starts channel 2 from 0; it wraps after 54.9 ms. Context: boot. */
void pit_stopwatch_start(void);

/* Counts since then, modulo 65536. */
u64 pit_stopwatch_read(void);

/* One interrupt on line 0, @delta_ns from now, at most 54 ms. Context: interrupts off. */
void pit_set_next_event(u64 delta_ns);
