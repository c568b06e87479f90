/* SPDX-License-Identifier: MIT */
/* Where interrupts of devices and softirqs are: trace/events/irq_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

/* Around the call of each handler of a line; @name: who asked for the line. */
EVENT_POINT(trace_irq_handler_entry, irq_handler_entry_key, irq_handler_entry_event,
	    (u32 irq, const char *name), (irq, name));
EVENT_POINT(trace_irq_handler_exit, irq_handler_exit_key, irq_handler_exit_event,
	    (u32 irq, bool handled), (irq, handled));

/* A softirq is to run on this processor; and around each run. */
EVENT_POINT(trace_softirq_raise, softirq_raise_key, softirq_raise_event, (u32 nr), (nr));
EVENT_POINT(trace_softirq_entry, softirq_entry_key, softirq_entry_event, (u32 nr), (nr));
EVENT_POINT(trace_softirq_exit, softirq_exit_key, softirq_exit_event, (u32 nr), (nr));
