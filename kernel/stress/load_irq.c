/* SPDX-License-Identifier: MIT */
/* Interrupts: function calls on other processors, interrupt work on this one, softirqs. */
#include "arch/x86_64/atomic.h"
#include "kernel/irq/irq_work.h"
#include "kernel/irq/softirq.h"
#include "kernel/smp/smp.h"
#include "kernel/stress/stress.h"
#include "lib/compiler.h"

struct stress_interrupts {
	struct irq_work work;
	atomic_t called;
	atomic_t worked;
};

/* Context: the call-function interrupt. */
static void stress_ipi_fn(void *info)
{
	struct stress_interrupts *interrupts = info;

	atomic_inc(&interrupts->called);
}

/* Context: the interrupt-work interrupt. */
static void stress_irq_work_fn(struct irq_work *work)
{
	struct stress_interrupts *interrupts = container_of(work, struct stress_interrupts, work);

	atomic_inc(&interrupts->worked);
}

static void stress_irq_once(struct stress_worker *w, struct stress_interrupts *interrupts)
{
	int called = atomic_read(&interrupts->called), worked = atomic_read(&interrupts->worked);
	u32 cpu = (w->cpu + w->operations) % w->cpus;
	int error = smp_call_function_single(cpu, stress_ipi_fn, interrupts, true);

	if (error || atomic_read(&interrupts->called) != called + 1)
		stress_fail(w, "a function did not run once on another CPU", error);
	irq_work_queue(&interrupts->work);
	irq_work_sync(&interrupts->work);
	if (atomic_read(&interrupts->worked) != worked + 1)
		stress_fail(w, "interrupt work did not run once", 0);
	if (w->operations % 16 == 0)
		on_each_cpu(stress_ipi_fn, interrupts, true);
	if (w->operations % 8 == 0)
		raise_softirq(TIMER_SOFTIRQ);
}

void stress_irq(struct stress_worker *w)
{
	struct stress_interrupts interrupts = {.called = ATOMIC_INIT(0)};

	init_irq_work(&interrupts.work, stress_irq_work_fn);
	do {
		stress_irq_once(w, &interrupts);
	} while (stress_goes_on(w));
}
