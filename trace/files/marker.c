/* SPDX-License-Identifier: MIT */
/*
 * trace_marker: text that is written here becomes a record. A long write takes
 * only its beginning, so a program that writes all of it makes several records.
 *
 * trace_marker_raw: a number and bytes that mean something to whoever wrote them.
 */
#include "arch/x86_64/percpu.h"
#include "kernel/sched/preempt.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_event.h"
#include "trace/core/trace_options.h"
#include "trace/events/event_file.h"
#include "trace/events/trigger.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_fast.h"

#define TRACE_MARKER_MAX     1024 /* bytes of text in one record */
#define TRACE_MARKER_RAW_MAX 3072 /* bytes in one raw record */

/* Text on its way into a record. */
struct marker_text {
	const char *text;
	u32 bytes;
	char newline; /* or NUL: it ends with one */
	u32 length;   /* of the record, with newline and NUL */
};

/* NULs first, so that what is behind the text is right but for the newline. */
static __always_inline void fill_marker(struct print_entry *entry, const struct marker_text *marker,
					u64 ip)
{
	*(u32 *)((char *)entry + marker->length - sizeof(u32)) = 0;
	entry->ip = ip;
	entry->buf[marker->bytes] = marker->newline;
	memcpy(entry->buf, marker->text, marker->bytes);
}

/* When it is not the common case. */
static noinline bool trace_marker_record_slow(struct ring_buffer_per_cpu *rb,
					      struct marker_text marker, u64 ip, u32 ctx)
{
	struct print_entry *entry = trace_record_reserve(rb, TRACE_PRINT, marker.length, ctx);

	if (!entry)
		return false;
	fill_marker(entry, &marker, ip);
	trace_record_commit(rb, entry, marker.length);
	return true;
}

/* Return: whether this processor records. */
static __always_inline bool trace_marker_record(struct trace_array *tr, const char *text, u32 bytes,
						u64 ip)
{
	struct marker_text marker = {text, bytes, text[bytes - 1] == '\n' ? '\0' : '\n', 0};
	struct ring_buffer_per_cpu *rb;
	struct print_entry *entry = NULL;
	struct ring_claim claim;
	u32 ctx = trace_gen_ctx();
	bool recorded = true;

	marker.length = ALIGN_UP((u32)sizeof(struct print_entry) + bytes + 2, 4u);
	preempt_disable();
	rb = tr->buffer->cpu[smp_processor_id()];
	if (likely(marker.length <= RING_SHORT_DATA_MAX))
		entry = ring_claim(rb, marker.length, &claim);
	if (likely(entry)) {
		trace_record_fill(&entry->ent, TRACE_PRINT, ctx);
		fill_marker(entry, &marker, ip);
		ring_claim_commit(rb, &claim);
	} else {
		recorded = trace_marker_record_slow(rb, marker, ip, ctx);
	}
	preempt_enable();
	return recorded;
}

/* A write that triggers of ftrace:print look at: the record once more, without the newline. */
static noinline void trace_marker_trigger(struct trace_array *tr, const char *text, u32 bytes,
					  u64 ip)
{
	u64 room[(sizeof(struct print_entry) + TRACE_MARKER_MAX) / sizeof(u64) + 2];
	struct print_entry *entry = (struct print_entry *)room;
	struct trace_event_file *file;

	memcpy(entry->buf, text, bytes);
	memset(entry->buf + bytes, 0, sizeof(u64)); /* strings are read in words */
	entry->ip = ip;
	preempt_disable();
	trace_record_fill(&entry->ent, TRACE_PRINT,
			  trace_gen_ctx_at(preempt_count() - PREEMPT_OFFSET));
	file = trace_event_file_find(trace_event_by_id(TRACE_PRINT), tr);
	if (file && (file->flags & EVENT_TRIGGERED) && trace_triggers_call(file, entry))
		trace_triggers_post_call(file, entry);
	preempt_enable();
}

static int trace_marker_open(struct inode *inode, struct file *file)
{
	struct trace_array *tr = tracefs_node(inode)->tr;
	int error;

	trace_types_lock_acquire();
	error = tracing_update_buffers(tr);
	trace_types_lock_release();
	return error ? error : stream_open(inode, file);
}

/* Its name is what the record shows as who printed it, as on Linux. */
static noinline ssize_t tracing_mark_write(struct file *file, const char *buf, size_t count,
					   loff_t *pos)
{
	struct trace_array *tr = tracefs_node(file->f_inode)->tr;
	u32 bytes = (u32)min(count, (size_t)TRACE_MARKER_MAX);

	if (!(tr->options & TRACE_OPTION_MARKERS))
		return -EINVAL;
	if (!bytes)
		return 0;
	if (!trace_marker_record(tr, buf, bytes, (u64)tracing_mark_write))
		return -EBADF;
	if (static_branch_unlikely(&trace_marker_key))
		trace_marker_trigger(tr, buf, bytes, (u64)tracing_mark_write);
	return (ssize_t)bytes;
}

const struct file_operations trace_marker_fops = {
	.open = trace_marker_open,
	.write = tracing_mark_write,
};

static int trace_marker_raw_record(struct trace_array *tr, const char *bytes, u32 count)
{
	/* The first four bytes are the number. */
	u32 length = ALIGN_UP((u32)offsetof(struct raw_data_entry, id) + count, 4u);
	u32 ctx = trace_gen_ctx();
	struct ring_buffer_per_cpu *rb;
	struct raw_data_entry *entry;

	preempt_disable();
	rb = tr->buffer->cpu[smp_processor_id()];
	entry = trace_record_reserve(rb, TRACE_RAW_DATA, length, ctx);
	if (entry) {
		*(u32 *)((char *)entry + length - sizeof(u32)) = 0;
		memcpy(&entry->id, bytes, count);
		trace_record_commit(rb, entry, length);
	}
	preempt_enable();
	return entry ? 0 : -EBADF;
}

static ssize_t tracing_mark_raw_write(struct file *file, const char *buf, size_t count, loff_t *pos)
{
	struct trace_array *tr = tracefs_node(file->f_inode)->tr;
	int error;

	if (!(tr->options & TRACE_OPTION_MARKERS))
		return -EINVAL;
	if (count < sizeof(u32) || count > TRACE_MARKER_RAW_MAX)
		return -EINVAL;
	error = trace_marker_raw_record(tr, buf, (u32)count);
	return error ? error : (ssize_t)count;
}

const struct file_operations trace_marker_raw_fops = {
	.open = trace_marker_open,
	.write = tracing_mark_raw_write,
};
