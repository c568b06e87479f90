/* SPDX-License-Identifier: MIT */
/* Where interrupts of the local APIC begin and end: trace/events/irq_vectors_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

/* The event of each end of each vector, in the order of irq_vector_keys[]. */
enum irq_vector_point {
	LOCAL_TIMER_ENTRY,
	LOCAL_TIMER_EXIT,
	RESCHEDULE_ENTRY,
	RESCHEDULE_EXIT,
	CALL_FUNCTION_ENTRY,
	CALL_FUNCTION_EXIT,
	CALL_FUNCTION_SINGLE_ENTRY,
	CALL_FUNCTION_SINGLE_EXIT,
	IRQ_WORK_ENTRY,
	IRQ_WORK_EXIT,
	ERROR_APIC_ENTRY,
	ERROR_APIC_EXIT,
	SPURIOUS_APIC_ENTRY,
	SPURIOUS_APIC_EXIT,
	IRQ_VECTOR_POINTS
};

extern struct static_key irq_vector_keys[IRQ_VECTOR_POINTS];
void irq_vector_event(enum irq_vector_point point, u8 vector);

/* @point: a constant. */
static __always_inline void trace_irq_vector(enum irq_vector_point point, u8 vector)
{
	if (static_branch_unlikely(&irq_vector_keys[point]))
		irq_vector_event(point, vector);
}
