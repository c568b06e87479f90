/* SPDX-License-Identifier: MIT */
/* What stop_machine() and the CPUs it parks say to each other. */
#pragma once

#include "arch/x86_64/percpu.h"
#include "kernel/smp/cpumask.h"
#include "lib/types.h"

/*
 * The gathering goes through phases, each a number larger than the one before,
 * so that a CPU that comes late cannot mistake a new gathering for its own.
 */
enum stop_phase {
	STOP_CLOSED, /* nobody waits; interrupts that come now came too late */
	STOP_GATHER, /* arrive, and wait */
	STOP_RUN,    /* all have arrived: those in .cpus run .fn */
	STOP_PHASES,
};

struct stop_machine_state {
	u64 phase; /* a multiple of STOP_PHASES, plus enum stop_phase; changed by the caller only */
	/* Set in STOP_CLOSED, read in the others. */
	int (*fn)(void *data);
	void *data;
	cpumask_t cpus; /* who runs fn */
	int error;	/* the first error that a parked CPU's fn returned; 0 */
} __aligned(64);

extern struct stop_machine_state stop_machine_state;

/* Each CPU's answer; written by that CPU, in its own cache line. */
struct stop_machine_seat {
	u64 arrived;	 /* the phase value it found when it sat down */
	u64 ran;	 /* the same, once it has run fn */
	u64 left;	 /* the same, once it has got up */
	u32 asleep;	 /* it halts, or is about to: needs an NMI to see the phase change */
	u64 park_ns;	 /* how long it was held the last time */
	u64 max_park_ns; /* and the longest time since the last reset */
} __aligned(64);

DECLARE_PER_CPU(struct stop_machine_seat, stop_machine_seat);

/* Notes that this CPU was held from counter value @start until now. Not traced. */
void stop_machine_note_park(struct stop_machine_seat *seat, u64 start_tsc);
