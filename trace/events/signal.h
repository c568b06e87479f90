/* SPDX-License-Identifier: MIT */
/* Where tasks are killed: trace/events/signal_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

struct task_struct;

/* Sent to @task, or @ignored by it; and the task that runs has got it: it ends. */
EVENT_POINT(trace_signal_generate, signal_generate_key, signal_generate_event,
	    (int sig, const struct task_struct *task, bool ignored), (sig, task, ignored));
EVENT_POINT(trace_signal_deliver, signal_deliver_key, signal_deliver_event, (int sig), (sig));
