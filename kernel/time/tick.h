/* SPDX-License-Identifier: MIT */
/*
 * The tick: HZ times a second on every CPU that has something to run, not at
 * all on one that is idle. It drives time slices, timers and load figures.
 */
#pragma once

#include "lib/types.h"

/* Starts this CPU's tick. Interrupts off. */
void tick_setup(void);

/*
 * The idle loop calls this with interrupts off, each time before it halts: the
 * tick is put off to the first timer of this CPU, or for good.
 */
void tick_nohz_idle_stop_tick(void);

/* The idle loop calls this with interrupts off when it has a task to run: the tick goes on. */
void tick_nohz_idle_exit(void);
