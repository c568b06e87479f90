/* SPDX-License-Identifier: MIT */
/* The events of timers and the tick: what each record has, and how it is filled in. */
#include "trace/events/timer.h"

#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "kernel/time/timer.h"
#include "trace/events/event_file.h"

#define TIMER_FIELDS(R, value, array, string) value(R, void *, timer)
EVENT_CLASS(timer_class, TIMER_FIELDS, "timer=%p", REC->timer);
struct static_key timer_init_key, timer_cancel_key, timer_expire_exit_key;
static struct trace_event timer_init =
	EVENT("timer", timer_init, timer_class, .key = &timer_init_key);
static struct trace_event timer_cancel =
	EVENT("timer", timer_cancel, timer_class, .key = &timer_cancel_key);
static struct trace_event timer_expire_exit =
	EVENT("timer", timer_expire_exit, timer_class, .key = &timer_expire_exit_key);

static void timer_class_event(struct trace_event *event, const void *timer)
{
	struct timer_class_record record;

	record.timer = (void *)timer;
	trace_event_emit(event, &record.ent, sizeof(record));
}

void timer_init_event(const struct timer_list *timer)
{
	timer_class_event(&timer_init, timer);
}

void timer_cancel_event(const struct timer_list *timer)
{
	timer_class_event(&timer_cancel, timer);
}

void timer_expire_exit_event(const void *timer)
{
	timer_class_event(&timer_expire_exit, timer);
}

/* flags: the processor; above bit 22 Linux has where its wheel keeps the timer. */
#define TIMER_START_FIELDS(R, value, array, string)                                         \
	value(R, void *, timer) value(R, void *, function) value(R, unsigned long, expires) \
		value(R, unsigned long, now) value(R, unsigned int, flags)
EVENT_CLASS(timer_start, TIMER_START_FIELDS,
	    "timer=%p function=%ps expires=%lu [timeout=%ld] cpu=%u idx=%u flags=%s", REC->timer,
	    REC->function, REC->expires, (long)REC->expires - REC->now, REC->flags & 0x0003ffff,
	    REC->flags >> 22,
	    __print_flags(REC->flags & 0x003c0000, "|", {0x00040000, "M"}, {0x00080000, "D"},
			  {0x00100000, "P"}, {0x00200000, "I"}));
struct static_key timer_start_key;
static struct trace_event timer_start =
	EVENT("timer", timer_start, timer_start, .key = &timer_start_key);

void timer_start_event(const struct timer_list *timer)
{
	struct timer_start_record record;

	record.timer = (void *)timer;
	record.function = timer->function;
	record.expires = timer->node.expires;
	record.now = jiffies;
	record.flags = timer->cpu;
	trace_event_emit(&timer_start, &record.ent, sizeof(record));
}

#define TIMER_EXPIRE_ENTRY_FIELDS(R, value, array, string)                              \
	value(R, void *, timer) value(R, unsigned long, now) value(R, void *, function) \
		value(R, unsigned long, baseclk)
EVENT_CLASS(timer_expire_entry, TIMER_EXPIRE_ENTRY_FIELDS,
	    "timer=%p function=%ps now=%lu baseclk=%lu", REC->timer, REC->function, REC->now,
	    REC->baseclk);
struct static_key timer_expire_entry_key;
static struct trace_event timer_expire_entry =
	EVENT("timer", timer_expire_entry, timer_expire_entry, .key = &timer_expire_entry_key);

void timer_expire_entry_event(const struct timer_list *timer, u64 base_clk)
{
	struct timer_expire_entry_record record;

	record.timer = (void *)timer;
	record.now = jiffies;
	record.function = timer->function;
	record.baseclk = base_clk;
	trace_event_emit(&timer_expire_entry, &record.ent, sizeof(record));
}

#define HRTIMER_FIELDS(R, value, array, string) value(R, void *, hrtimer)
EVENT_CLASS(hrtimer_class, HRTIMER_FIELDS, "hrtimer=%p", REC->hrtimer);
struct static_key hrtimer_cancel_key, hrtimer_expire_exit_key;
static struct trace_event hrtimer_cancel_description =
	EVENT("timer", hrtimer_cancel, hrtimer_class, .key = &hrtimer_cancel_key);
static struct trace_event hrtimer_expire_exit =
	EVENT("timer", hrtimer_expire_exit, hrtimer_class, .key = &hrtimer_expire_exit_key);

static void hrtimer_class_event(struct trace_event *event, const void *timer)
{
	struct hrtimer_class_record record;

	record.hrtimer = (void *)timer;
	trace_event_emit(event, &record.ent, sizeof(record));
}

void hrtimer_cancel_event(const struct hrtimer *timer)
{
	hrtimer_class_event(&hrtimer_cancel_description, timer);
}

void hrtimer_expire_exit_event(const void *timer)
{
	hrtimer_class_event(&hrtimer_expire_exit, timer);
}

/* All count from boot on, and how a moment is meant is said when the timer is started. */
#define HRTIMER_INIT_FIELDS(R, value, array, string) \
	value(R, void *, hrtimer) value(R, clockid_t, clockid) value(R, enum hrtimer_mode, mode)
EVENT_CLASS(hrtimer_init, HRTIMER_INIT_FIELDS, "hrtimer=%p clockid=%s mode=%s", REC->hrtimer,
	    __print_symbolic(REC->clockid, {0, "CLOCK_REALTIME"}, {1, "CLOCK_MONOTONIC"},
			     {7, "CLOCK_BOOTTIME"}, {11, "CLOCK_TAI"}),
	    __print_symbolic(REC->mode, {0, "ABS"}, {1, "REL"}));
struct static_key hrtimer_init_key;
static struct trace_event hrtimer_init =
	EVENT("timer", hrtimer_init, hrtimer_init, .key = &hrtimer_init_key);

void hrtimer_init_event(const struct hrtimer *timer)
{
	struct hrtimer_init_record record;

	record.hrtimer = (void *)timer;
	record.clockid = CLOCK_MONOTONIC;
	record.mode = HRTIMER_MODE_ABS;
	trace_event_emit(&hrtimer_init, &record.ent, sizeof(record));
}

#define HRTIMER_START_FIELDS(R, value, array, string)                               \
	value(R, void *, hrtimer) value(R, void *, function) value(R, s64, expires) \
		value(R, s64, softexpires) value(R, enum hrtimer_mode, mode)        \
			value(R, bool, was_armed)
EVENT_CLASS(hrtimer_start, HRTIMER_START_FIELDS,
	    "hrtimer=%p function=%ps expires=%llu softexpires=%llu mode=%s was_armed=%d",
	    REC->hrtimer, REC->function, (unsigned long long)REC->expires,
	    (unsigned long long)REC->softexpires,
	    __print_symbolic(REC->mode, {0, "ABS"}, {1, "REL"}), REC->was_armed);
struct static_key hrtimer_start_key;
static struct trace_event hrtimer_start_description =
	EVENT("timer", hrtimer_start, hrtimer_start, .key = &hrtimer_start_key);

void hrtimer_start_event(const struct hrtimer *timer, u32 mode, bool was_armed)
{
	struct hrtimer_start_record record;

	record.hrtimer = (void *)timer;
	record.function = timer->function;
	record.expires = (s64)timer->node.expires;
	record.softexpires = (s64)timer->node.expires;
	record.mode = mode;
	record.was_armed = was_armed;
	trace_event_emit(&hrtimer_start_description, &record.ent, sizeof(record));
}

#define HRTIMER_EXPIRE_ENTRY_FIELDS(R, value, array, string) \
	value(R, void *, hrtimer) value(R, s64, now) value(R, void *, function)
EVENT_CLASS(hrtimer_expire_entry, HRTIMER_EXPIRE_ENTRY_FIELDS, "hrtimer=%p function=%ps now=%llu",
	    REC->hrtimer, REC->function, (unsigned long long)REC->now);
struct static_key hrtimer_expire_entry_key;
static struct trace_event hrtimer_expire_entry = EVENT(
	"timer", hrtimer_expire_entry, hrtimer_expire_entry, .key = &hrtimer_expire_entry_key);

void hrtimer_expire_entry_event(const struct hrtimer *timer, u64 now)
{
	struct hrtimer_expire_entry_record record;

	record.hrtimer = (void *)timer;
	record.now = (s64)now;
	record.function = timer->function;
	trace_event_emit(&hrtimer_expire_entry, &record.ent, sizeof(record));
}

#define TICK_STOP_FIELDS(R, value, array, string) value(R, int, success) value(R, int, dependency)
EVENT_CLASS(tick_stop, TICK_STOP_FIELDS, "success=%d dependency=%s", REC->success,
	    __print_symbolic(REC->dependency, {0, "NONE"}, {1, "POSIX_TIMER"}, {2, "PERF_EVENTS"},
			     {4, "SCHED"}, {8, "CLOCK_UNSTABLE"}, {16, "RCU"}, {32, "RCU_EXP"}));
struct static_key tick_stop_key;
static struct trace_event tick_stop = EVENT("timer", tick_stop, tick_stop, .key = &tick_stop_key);

void tick_stop_event(void)
{
	struct tick_stop_record record;

	record.success = 1;
	record.dependency = 0;
	trace_event_emit(&tick_stop, &record.ent, sizeof(record));
}

struct trace_event *const timer_events[] = {
	&timer_init,
	&timer_start,
	&timer_cancel,
	&timer_expire_entry,
	&timer_expire_exit,
	&hrtimer_init,
	&hrtimer_start_description,
	&hrtimer_cancel_description,
	&hrtimer_expire_entry,
	&hrtimer_expire_exit,
	&tick_stop,
	NULL,
};
