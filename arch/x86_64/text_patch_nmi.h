/* SPDX-License-Identifier: MIT */
/*
 * Keeping NMI handlers from running for a moment. Interrupts can be switched
 * off, NMIs cannot: one may arrive on a processor that is parked, or on the one
 * that is writing text, and its handler would run through half-written
 * instructions. So while they are held, an NMI is only noted, and sent again
 * afterwards.
 */
#pragma once

#include "lib/types.h"

/*
 * From its return on, no NMI handler runs on any processor. Context: inside
 * stop_machine(), or while one processor runs.
 * Return: 0; -ETIMEDOUT if one was running and did not end: nothing is held then.
 */
int nmi_hold(void);
/* Ends it. Same context. */
void nmi_release(void);
/* Sends again what came meanwhile. Context: any, after nmi_release(), text is settled. */
void nmi_resend_held(void);

/*
 * The NMI entry code asks this first, after it has raised preempt_count.
 * Return: true: return from the NMI at once, calling nothing that is traced.
 * Context: NMI.
 */
bool nmi_is_held(void);
