/* SPDX-License-Identifier: MIT */
/* Where subsystems start: trace/events/initcall_events.c. */
#pragma once

#include "kernel/initcalls.h"
#include "trace/events/event_point.h"

/* A stage of the list begins; and around each call. */
EVENT_POINT(trace_initcall_level, initcall_level_key, initcall_level_event, (const char *level),
	    (level));
EVENT_POINT(trace_initcall_start, initcall_start_key, initcall_start_event, (initcall_t function),
	    (function));
EVENT_POINT(trace_initcall_finish, initcall_finish_key, initcall_finish_event,
	    (initcall_t function, int result), (function, result));
