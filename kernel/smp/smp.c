/* SPDX-License-Identifier: MIT */
/*
 * Cross-processor calls. Each CPU has a queue of requests that others push to
 * without a lock; who pushes to an empty queue sends the interrupt that empties it.
 */
#include "kernel/smp/smp.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/irqflags.h"
#include "kernel/printk.h"
#include "kernel/sched/preempt.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"

#define CSD_LOCKED 1u /* queued, or its function runs and the caller waits for the end */
#define CSD_SYNC   2u /* unlocked after the function, not before */

#define CSD_REPORT_NS (5 * NSEC_PER_SEC)

/* Newest first. */
struct call_single_queue {
	struct call_single_data *first;
};

static DEFINE_PER_CPU(struct call_single_queue, call_single_queue);

/* This CPU's requests to each other CPU, for calls that do not wait and calls to many. */
struct call_function_data {
	struct call_single_data csd[NR_CPUS];
};

static DEFINE_PER_CPU(struct call_function_data, call_function_data);

cpumask_t cpu_possible_mask = 1;
cpumask_t cpu_online_mask = 1;
u32 nr_cpu_ids = 1;

void set_cpu_online(u32 cpu, bool online)
{
	if (online)
		set_bit(cpu, &cpu_online_mask);
	else
		clear_bit(cpu, &cpu_online_mask);
}

/* Return: 0, or -EDEADLK where waiting for another CPU could never end; says so once. */
static int smp_call_context_error(smp_call_func_t fn)
{
	if (!irqs_disabled() && in_task())
		return 0;
	pr_warn_once("smp: BUG: cross-processor call of %ps in atomic context, refused\n", fn);
	return -EDEADLK;
}

/* Waits until @csd is at rest. Its CPU is reported if that takes long. */
static void csd_lock_wait(const struct call_single_data *csd, u32 cpu)
{
	u64 start = ktime_get_ns();
	u64 report_after = CSD_REPORT_NS * num_online_cpus();
	bool reported = false;

	while (smp_load_acquire(&csd->flags) & CSD_LOCKED) { /* pairs with csd_unlock() */
		cpu_relax();
		if (!reported && ktime_get_ns() - start > report_after) {
			pr_err("smp: CPU#%u has not run %ps for CPU#%u in %lu s\n", cpu, csd->fn,
			       smp_processor_id(), report_after / NSEC_PER_SEC);
			reported = true;
		}
	}
}

static void csd_unlock(struct call_single_data *csd)
{
	smp_store_release(&csd->flags, 0); /* pairs with csd_lock_wait() */
}

/* Return: whether the queue was empty, so that an interrupt is needed. */
static bool csd_push(struct call_single_data *csd, u32 cpu)
{
	struct call_single_queue *queue = per_cpu_ptr(call_single_queue, cpu);
	struct call_single_data *first;

	do {
		first = READ_ONCE(queue->first);
		csd->next = first;
	} while (cmpxchg(&queue->first, first, csd) != first);
	return !first;
}

static void csd_run(struct call_single_data *csd)
{
	smp_call_func_t fn = csd->fn;
	void *info = csd->info;

	if (csd->flags & CSD_SYNC) {
		fn(info);
		csd_unlock(csd);
	} else {
		csd_unlock(csd); /* may be reused, or gone, from here on */
		fn(info);
	}
}

void generic_smp_call_function_interrupt(void)
{
	struct call_single_queue *queue = this_cpu_ptr(call_single_queue);
	struct call_single_data *csd, *next, *oldest_first = NULL;

	for (csd = xchg(&queue->first, NULL); csd; csd = next) {
		next = csd->next;
		csd->next = oldest_first;
		oldest_first = csd;
	}
	for (csd = oldest_first; csd; csd = next) {
		next = csd->next;
		csd_run(csd);
	}
}

int smp_call_function_single_async(u32 cpu, struct call_single_data *csd)
{
	if (!cpu_online(cpu))
		return -ENXIO;
	if (cmpxchg(&csd->flags, 0, CSD_LOCKED) != 0)
		return -EBUSY;
	if (csd_push(csd, cpu))
		apic_send_ipi(cpu, CALL_FUNCTION_SINGLE_VECTOR);
	return 0;
}

static void call_function_here(smp_call_func_t fn, void *info)
{
	u64 flags = local_irq_save();

	fn(info);
	local_irq_restore(flags);
}

/* Fills this CPU's request to @cpu, once it is at rest, and queues it. Return: as csd_push(). */
static bool csd_queue(u32 cpu, smp_call_func_t fn, void *info, u32 flags)
{
	struct call_function_data *data = this_cpu_ptr(call_function_data);
	struct call_single_data *csd = &data->csd[cpu];

	csd_lock_wait(csd, cpu);
	csd->fn = fn;
	csd->info = info;
	csd->flags = CSD_LOCKED | flags;
	return csd_push(csd, cpu);
}

int smp_call_function_many(cpumask_t mask, smp_call_func_t fn, void *info, bool wait)
{
	struct call_function_data *data = this_cpu_ptr(call_function_data);
	cpumask_t targets = mask & READ_ONCE(cpu_online_mask) & ~cpumask_of(smp_processor_id());
	cpumask_t interrupt = CPU_MASK_NONE;
	u32 cpu;

	if (!targets)
		return 0;
	if (smp_call_context_error(fn))
		return -EDEADLK;
	for_each_cpu (cpu, targets)
		if (csd_queue(cpu, fn, info, wait ? CSD_SYNC : 0))
			cpumask_set_cpu(cpu, &interrupt);
	apic_send_ipi_mask(interrupt, cpumask_weight(targets) == 1 ? CALL_FUNCTION_SINGLE_VECTOR
								   : CALL_FUNCTION_VECTOR);
	if (wait)
		for_each_cpu (cpu, targets)
			csd_lock_wait(&data->csd[cpu], cpu);
	return 0;
}

int smp_call_function_single(u32 cpu, smp_call_func_t fn, void *info, bool wait)
{
	int error = 0;

	preempt_disable();
	if (!cpu_online(cpu))
		error = -ENXIO;
	else if (cpu == smp_processor_id())
		call_function_here(fn, info);
	else
		error = smp_call_function_many(cpumask_of(cpu), fn, info, wait);
	preempt_enable();
	return error;
}

int on_each_cpu_mask(cpumask_t mask, smp_call_func_t fn, void *info, bool wait)
{
	int error;

	preempt_disable();
	error = smp_call_function_many(mask, fn, info, wait);
	if (!error && cpumask_test_cpu(smp_processor_id(), mask))
		call_function_here(fn, info);
	preempt_enable();
	return error;
}

int on_each_cpu(smp_call_func_t fn, void *info, bool wait)
{
	return on_each_cpu_mask(CPU_MASK_ALL, fn, info, wait);
}

void smp_send_reschedule(u32 cpu)
{
	apic_send_ipi(cpu, RESCHEDULE_VECTOR);
}
