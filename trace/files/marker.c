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
#include "trace/files/control_files.h"
#include "trace/ring/ring_write.h"

#define TRACE_MARKER_MAX     1024 /* bytes of text in one record */
#define TRACE_MARKER_RAW_MAX 3072 /* bytes in one raw record */

/* Return: 0, or -EBADF when this processor does not record. */
static int trace_marker_record(struct trace_array *tr, const char *text, u32 bytes, u64 ip)
{
	bool newline = text[bytes - 1] == '\n';
	u32 length = ALIGN_UP((u32)sizeof(struct print_entry) + bytes + !newline + 1, 4u);
	struct ring_buffer_per_cpu *rb;
	struct print_entry *entry;
	u32 ctx = trace_gen_ctx();

	preempt_disable();
	rb = tr->buffer->cpu[smp_processor_id()];
	entry = trace_record_reserve(rb, TRACE_PRINT, length, ctx);
	if (entry) {
		entry->ip = ip;
		memcpy(entry->buf, text, bytes);
		if (!newline)
			entry->buf[bytes++] = '\n';
		entry->buf[bytes] = 0;
		trace_record_commit(rb, entry, length);
	}
	preempt_enable();
	return entry ? 0 : -EBADF;
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
	int error;

	if (!(tr->options & TRACE_OPTION_MARKERS))
		return -EINVAL;
	if (!bytes)
		return 0;
	error = trace_marker_record(tr, buf, bytes, (u64)tracing_mark_write);
	return error ? error : (ssize_t)bytes;
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
