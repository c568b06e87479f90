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

/* The NMI trap (arch/x86_64/traps.h) comes here: counts it and asks each handler in turn. */
void nmi_handle(struct pt_regs *regs);

/*
 * Adds a handler for good. Context: task.
 * Return: 0, -ENOSPC when the small table is full.
 */
int register_nmi_handler(nmi_handler_t handler);

/*
 * Makes each CPU of @mask print its registers and backtrace; this CPU prints
 * without an NMI. Waits, bounded, until they have; one that stays silent is named.
 * Context: any but NMI.
 */
void nmi_trigger_cpumask_backtrace(cpumask_t mask);

/* Sends a plain NMI to each CPU of @mask, as load for tests. Context: any. */
void nmi_send(cpumask_t mask);
