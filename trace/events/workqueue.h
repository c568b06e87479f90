/* SPDX-License-Identifier: MIT */
/* Where work items are queued and run: trace/events/workqueue_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

struct work_struct;

/* Queued for the processor @requested; @cpu is the one that will run it. @queue: its name. */
EVENT_POINT(trace_workqueue_queue_work, workqueue_queue_work_key, workqueue_queue_work_event,
	    (const struct work_struct *work, const char *queue, u32 requested, u32 cpu),
	    (work, queue, requested, cpu));
/* A worker may take it. */
EVENT_POINT(trace_workqueue_activate_work, workqueue_activate_work_key,
	    workqueue_activate_work_event, (const struct work_struct *work), (work));
/* Around the call of @function; at the end @work may have been freed. */
EVENT_POINT(trace_workqueue_execute_start, workqueue_execute_start_key,
	    workqueue_execute_start_event, (const void *work, const void *function),
	    (work, function));
EVENT_POINT(trace_workqueue_execute_end, workqueue_execute_end_key, workqueue_execute_end_event,
	    (const void *work, const void *function), (work, function));
