/* SPDX-License-Identifier: MIT */
/* The events of locks that are not free. */
#include "trace/events/lock.h"

#include "trace/events/event_file.h"

#define CONTENTION_BEGIN_FIELDS(R, value, array, string) \
	value(R, void *, lock_addr) value(R, unsigned int, flags)
EVENT_CLASS(contention_begin, CONTENTION_BEGIN_FIELDS, "%p (flags=%s)", REC->lock_addr,
	    __print_flags(REC->flags, "|", {0x01, "SPIN"}, {0x02, "READ"}, {0x04, "WRITE"},
			  {0x08, "RT"}, {0x10, "PERCPU"}, {0x20, "MUTEX"}));
struct static_key contention_begin_key;
static struct trace_event contention_begin =
	EVENT("lock", contention_begin, contention_begin, .key = &contention_begin_key);

void contention_begin_event(const void *lock, u32 flags)
{
	struct contention_begin_record record;

	record.lock_addr = (void *)lock;
	record.flags = flags;
	trace_event_emit(&contention_begin, &record.ent, sizeof(record));
}

#define CONTENTION_END_FIELDS(R, value, array, string) \
	value(R, void *, lock_addr) value(R, int, ret)
EVENT_CLASS(contention_end, CONTENTION_END_FIELDS, "%p (ret=%d)", REC->lock_addr, REC->ret);
struct static_key contention_end_key;
static struct trace_event contention_end =
	EVENT("lock", contention_end, contention_end, .key = &contention_end_key);

void contention_end_event(const void *lock, int result)
{
	struct contention_end_record record;

	record.lock_addr = (void *)lock;
	record.ret = result;
	trace_event_emit(&contention_end, &record.ent, sizeof(record));
}

struct trace_event *const lock_events[] = {&contention_begin, &contention_end, NULL};
