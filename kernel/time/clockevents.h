/* SPDX-License-Identifier: MIT */
/*
 * The alarm clock behind the timers: one interrupt at a given time, per CPU.
 * It is the local APIC's timer, or the PIT on a machine without local APIC.
 */
#pragma once

#include "lib/types.h"

struct clock_event_device {
	const char *name;
	u64 min_delta_ns;
	u64 max_delta_ns; /* may fire earlier than asked beyond this */
	void (*set_next_event)(u64 delta_ns);
};

/* Chooses and calibrates the device and prepares CPU 0's. Boot. */
void clockevents_init(void);

/*
 * One timer interrupt on this CPU at @expires ns since boot, or a little later;
 * replaces what was asked before. ~0ul is never; what was asked before may still ring.
 * Context: interrupts off.
 */
void clockevents_program_event(u64 expires);
