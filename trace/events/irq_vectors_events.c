/* SPDX-License-Identifier: MIT */
/* The events of the local APIC's interrupts: all alike, an entry and an exit for each vector. */
#include "trace/events/irq_vectors.h"

#include "trace/events/event_file.h"

#define IRQ_VECTOR_FIELDS(R, value, array, string) value(R, int, vector)
EVENT_CLASS(irq_vector, IRQ_VECTOR_FIELDS, "vector=%d", REC->vector);

struct static_key irq_vector_keys[IRQ_VECTOR_POINTS];

#define VECTOR_EVENT(event, point) \
	&(struct trace_event)EVENT("irq_vectors", event, irq_vector, .key = &irq_vector_keys[point])

struct trace_event *const irq_vectors_events[IRQ_VECTOR_POINTS + 1] = {
	[LOCAL_TIMER_ENTRY] = VECTOR_EVENT(local_timer_entry, LOCAL_TIMER_ENTRY),
	[LOCAL_TIMER_EXIT] = VECTOR_EVENT(local_timer_exit, LOCAL_TIMER_EXIT),
	[RESCHEDULE_ENTRY] = VECTOR_EVENT(reschedule_entry, RESCHEDULE_ENTRY),
	[RESCHEDULE_EXIT] = VECTOR_EVENT(reschedule_exit, RESCHEDULE_EXIT),
	[CALL_FUNCTION_ENTRY] = VECTOR_EVENT(call_function_entry, CALL_FUNCTION_ENTRY),
	[CALL_FUNCTION_EXIT] = VECTOR_EVENT(call_function_exit, CALL_FUNCTION_EXIT),
	[CALL_FUNCTION_SINGLE_ENTRY] =
		VECTOR_EVENT(call_function_single_entry, CALL_FUNCTION_SINGLE_ENTRY),
	[CALL_FUNCTION_SINGLE_EXIT] =
		VECTOR_EVENT(call_function_single_exit, CALL_FUNCTION_SINGLE_EXIT),
	[IRQ_WORK_ENTRY] = VECTOR_EVENT(irq_work_entry, IRQ_WORK_ENTRY),
	[IRQ_WORK_EXIT] = VECTOR_EVENT(irq_work_exit, IRQ_WORK_EXIT),
	[ERROR_APIC_ENTRY] = VECTOR_EVENT(error_apic_entry, ERROR_APIC_ENTRY),
	[ERROR_APIC_EXIT] = VECTOR_EVENT(error_apic_exit, ERROR_APIC_EXIT),
	[SPURIOUS_APIC_ENTRY] = VECTOR_EVENT(spurious_apic_entry, SPURIOUS_APIC_ENTRY),
	[SPURIOUS_APIC_EXIT] = VECTOR_EVENT(spurious_apic_exit, SPURIOUS_APIC_EXIT),
};

void irq_vector_event(enum irq_vector_point point, u8 vector)
{
	struct irq_vector_record record;

	record.vector = vector;
	trace_event_emit(irq_vectors_events[point], &record.ent, sizeof(record));
}
