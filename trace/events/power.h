/* SPDX-License-Identifier: MIT */
/* Where processors go to sleep: trace/events/power_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

/* This processor halts in state 1, the only one; or PWR_EVENT_EXIT: it goes on. */
#define PWR_EVENT_EXIT 0xffffffffu
EVENT_POINT(trace_cpu_idle, cpu_idle_key, cpu_idle_event, (u32 state), (state));
