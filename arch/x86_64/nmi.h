/* SPDX-License-Identifier: MIT */
/*
 * Non-maskable interrupts: who wants them, and sending them. Handlers run on
 * the NMI stack, with everything else of that CPU stopped anywhere at all: they
 * may not lock, sleep or allocate.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "kernel/smp/cpumask.h"

/* Return: true when the NMI was for this handler. */
typedef bool (*nmi_handler_t)(struct pt_regs *regs);

/*
 * The NMI trap (traps.c) comes here: counts it, and asks in turn smp_send_stop(),
 * the backtrace, nmi_send() and the registered handler. One that nobody has sent
 * comes from the machine; it is logged with registers and backtrace.
 */
void nmi_handle(struct pt_regs *regs);

/*
 * Sets the one handler that others may have, NULL: none; the previous one may
 * still be running. Context: any.
 */
void nmi_set_handler(nmi_handler_t handler);

/*
 * Makes each online CPU of @mask print its registers and backtrace, one after the
 * other; this CPU prints without an NMI. Waits, bounded, until they have; one that
 * stays silent is named. Context: any but NMI.
 */
void nmi_trigger_cpumask_backtrace(cpumask_t mask);

/* Sends CPU @cpu, which must be online, an NMI; several may become one. Context: any. */
void nmi_send_ipi(u32 cpu);

/* Sends an NMI to each online CPU of @mask that is not waiting for one already. Context: any. */
void nmi_send(cpumask_t mask);

/*
 * A load for tests: every @period_ns each online CPU sends an NMI to the next one
 * (a single CPU to itself), until nmi_periodic_stop(). Context: task, not both at once.
 */
void nmi_periodic_start(u64 period_ns);
void nmi_periodic_stop(void);
