/* SPDX-License-Identifier: MIT */
/*
 * What happens when an event fires. The record is complete before anybody is asked
 * about it, so a rejected one never touches a ring.
 *
 * Hot. Not a loop of the common case may call anything that is traced.
 */
#include "trace/core/predicate.h"
#include "trace/core/trace_options.h"
#include "trace/core/trace_stack.h"
#include "trace/events/event_file.h"
#include "trace/events/trigger.h"
#include "trace/ring/ring_fast.h"

/* Records are a multiple of 4 bytes, and lie aligned to 4. */
static __always_inline void copy_record(void *to, const void *from, u32 size)
{
	u32 at;

	for (at = 0; at + 8 <= size; at += 8)
		__builtin_memcpy((char *)to + at, (const char *)from + at, 8);
	if (at < size)
		__builtin_memcpy((char *)to + at, (const char *)from + at, 4);
}

/* Not the common case of the ring. */
static noinline void trace_event_write_slow(struct ring_buffer_per_cpu *rb,
					    const struct trace_entry *record, u32 size)
{
	void *to = ring_buffer_reserve(rb, size);

	if (!to)
		return;
	copy_record(to, record, size);
	ring_buffer_commit(rb, to, size);
}

static __always_inline void trace_event_write(const struct trace_array *tr,
					      const struct trace_entry *record, u32 size)
{
	struct ring_buffer_per_cpu *rb = tr->buffer->cpu[smp_processor_id()];
	struct ring_claim claim;
	void *to = ring_claim(rb, size, &claim);

	if (likely(to)) {
		copy_record(to, record, size);
		ring_claim_commit(rb, &claim);
	} else {
		trace_event_write_slow(rb, record, size);
	}
	if (unlikely(tr->options & TRACE_OPTION_STACKTRACE))
		trace_stack_after_event(rb, *(const u32 *)record & ~0xffffu, 2);
}

/* Whether neither who runs nor the other task that the event is about is one to look at. */
static bool trace_event_pid_ignored(const struct trace_event_file *file,
				    const struct trace_entry *record)
{
	u16 other = file->event->other_pid;
	pid_t pid;

	if (likely(!pid_ignore.slot[file->tr->event_pids.slot]))
		return false;
	if (!other)
		return true;
	__builtin_memcpy(&pid, (const char *)record + other, sizeof(pid));
	return pid_filter_ignores(&file->tr->event_pids, pid);
}

/* An instance with more to ask than whether it is on. */
static noinline void trace_event_ask(struct trace_event_file *file, u32 flags,
				     const struct trace_entry *record, u32 size)
{
	bool post = false;

	if ((flags & EVENT_BY_PID) && trace_event_pid_ignored(file, record))
		return;
	if (flags & EVENT_TRIGGERED) {
		post = trace_triggers_call(file, record);
		flags = READ_ONCE(file->flags); /* one may have switched its own event */
	}
	if ((flags & EVENT_ON) &&
	    (!(flags & EVENT_FILTERED) || predicate_matches(file->filter, record))) {
		trace_event_write(file->tr, record, size);
		if (flags & EVENT_PRINTK)
			trace_event_printk(file->event, record);
	}
	if (post)
		trace_triggers_post_call(file, record);
}

void trace_event_emit(struct trace_event *event, struct trace_entry *record, u32 size)
{
	struct trace_event_file *file;
	u32 flags;

	trace_record_fill(record, event->id, trace_gen_ctx());
	preempt_disable();
	for (file = READ_ONCE(event->files); file; file = READ_ONCE(file->next)) {
		flags = READ_ONCE(file->flags);
		if (likely(flags == EVENT_ON))
			trace_event_write(file->tr, record, size);
		else if (flags)
			trace_event_ask(file, flags, record, size);
	}
	preempt_enable_notrace();
}

u32 trace_event_string(struct trace_entry *record, u32 fixed, u32 *size, const char *text)
{
	char *to = (char *)record + *size;
	u32 offset = *size, room = fixed + EVENT_STRINGS_MAX - offset, length = 0;

	while (length + 1 < room && text[length]) {
		to[length] = text[length];
		length++;
	}
	if (length < room)
		to[length++] = '\0';
	for (*size += length; *size % 4; ++*size)
		((char *)record)[*size] = '\0';
	return length << 16 | offset;
}
