/* SPDX-License-Identifier: MIT */
/* The events of sleeping processors. */
#include "trace/events/power.h"

#include "arch/x86_64/cpu.h"
#include "trace/events/event_file.h"

#define CPU_IDLE_FIELDS(R, value, array, string) value(R, u32, state) value(R, u32, cpu_id)
EVENT_CLASS(cpu_idle, CPU_IDLE_FIELDS, "state=%lu cpu_id=%lu", (unsigned long)REC->state,
	    (unsigned long)REC->cpu_id);
struct static_key cpu_idle_key;
static struct trace_event cpu_idle = EVENT("power", cpu_idle, cpu_idle, .key = &cpu_idle_key);

void cpu_idle_event(u32 state)
{
	struct cpu_idle_record record;

	record.state = state;
	record.cpu_id = smp_processor_id();
	trace_event_emit(&cpu_idle, &record.ent, sizeof(record));
}

struct trace_event *const power_events[] = {&cpu_idle, NULL};
