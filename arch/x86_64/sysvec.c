/* SPDX-License-Identifier: MIT */
/*
 * The handlers of the system vectors, under the names that Linux users see in
 * traces. The table at the end says which vector runs which.
 */
#include "arch/x86_64/sysvec.h"

#include "arch/x86_64/apic.h"
#include "arch/x86_64/irq_vectors.h"
#include "kernel/irq/irq.h"
#include "kernel/irq/irq_work.h"
#include "kernel/printk.h"
#include "kernel/sched/preempt.h"
#include "kernel/smp/smp.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/hrtimer.h"
#include "trace/events/irq_vectors.h"

static noinline __irq_entry void sysvec_apic_timer_interrupt(struct pt_regs *regs)
{
	irq_enter_rcu();
	apic_eoi();
	trace_irq_vector(LOCAL_TIMER_ENTRY, LOCAL_TIMER_VECTOR);
	irq_stat_inc(IRQ_STAT_TIMER);
	hrtimer_interrupt();
	trace_irq_vector(LOCAL_TIMER_EXIT, LOCAL_TIMER_VECTOR);
	irq_exit_rcu();
}

/* The wish is in need_resched already: the way out of the interrupt looks at it. */
static noinline __irq_entry void sysvec_reschedule_ipi(struct pt_regs *regs)
{
	apic_eoi();
	trace_irq_vector(RESCHEDULE_ENTRY, RESCHEDULE_VECTOR);
	irq_stat_inc(IRQ_STAT_RESCHEDULE);
	trace_irq_vector(RESCHEDULE_EXIT, RESCHEDULE_VECTOR);
}

static noinline __irq_entry void sysvec_call_function(struct pt_regs *regs)
{
	irq_enter_rcu();
	apic_eoi();
	trace_irq_vector(CALL_FUNCTION_ENTRY, CALL_FUNCTION_VECTOR);
	irq_stat_inc(IRQ_STAT_CALL_FUNCTION);
	generic_smp_call_function_interrupt();
	trace_irq_vector(CALL_FUNCTION_EXIT, CALL_FUNCTION_VECTOR);
	irq_exit_rcu();
}

static noinline __irq_entry void sysvec_call_function_single(struct pt_regs *regs)
{
	irq_enter_rcu();
	apic_eoi();
	trace_irq_vector(CALL_FUNCTION_SINGLE_ENTRY, CALL_FUNCTION_SINGLE_VECTOR);
	irq_stat_inc(IRQ_STAT_CALL_FUNCTION);
	generic_smp_call_function_interrupt();
	trace_irq_vector(CALL_FUNCTION_SINGLE_EXIT, CALL_FUNCTION_SINGLE_VECTOR);
	irq_exit_rcu();
}

static noinline __irq_entry void sysvec_irq_work(struct pt_regs *regs)
{
	irq_enter_rcu();
	apic_eoi();
	trace_irq_vector(IRQ_WORK_ENTRY, IRQ_WORK_VECTOR);
	irq_stat_inc(IRQ_STAT_IRQ_WORK);
	irq_work_run();
	trace_irq_vector(IRQ_WORK_EXIT, IRQ_WORK_VECTOR);
	irq_exit_rcu();
}

/*
 * Not traced, nor is anything it calls until the machine goes on: text may be
 * changing. No softirqs on the way out; the next interrupt runs them.
 */
static notrace void sysvec_stop_machine(struct pt_regs *regs)
{
	__preempt_count += HARDIRQ_OFFSET;
	apic_eoi();
	irq_stat_inc(IRQ_STAT_STOP_MACHINE);
	stop_machine_park();
	__preempt_count -= HARDIRQ_OFFSET;
}

/* Panic or reboot on another CPU: this one is done. */
static noinline __irq_entry void sysvec_reboot(struct pt_regs *regs)
{
	apic_eoi();
	smp_stop_this_cpu();
}

static noinline __irq_entry void sysvec_error_interrupt(struct pt_regs *regs)
{
	irq_enter_rcu();
	trace_irq_vector(ERROR_APIC_ENTRY, ERROR_APIC_VECTOR);
	irq_stat_inc(IRQ_STAT_ERROR);
	pr_warn("apic: CPU#%u: error 0x%x\n", smp_processor_id(), apic_read_and_clear_errors());
	apic_eoi();
	trace_irq_vector(ERROR_APIC_EXIT, ERROR_APIC_VECTOR);
	irq_exit_rcu();
}

/*
 * No end of interrupt: the local APIC does not count it as served (SDM vol. 3, 10.9), but where
 * somebody has sent this vector.
 */
static noinline __irq_entry void sysvec_spurious_apic_interrupt(struct pt_regs *regs)
{
	trace_irq_vector(SPURIOUS_APIC_ENTRY, SPURIOUS_APIC_VECTOR);
	irq_stat_inc(IRQ_STAT_SPURIOUS);
	if (apic_is_served(SPURIOUS_APIC_VECTOR))
		apic_eoi();
	trace_irq_vector(SPURIOUS_APIC_EXIT, SPURIOUS_APIC_VECTOR);
}

static noinline void spurious_interrupt(struct pt_regs *regs, u8 vector)
{
	irq_stat_inc(IRQ_STAT_SPURIOUS);
	apic_eoi();
	pr_warn_once("irq: unexpected vector 0x%x on CPU#%u\n", vector, smp_processor_id());
}

#define SYSVEC_FIRST 0xe0

typedef void (*sysvec_t)(struct pt_regs *regs);

static const sysvec_t sysvec_table[256 - SYSVEC_FIRST] = {
	[LOCAL_TIMER_VECTOR - SYSVEC_FIRST] = sysvec_apic_timer_interrupt,
	[IRQ_WORK_VECTOR - SYSVEC_FIRST] = sysvec_irq_work,
	[REBOOT_VECTOR - SYSVEC_FIRST] = sysvec_reboot,
	[STOP_MACHINE_VECTOR - SYSVEC_FIRST] = sysvec_stop_machine,
	[CALL_FUNCTION_SINGLE_VECTOR - SYSVEC_FIRST] = sysvec_call_function_single,
	[CALL_FUNCTION_VECTOR - SYSVEC_FIRST] = sysvec_call_function,
	[RESCHEDULE_VECTOR - SYSVEC_FIRST] = sysvec_reschedule_ipi,
	[ERROR_APIC_VECTOR - SYSVEC_FIRST] = sysvec_error_interrupt,
	[SPURIOUS_APIC_VECTOR - SYSVEC_FIRST] = sysvec_spurious_apic_interrupt,
};

notrace void sysvec_dispatch(struct pt_regs *regs, u8 vector)
{
	sysvec_t handler = vector >= SYSVEC_FIRST ? sysvec_table[vector - SYSVEC_FIRST] : NULL;

	if (handler)
		handler(regs);
	else
		spurious_interrupt(regs, vector);
}
