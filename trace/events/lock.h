/* SPDX-License-Identifier: MIT */
/* Where locks have to be waited for: trace/events/lock_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

/* What kind of lock it is. */
#define LCB_F_SPIN  (1u << 0)
#define LCB_F_MUTEX (1u << 5)

/* Around the wait for @lock; @result: 0, it is the caller's, or an errno. */
EVENT_POINT(trace_contention_begin, contention_begin_key, contention_begin_event,
	    (const void *lock, u32 flags), (lock, flags));
EVENT_POINT(trace_contention_end, contention_end_key, contention_end_event,
	    (const void *lock, int result), (lock, result));
