/* SPDX-License-Identifier: MIT */
/* The events of starting subsystems. All are over before a file can switch them: trace_event=. */
#include "trace/events/initcall.h"

#include "trace/events/event_file.h"

#define INITCALL_LEVEL_FIELDS(R, value, array, string) string(R, level)
EVENT_CLASS(initcall_level, INITCALL_LEVEL_FIELDS, "level=%s", __get_str(level));
struct static_key initcall_level_key;
static struct trace_event initcall_level =
	EVENT("initcall", initcall_level, initcall_level, .key = &initcall_level_key);

void initcall_level_event(const char *level)
{
	struct {
		struct initcall_level_record record;
		char strings[EVENT_STRINGS_MAX];
	} event;
	u32 size = sizeof(event.record);

	event.record.level = trace_event_string(&event.record.ent, size, &size, level);
	trace_event_emit(&initcall_level, &event.record.ent, size);
}

#define INITCALL_START_FIELDS(R, value, array, string) value(R, initcall_t, func)
EVENT_CLASS(initcall_start, INITCALL_START_FIELDS, "func=%pS", REC->func);
struct static_key initcall_start_key;
static struct trace_event initcall_start =
	EVENT("initcall", initcall_start, initcall_start, .key = &initcall_start_key);

void initcall_start_event(initcall_t function)
{
	struct initcall_start_record record;

	record.func = function;
	trace_event_emit(&initcall_start, &record.ent, sizeof(record));
}

#define INITCALL_FINISH_FIELDS(R, value, array, string) \
	value(R, initcall_t, func) value(R, int, ret)
EVENT_CLASS(initcall_finish, INITCALL_FINISH_FIELDS, "func=%pS ret=%d", REC->func, REC->ret);
struct static_key initcall_finish_key;
static struct trace_event initcall_finish =
	EVENT("initcall", initcall_finish, initcall_finish, .key = &initcall_finish_key);

void initcall_finish_event(initcall_t function, int result)
{
	struct initcall_finish_record record;

	record.func = function;
	record.ret = result;
	trace_event_emit(&initcall_finish, &record.ent, sizeof(record));
}

struct trace_event *const initcall_events[] = {
	&initcall_level,
	&initcall_start,
	&initcall_finish,
	NULL,
};
