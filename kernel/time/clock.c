/* SPDX-License-Identifier: MIT */
/* Starting the clock and the timers, on the first processor and on the others. */
#include "kernel/time/clock.h"

#include "arch/x86_64/apic.h"
#include "kernel/time/clockevents.h"
#include "kernel/time/tick.h"
#include "kernel/time/timer.h"

void time_init(void)
{
	tsc_init();
	timers_init();
	clockevents_init();
	tick_setup();
}

void time_init_secondary(void)
{
	apic_timer_setup();
	tick_setup();
}
