/* SPDX-License-Identifier: MIT */
/*
 * What happens when an event fires. The record is complete before anybody is asked
 * about it, so a rejected one never touches a ring.
 *
 * Hot. Not a loop of the common case may call anything that is traced.
 */
#include "lib/math.h"
#include "trace/core/predicate_program.h"
#include "trace/core/trace_options.h"
#include "trace/core/trace_stack.h"
#include "trace/events/event_file.h"
#include "trace/events/trigger.h"
#include "trace/ring/ring_fast.h"

/* Copies @size bytes, a multiple of 4 and not 0: the last 4, and by 8 what fits from the first on.
 */
static __always_inline void copy_words(void *to, const void *from, u32 size)
{
	u64 count = size / 8;

	__builtin_memcpy((char *)to + size - 4, (const char *)from + size - 4, 4);
	__asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
}

/* Ends the part with preemption off. As the last thing of a function: it may become a jump. */
static __always_inline void emit_end(void)
{
	preempt_enable_no_resched();
	if (unlikely(need_resched()))
		preempt_schedule_notrace();
}

/* Writes a record with its common fields, whatever the ring is like. */
static noinline void trace_event_write(const struct trace_event_file *file,
				       const struct trace_entry *record, u32 size)
{
	struct ring_buffer_per_cpu *rb = file->tr->buffer->cpu[smp_processor_id()];
	void *to = ring_buffer_reserve(rb, size);

	if (to) {
		copy_words(to, record, size);
		ring_buffer_commit(rb, to, size);
	}
	if (unlikely(file->tr->options & TRACE_OPTION_STACKTRACE))
		trace_stack_after_event(rb, *(const u32 *)record & ~0xffffu, record);
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
static void trace_event_ask(struct trace_event_file *file, u32 flags,
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
		trace_event_write(file, record, size);
		if (flags & EVENT_PRINTK)
			trace_event_printk(file->event, record);
	}
	if (post)
		trace_triggers_post_call(file, record);
}

/* What is not the common case; preemption has been disabled by the caller. */
static __hot_return noinline void trace_event_emit_all(struct trace_event *event,
						       struct trace_entry *record, u32 size,
						       u64 cpu_flags)
{
	struct trace_event_file *file;
	u32 flags;

	trace_record_fill(record, event->id,
			  trace_gen_ctx_flags(preempt_count() - PREEMPT_OFFSET, cpu_flags));
	for (file = READ_ONCE(event->files); file; file = READ_ONCE(file->next)) {
		flags = READ_ONCE(file->flags);
		if (flags)
			trace_event_ask(file, flags, record, size);
	}
	emit_end();
}

/* Somebody interrupted the writer of the record, and recorded. */
static noinline void trace_event_commit_slow(struct ring_buffer_per_cpu *rb)
{
	ring_buffer_commit_slow(rb);
	emit_end();
}

/*
 * The common case: one instance, which records it and asks nothing, in plain task context.
 * The common fields go straight into the ring. It calls nothing that comes back.
 */
static __hot_return noinline void trace_event_record(struct trace_event_file *file,
						     struct trace_entry *record, u32 size)
{
	const struct trace_array *tr = file->tr;
	struct ring_buffer_per_cpu *rb = tr->buffer->cpu[smp_processor_id()];
	u32 count = preempt_count() - PREEMPT_OFFSET;
	u64 now = ring_clock_local();
	struct task_struct *task;
	struct ring_claim claim;
	u32 *to;

	if (unlikely(count > 15 || size > RING_SHORT_DATA_MAX ||
		     (tr->options & TRACE_OPTION_STACKTRACE)))
		return trace_event_emit_all(file->event, record, size, local_save_flags());
	to = ring_claim_sized(rb, size + 4, size / 4, now, &claim);
	if (unlikely(!to)) {
		if (ring_is_disabled(rb))
			return emit_end();
		return trace_event_emit_all(file->event, record, size, local_save_flags());
	}
	task = current;
	to[1] = trace_plain_head(count, file->id);
	to[2] = (u32)task->pid;
	task->trace.flags |= TASK_TRACE_RECORDED;
	copy_words(to + 3, record + 1, size - (u32)sizeof(*record));
	if (unlikely(!ring_claim_publish(rb, &claim)))
		return trace_event_commit_slow(rb);
	emit_end();
}

__hot_return void trace_event_emit(struct trace_event *event, struct trace_entry *record, u32 size)
{
	struct trace_event_file *file;
	u32 flags, answer;

	preempt_disable();
	file = READ_ONCE(event->files);
	if (unlikely(!file || READ_ONCE(file->next)))
		return trace_event_emit_all(event, record, size, local_save_flags());
	flags = READ_ONCE(file->flags);
	if (likely(flags == EVENT_ON))
		return trace_event_record(file, record, size);
	if (flags == (EVENT_ON | EVENT_BY_PID) && !event->other_pid &&
	    pid_ignore.slot[file->tr->event_pids.slot])
		return emit_end();
	/* The common fields are not there yet. */
	if (flags == (EVENT_ON | EVENT_FILTERED) &&
	    file->filter->tests->offset >= sizeof(*record)) {
		answer = predicate_begin(file->filter, record);
		if (answer == PREDICATE_FALSE)
			return emit_end();
		if (answer == PREDICATE_TRUE)
			return trace_event_record(file, record, size);
	}
	trace_event_emit_all(event, record, size, local_save_flags());
}

__hot_return void trace_event_emit_flags(struct trace_event *event, struct trace_entry *record,
					 u32 size, u64 cpu_flags)
{
	preempt_disable();
	trace_event_emit_all(event, record, size, cpu_flags);
}

u32 trace_event_string(struct trace_entry *record, u32 fixed, u32 *size, const char *text)
{
	/* Behind it are what the one that is cut ends in, and what the next ones are. */
	u32 end = (fixed + EVENT_STRINGS_MAX - 8) & ~3u;
	u32 offset = min(*size, end + 4), length = 0;
	char *to = (char *)record + offset;

	while (offset + length < end && text[length]) {
		to[length] = text[length];
		length++;
	}
	return trace_string_end((char *)record, offset, length, offset > end || text[length], size);
}
