/* SPDX-License-Identifier: MIT */
/* The events of interrupt lines and softirqs: what each record has, and how it is filled in. */
#include "trace/events/irq.h"

#include "trace/events/event_file.h"

#define IRQ_HANDLER_ENTRY_FIELDS(R, value, array, string) value(R, int, irq) string(R, name)
EVENT_CLASS(irq_handler_entry, IRQ_HANDLER_ENTRY_FIELDS, "irq=%d name=%s", REC->irq,
	    __get_str(name));
struct static_key irq_handler_entry_key;
static struct trace_event irq_handler_entry =
	EVENT("irq", irq_handler_entry, irq_handler_entry, .key = &irq_handler_entry_key);

void irq_handler_entry_event(u32 irq, const char *name)
{
	struct {
		struct irq_handler_entry_record record;
		char strings[EVENT_STRINGS_MAX];
	} event;
	u32 size = sizeof(event.record);

	event.record.irq = (int)irq;
	event.record.name = trace_event_string(&event.record.ent, size, &size, name);
	trace_event_emit(&irq_handler_entry, &event.record.ent, size);
}

#define IRQ_HANDLER_EXIT_FIELDS(R, value, array, string) value(R, int, irq) value(R, int, ret)
EVENT_CLASS(irq_handler_exit, IRQ_HANDLER_EXIT_FIELDS, "irq=%d ret=%s", REC->irq,
	    REC->ret ? "handled" : "unhandled");
struct static_key irq_handler_exit_key;
static struct trace_event irq_handler_exit =
	EVENT("irq", irq_handler_exit, irq_handler_exit, .key = &irq_handler_exit_key);

void irq_handler_exit_event(u32 irq, bool handled)
{
	struct irq_handler_exit_record record;

	record.irq = (int)irq;
	record.ret = handled;
	trace_event_emit(&irq_handler_exit, &record.ent, sizeof(record));
}

#define SOFTIRQ_FIELDS(R, value, array, string) value(R, unsigned int, vec)
EVENT_CLASS(softirq, SOFTIRQ_FIELDS, "vec=%u [action=%s]", REC->vec,
	    __print_symbolic(REC->vec, {0, "HI"}, {1, "TIMER"}, {2, "NET_TX"}, {3, "NET_RX"},
			     {4, "BLOCK"}, {5, "IRQ_POLL"}, {6, "TASKLET"}, {7, "SCHED"},
			     {8, "HRTIMER"}, {9, "RCU"}));
struct static_key softirq_raise_key, softirq_entry_key, softirq_exit_key;
static struct trace_event softirq_raise =
	EVENT("irq", softirq_raise, softirq, .key = &softirq_raise_key);
static struct trace_event softirq_entry =
	EVENT("irq", softirq_entry, softirq, .key = &softirq_entry_key);
static struct trace_event softirq_exit =
	EVENT("irq", softirq_exit, softirq, .key = &softirq_exit_key);

static void softirq_event(struct trace_event *event, u32 nr)
{
	struct softirq_record record;

	record.vec = nr;
	trace_event_emit(event, &record.ent, sizeof(record));
}

void softirq_raise_event(u32 nr)
{
	softirq_event(&softirq_raise, nr);
}

void softirq_entry_event(u32 nr)
{
	softirq_event(&softirq_entry, nr);
}

void softirq_exit_event(u32 nr)
{
	softirq_event(&softirq_exit, nr);
}

struct trace_event *const irq_events[] = {
	&irq_handler_entry, &irq_handler_exit, &softirq_raise, &softirq_entry, &softirq_exit, NULL,
};
