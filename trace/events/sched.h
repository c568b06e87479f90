/* SPDX-License-Identifier: MIT */
/*
 * Where the scheduler's events are: one NOP each while the event is off. What is
 * recorded: trace/events/sched_events.c.
 */
#pragma once

#include "trace/events/event_point.h"

struct task_struct;

/* @next goes on in the place of @prev, which sleeps in the state @prev_state, if it is not 0. */
EVENT_POINT(trace_sched_switch, sched_switch_key, sched_switch_event,
	    (bool preempted, const struct task_struct *prev, const struct task_struct *next,
	     u32 prev_state),
	    (preempted, prev, next, prev_state));
