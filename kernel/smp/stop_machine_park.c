/* SPDX-License-Identifier: MIT */
/*
 * Where CPUs wait while the machine is stopped. Nothing here is traced: the
 * text of everything else may be changing.
 *
 * A CPU arrives by storing the phase it found in its seat; then it waits for the
 * phase to change. The caller counts only seats that hold the phase of its own
 * gathering, so that a CPU that is late by any amount is not taken for present.
 *
 * Waiting is spinning at first, then sleeping until an NMI, as interrupts are off.
 * Where processors are threads of an emulator and outnumber the host's, those
 * that spin would keep those that have yet to arrive from running.
 */
#include "kernel/smp/stop_machine_park.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/tsc.h"
#include "kernel/smp/stop_machine.h"

struct stop_machine_state stop_machine_state;
DEFINE_PER_CPU(struct stop_machine_seat, stop_machine_seat);

/* After so many looks a parked CPU sleeps: it may be a thread that others wait behind. */
#define SPINS_BEFORE_HALT 200

/* stop_machine_halt.asm */
void stop_machine_halt_while(const u64 *word, u64 value);

/* Waits while the phase is @phase. Return: what it is then. */
static u64 stop_machine_wait_while(struct stop_machine_seat *seat, u64 phase)
{
	u64 now;

	for (u32 spins = 0; spins < SPINS_BEFORE_HALT; spins++) {
		now = smp_load_acquire(&stop_machine_state.phase);
		if (now != phase)
			return now;
		cpu_relax();
	}
	/* A full barrier; pairs with stop_machine_set_phase(): it sees this, or we its phase. */
	xchg(&seat->asleep, 1);
	while ((now = smp_load_acquire(&stop_machine_state.phase)) == phase)
		stop_machine_halt_while(&stop_machine_state.phase, phase);
	WRITE_ONCE(seat->asleep, 0);
	return now;
}

/* In STOP_RUN: does this CPU's share. */
static void stop_machine_run_here(struct stop_machine_seat *seat, u64 gather)
{
	if (cpumask_test_cpu(smp_processor_id(), stop_machine_state.cpus)) {
		int error = stop_machine_state.fn(stop_machine_state.data);

		if (error)
			cmpxchg(&stop_machine_state.error, 0, error);
	}
	smp_store_release(&seat->ran, gather); /* pairs with the wait in stop_machine() */
}

void stop_machine_note_park(struct stop_machine_seat *seat, u64 start_tsc)
{
	seat->park_ns = tsc_to_ns(rdtsc()) - tsc_to_ns(start_tsc);
	if (seat->park_ns > seat->max_park_ns)
		seat->max_park_ns = seat->park_ns;
}

void stop_machine_park(void)
{
	struct stop_machine_seat *seat = this_cpu_ptr(stop_machine_seat);
	u64 gather = smp_load_acquire(&stop_machine_state.phase);
	u64 start = rdtsc();
	u64 phase;

	if (gather % STOP_PHASES != STOP_GATHER)
		return;
	/* Pairs with stop_machine_all_arrived(): what came before is done. */
	smp_store_release(&seat->arrived, gather);
	phase = stop_machine_wait_while(seat, gather);
	if (phase == gather + 1) {
		stop_machine_run_here(seat, gather);
		stop_machine_wait_while(seat, phase);
	}
	serialize_core(); /* instructions fetched before now may be old */
	stop_machine_note_park(seat, start);
	smp_store_release(&seat->left, gather);
}
