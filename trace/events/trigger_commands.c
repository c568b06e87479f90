/* SPDX-License-Identifier: MIT */
/* The table of triggers, and those that are one step each. */
#include "trace/core/func_command.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_stack.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"
#include "trace/events/trigger.h"

/* What functions can have done as well: trace/core/func_command.c. */
static bool trigger_function_applies(const struct event_trigger *trigger)
{
	struct func_hit hit = {.tr = trigger->file->tr, .event = trigger->target};

	return trigger->function->applies(&hit);
}

static void trigger_function_act(struct event_trigger *trigger, const void *record)
{
	struct func_hit hit = {.tr = trigger->file->tr, .event = trigger->target};

	trigger->function->act(&hit);
}

static void trigger_stacktrace_act(struct event_trigger *trigger, const void *record)
{
	struct trace_array *tr = trigger->file->tr;

	trace_stack_after_event(tr->buffer->cpu[smp_processor_id()],
				*(const u32 *)record & ~0xffffu, record);
}

static void trigger_hist_switch_act(struct event_trigger *trigger, const void *record)
{
	struct event_trigger *other;

	list_for_each_entry (other, &trigger->target->triggers, list)
		if (other->hist)
			hist_table_stop(other->hist->table, HIST_PAUSED, !trigger->command->value);
}

static void trigger_hist_act(struct event_trigger *trigger, const void *record)
{
	hist_trigger_hit(trigger, record);
}

const struct trigger_command trigger_commands[] = {
	{"traceon", TRIGGER_ONOFF, false, true, trigger_function_applies, trigger_function_act},
	{"traceoff", TRIGGER_ONOFF, false, false, trigger_function_applies, trigger_function_act},
	{"snapshot", TRIGGER_SNAPSHOT, false, true, trigger_function_applies, trigger_function_act},
	{"stacktrace", TRIGGER_STACKTRACE, true, true, trigger_function_applies,
	 trigger_stacktrace_act},
	{"enable_event", TRIGGER_EVENT, false, true, trigger_function_applies,
	 trigger_function_act},
	{"disable_event", TRIGGER_EVENT, false, false, trigger_function_applies,
	 trigger_function_act},
	{"enable_hist", TRIGGER_HIST_SWITCH, false, true, NULL, trigger_hist_switch_act},
	{"disable_hist", TRIGGER_HIST_SWITCH, false, false, NULL, trigger_hist_switch_act},
	{"hist", TRIGGER_HIST, false, true, NULL, trigger_hist_act},
	{NULL, 0, false, false, NULL, NULL},
};
