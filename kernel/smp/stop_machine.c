/* SPDX-License-Identifier: MIT */
/*
 * The caller's side of stopping the machine. The rendezvous is made by
 * interrupts, not by threads, and is tried with a limit that doubles: a CPU that
 * spins with interrupts off for a lock whose holder is parked already cannot
 * arrive, but can once all have been let go for a moment.
 */
#include "kernel/smp/stop_machine.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/nmi.h"
#include "kernel/locks/mutex.h"
#include "kernel/printk.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/stop_machine_park.h"
#include "kernel/time/clock.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "lib/math.h"

/* All tries together: 63 times this, per CPU; 4 CPUs get 5 s. */
#define GATHER_NS_PER_CPU (20 * NSEC_PER_MSEC)
#define GATHER_TRIES	  6
/* A look that takes less means that time is counted in instructions; patience then is in looks. */
#define MIN_POLL_NS 400

/* Serialises callers, and guards the state, the figures and cpu_online_mask against each other. */
static DEFINE_MUTEX(stop_machine_mutex);
static struct stop_machine_stats stop_stats; /* [stop_machine_mutex] */
static u64 stop_last_gather;		     /* [stop_machine_mutex] */

void cpus_write_lock(void)
{
	mutex_lock(&stop_machine_mutex);
}

void cpus_write_unlock(void)
{
	mutex_unlock(&stop_machine_mutex);
}

/* Whether every CPU of *@missing has sat down; takes those that have out of it. */
static bool stop_machine_all_arrived(cpumask_t *missing, u64 gather)
{
	u32 cpu;

	for_each_cpu (cpu, *missing) {
		struct stop_machine_seat *seat = per_cpu_ptr(stop_machine_seat, cpu);

		/* Pairs with stop_machine_park(). */
		if (smp_load_acquire(&seat->arrived) == gather)
			cpumask_clear_cpu(cpu, missing);
	}
	return !*missing;
}

/* Calls @others together. Interrupts are off. Return: those that have not come within the limit. */
static cpumask_t stop_machine_gather(cpumask_t others, u64 gather, u64 limit_ns)
{
	cpumask_t missing = others;
	u64 polls_left = limit_ns / MIN_POLL_NS;
	u64 start = ktime_get_ns();

	smp_store_release(&stop_machine_state.phase, gather);
	apic_send_ipi_mask(others, STOP_MACHINE_VECTOR);
	while (!stop_machine_all_arrived(&missing, gather)) {
		if (ktime_get_ns() - start > limit_ns || !--polls_left)
			break;
		cpu_relax();
	}
	return missing;
}

/* Goes on to @phase, and wakes those of @others that sleep. */
static void stop_machine_set_phase(cpumask_t others, u64 phase)
{
	u32 cpu;

	/* A full barrier; pairs with stop_machine_wait_while(). */
	xchg(&stop_machine_state.phase, phase);
	for_each_cpu (cpu, others) {
		struct stop_machine_seat *seat = per_cpu_ptr(stop_machine_seat, cpu);

		if (READ_ONCE(seat->asleep))
			nmi_send_ipi(cpu);
	}
}

/* Runs fn on those of state.cpus, this CPU included or not, and waits for the others. */
static int stop_machine_run_on_many(cpumask_t others, u64 gather)
{
	struct stop_machine_state *state = &stop_machine_state;
	cpumask_t runners = others & state->cpus;
	int error = 0;
	u32 cpu;

	stop_machine_set_phase(others, gather + 1);
	if (cpumask_test_cpu(smp_processor_id(), state->cpus))
		error = state->fn(state->data);
	for_each_cpu (cpu, runners) {
		struct stop_machine_seat *seat = per_cpu_ptr(stop_machine_seat, cpu);

		while (smp_load_acquire(&seat->ran) != gather)
			cpu_relax();
	}
	return error ? error : state->error;
}

/*
 * One try: gathers, runs, releases. Preemption is off.
 * Return: what fn returned, or -ETIMEDOUT with *@missing not empty.
 */
static int stop_machine_try(cpumask_t others, u64 limit_ns, cpumask_t *missing)
{
	struct stop_machine_state *state = &stop_machine_state;
	struct stop_machine_seat *seat = this_cpu_ptr(stop_machine_seat);
	u64 gather = state->phase + STOP_GATHER;
	u64 flags = local_irq_save();
	u64 start = rdtsc();
	int error = -ETIMEDOUT;

	*missing = others ? stop_machine_gather(others, gather, limit_ns) : CPU_MASK_NONE;
	if (!*missing) {
		if (state->cpus)
			error = stop_machine_run_on_many(others, gather);
		else
			error = state->fn(state->data);
	}
	serialize_core();
	stop_machine_set_phase(others, gather + STOP_PHASES - STOP_GATHER);
	stop_machine_note_park(seat, start);
	seat->left = gather;
	local_irq_restore(flags);
	if (!*missing) {
		stop_stats.count++;
		stop_stats.max_total_ns = max(stop_stats.max_total_ns, seat->park_ns);
		stop_last_gather = gather;
	}
	return error;
}

/* Tries with growing patience. Return: as stop_machine(). */
static int stop_machine_locked(int (*fn)(void *data), void *data, const cpumask_t *cpus)
{
	u64 limit_ns = GATHER_NS_PER_CPU * num_online_cpus();
	cpumask_t missing;
	int error;

	stop_machine_state.fn = fn;
	stop_machine_state.data = data;
	stop_machine_state.cpus = cpus ? *cpus : CPU_MASK_NONE;
	stop_machine_state.error = 0;
	for (int try = 0; try < GATHER_TRIES; try++, limit_ns *= 2) {
		preempt_disable();
		error = stop_machine_try(cpu_online_mask & ~cpumask_of(smp_processor_id()),
					 limit_ns, &missing);
		preempt_enable();
		if (!missing)
			return error;
		stop_stats.retries++;
		usleep_range(100, 200);
	}
	stop_stats.timeouts++;
	pr_err("stop_machine: CPU#%u did not come within %lu ms, nothing was done\n",
	       cpumask_first(missing), limit_ns / 2 / NSEC_PER_MSEC);
	return -ETIMEDOUT;
}

int stop_machine(int (*fn)(void *data), void *data, const cpumask_t *cpus)
{
	int error;

	if (!scheduler_running)
		return stop_machine_locked(fn, data, cpus);
	if (preempt_count() || irqs_disabled()) {
		pr_warn_once("stop_machine: BUG: called in atomic context for %ps, refused\n", fn);
		return -EDEADLK;
	}
	mutex_lock(&stop_machine_mutex);
	error = stop_machine_locked(fn, data, cpus);
	mutex_unlock(&stop_machine_mutex);
	return error;
}

void stop_machine_get_stats(struct stop_machine_stats *stats, bool reset)
{
	u32 cpu;

	mutex_lock(&stop_machine_mutex);
	*stats = stop_stats;
	for_each_online_cpu (cpu) {
		struct stop_machine_seat *seat = per_cpu_ptr(stop_machine_seat, cpu);

		if (smp_load_acquire(&seat->left) == stop_last_gather)
			stats->last_park_ns = max(stats->last_park_ns, seat->park_ns);
		stats->max_park_ns = max(stats->max_park_ns, seat->max_park_ns);
		if (reset)
			seat->max_park_ns = 0;
	}
	if (reset)
		stop_stats = (struct stop_machine_stats){0};
	mutex_unlock(&stop_machine_mutex);
}
