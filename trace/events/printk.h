/* SPDX-License-Identifier: MIT */
/* Where the kernel log is written: trace/events/printk_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

/* A line of @length characters, without its newline. */
EVENT_POINT(trace_console, console_key, console_event, (const char *text, size_t length),
	    (text, length));
