/* SPDX-License-Identifier: MIT */
/* Where timers and the tick are: trace/events/timer_events.c. */
#pragma once

#include "lib/types.h"
#include "trace/events/event_point.h"

struct hrtimer;
struct timer_list;

/* timer_setup(); armed; no longer armed, be it that it is due. */
EVENT_POINT(trace_timer_init, timer_init_key, timer_init_event, (const struct timer_list *timer),
	    (timer));
EVENT_POINT(trace_timer_start, timer_start_key, timer_start_event, (const struct timer_list *timer),
	    (timer));
EVENT_POINT(trace_timer_cancel, timer_cancel_key, timer_cancel_event,
	    (const struct timer_list *timer), (timer));
/* Around its function; @base_clk: the jiffy whose timers are run. It may be freed at the exit. */
EVENT_POINT(trace_timer_expire_entry, timer_expire_entry_key, timer_expire_entry_event,
	    (const struct timer_list *timer, u64 base_clk), (timer, base_clk));
EVENT_POINT(trace_timer_expire_exit, timer_expire_exit_key, timer_expire_exit_event,
	    (const void *timer), (timer));

/* hrtimer_setup(); armed, having been armed or not; taken back before it was due. */
EVENT_POINT(trace_hrtimer_init, hrtimer_init_key, hrtimer_init_event, (const struct hrtimer *timer),
	    (timer));
EVENT_POINT(trace_hrtimer_start, hrtimer_start_key, hrtimer_start_event,
	    (const struct hrtimer *timer, u32 mode, bool was_armed), (timer, mode, was_armed));
EVENT_POINT(trace_hrtimer_cancel, hrtimer_cancel_key, hrtimer_cancel_event,
	    (const struct hrtimer *timer), (timer));
/* Around its function; @now: when the interrupt looked at the clock. */
EVENT_POINT(trace_hrtimer_expire_entry, hrtimer_expire_entry_key, hrtimer_expire_entry_event,
	    (const struct hrtimer *timer, u64 now), (timer, now));
EVENT_POINT(trace_hrtimer_expire_exit, hrtimer_expire_exit_key, hrtimer_expire_exit_event,
	    (const void *timer), (timer));

/* The tick of this processor stops, as it is idle. */
EVENT_POINT(trace_tick_stop, tick_stop_key, tick_stop_event, (void), ());
