/* SPDX-License-Identifier: MIT */
/*
 * Stopping the world: every other processor parked with interrupts off at a
 * known place (stop_machine_park()), one function run, all released.
 * This is how text is changed when the method is stop_machine.
 */
#pragma once

#include "kernel/smp/cpumask.h"

/**
 * stop_machine() - run @fn while no other CPU runs anything.
 * @fn:   must not sleep, lock what a task may hold, or print much: the machine stands.
 *        Returns 0 or a negative errno.
 * @data: handed to @fn.
 * @cpus: the CPUs that run @fn, each once, at the same time; NULL: the calling CPU only.
 *
 * Interrupts are off on all CPUs while @fn runs; NMIs are not. Every CPU
 * executes a serialising instruction before it leaves, so text that @fn has
 * written is what they execute. Callers take turns.
 *
 * Context: task, preemption and interrupts on; may sleep.
 * Return: 0 or the first error of @fn; -EDEADLK in atomic context and
 * -ETIMEDOUT when a CPU did not arrive in time: in both cases @fn did not run.
 */
int stop_machine(int (*fn)(void *data), void *data, const cpumask_t *cpus);

/* What it cost since the last reset. Times are ns. */
struct stop_machine_stats {
	u64 count;	  /* successful stops */
	u64 timeouts;	  /* failed ones */
	u64 max_park_ns;  /* longest time any one CPU was held, interrupts off */
	u64 last_park_ns; /* the same for the latest stop */
	u64 max_total_ns; /* longest from first IPI to last release, seen by the caller */
};

/* Copies the figures to @stats; @reset starts them afresh. Context: task; may sleep. */
void stop_machine_get_stats(struct stop_machine_stats *stats, bool reset);
