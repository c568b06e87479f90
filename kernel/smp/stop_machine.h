/* SPDX-License-Identifier: MIT */
/*
 * Stopping the world: every other processor parked with interrupts off at a
 * known place (stop_machine_park()), one function run, all released.
 * This is how text is changed when the method is stop_machine.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "kernel/smp/cpumask.h"
#include "lib/compiler.h"

/**
 * stop_machine() - run @fn while no other CPU runs anything.
 * @fn:   must not sleep, lock what a task may hold, or print: the machine stands. Returns
 *        0 or a negative errno.
 * @data: handed to @fn.
 * @cpus: the CPUs that run @fn, each once, at the same time; NULL: the calling CPU only.
 *
 * Interrupts are off on all CPUs while @fn runs; NMIs are not. Every CPU executes
 * a serialising instruction before it leaves, so text that @fn has written is
 * what they execute next. Callers take turns.
 *
 * Context: task, preemption and interrupts on; may sleep. Before the scheduler
 * runs there is one CPU, and any context will do.
 * Return: 0 or an error of @fn; -EDEADLK in atomic context and -ETIMEDOUT when a
 * CPU did not arrive in time: in these two cases @fn did not run anywhere.
 */
int stop_machine(int (*fn)(void *data), void *data, const cpumask_t *cpus);

/* What it cost since the last reset. Times are ns. */
struct stop_machine_stats {
	u64 count;	  /* stops that ran their function */
	u64 timeouts;	  /* stops that failed */
	u64 retries;	  /* gatherings given up and tried again */
	u64 last_park_ns; /* longest time a CPU, the caller's included, was held by the latest */
	u64 max_park_ns;  /* the same over all */
	u64 max_total_ns; /* longest time from the first interrupt sent to the release */
};

/* Copies the figures to @stats; @reset starts them afresh. Context: task; may sleep. */
void stop_machine_get_stats(struct stop_machine_stats *stats, bool reset);

/*
 * For whoever changes cpu_online_mask: no machine is stopped meanwhile.
 * Context: task; sleeps.
 */
void cpus_write_lock(void);
void cpus_write_unlock(void);

/* stop_machine_halt.asm: where a parked CPU sleeps. */
extern char stop_machine_halt_begin[] __asm__("stop_machine_halt_while.begin");
extern char stop_machine_halt_end[] __asm__("stop_machine_halt_while.end");

/*
 * Every NMI asks this: one that hits a parked CPU that is about to sleep, or sleeps,
 * sends it back to look whether it is released. Context: NMI; not traced.
 */
static __always_inline void stop_machine_fix_nmi_return(struct pt_regs *regs)
{
	if (regs->ip >= (u64)stop_machine_halt_begin && regs->ip < (u64)stop_machine_halt_end)
		regs->ip = (u64)stop_machine_halt_end;
}

/* Where CPUs wait; from the stop machine interrupt. Interrupts off; not traced. */
void stop_machine_park(void);
