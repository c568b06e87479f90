/* SPDX-License-Identifier: MIT */
/*
 * irq_work: a list per processor, pushed to without a lock and emptied by an
 * interrupt that the processor sends itself. The tracer queues from inside its
 * callbacks, so queueing is not traced.
 */
#include "kernel/irq/irq_work.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/atomic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irq_vectors.h"
#include "arch/x86_64/percpu.h"
#include "kernel/sched/preempt.h"

/* Newest first; pushed by this CPU only, in any context. */
struct irq_work_list {
	struct irq_work *first;
};

static DEFINE_PER_CPU(struct irq_work_list, irq_work_list);

#define IRQ_WORK_QUEUED 1u /* @pending: on a list */
#define IRQ_WORK_BUSY	2u /* its function runs; may be queued again */

notrace bool irq_work_queue(struct irq_work *work)
{
	struct irq_work_list *list;
	struct irq_work *first;

	if (__atomic_fetch_or(&work->pending, IRQ_WORK_QUEUED, __ATOMIC_SEQ_CST) & IRQ_WORK_QUEUED)
		return false;
	preempt_disable();
	list = this_cpu_ptr(irq_work_list);
	do {
		first = READ_ONCE(list->first);
		work->next = first;
	} while (cmpxchg(&list->first, first, work) != first);
	if (!first && apic_present())
		apic_send_ipi_self(IRQ_WORK_VECTOR);
	preempt_enable_no_resched(); /* the interrupt's way out looks at it */
	return true;
}

void irq_work_run(void)
{
	struct irq_work_list *list = this_cpu_ptr(irq_work_list);
	struct irq_work *work, *next, *oldest_first = NULL;

	for (work = xchg(&list->first, NULL); work; work = next) {
		next = work->next;
		work->next = oldest_first;
		oldest_first = work;
	}
	for (work = oldest_first; work; work = next) {
		next = work->next; /* it may be queued again, or gone, once it is not QUEUED */
		xchg(&work->pending, IRQ_WORK_BUSY);
		work->func(work);
		cmpxchg(&work->pending, IRQ_WORK_BUSY, 0);
	}
}

void irq_work_sync(struct irq_work *work)
{
	while (READ_ONCE(work->pending))
		cpu_relax();
}
