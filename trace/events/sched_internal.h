/* SPDX-License-Identifier: MIT */
/* Those events of process_events.c that the table in sched_events.c lists. */
#pragma once

#include "trace/events/event.h"

extern struct trace_event sched_process_fork, sched_process_exec, sched_process_exit,
	sched_process_free, sched_process_wait, sched_kthread_stop, sched_kthread_stop_ret;
