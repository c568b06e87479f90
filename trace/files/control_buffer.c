/* SPDX-License-Identifier: MIT */
/* The files about the size and the use of the ring buffers. */
#include "arch/x86_64/page.h"
#include "kernel/smp/cpumask.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/core/trace_clock.h"
#include "trace/files/control_files.h"
#include "trace/ring/ring_buffer.h"

static unsigned long buffer_kb(struct trace_array *tr, u32 cpu)
{
	return ring_buffer_size(tr->buffer, cpu) >> 10;
}

static bool buffer_sizes_are_equal(struct trace_array *tr)
{
	u32 cpu;

	for_each_cpu (cpu, cpu_possible_mask)
		if (buffer_kb(tr, cpu) != buffer_kb(tr, cpumask_first(cpu_possible_mask)))
			return false;
	return true;
}

/* buffer_size_kb: KiB per processor, X if they differ; before the first use, what it will be. */
int buffer_size_kb_show(struct seq_file *m, struct tracefs_node *node)
{
	struct trace_array *tr = node->tr;
	bool all = node->cpu == RING_BUFFER_ALL_CPUS;
	u32 cpu = all ? cpumask_first(cpu_possible_mask) : (u32)node->cpu;

	trace_types_lock_acquire();
	if (all && !buffer_sizes_are_equal(tr))
		seq_puts(m, "X\n");
	else if (tr->full_bytes)
		seq_printf(m, "%lu (expanded: %lu)\n", buffer_kb(tr, cpu), tr->full_bytes >> 10);
	else
		seq_printf(m, "%lu\n", buffer_kb(tr, cpu));
	trace_types_lock_release();
	return 0;
}

int buffer_size_kb_store(struct tracefs_node *node, char *text)
{
	struct trace_array *tr = node->tr;
	unsigned long kb;
	int error = kstrtoul(text, 10, &kb);

	if (error)
		return error;
	if (!kb)
		return -EINVAL;
	if (kb > ~0ul >> 10)
		return -ENOMEM;
	trace_types_lock_acquire();
	if (node->cpu != RING_BUFFER_ALL_CPUS)
		error = tracing_update_buffers(tr);
	if (!error)
		error = tracing_resize_buffers(tr, kb << 10, node->cpu);
	if (!error)
		tr->full_bytes = 0;
	trace_types_lock_release();
	return error;
}

/* buffer_total_size_kb: the sum over the processors. */
int buffer_total_size_kb_show(struct seq_file *m, struct tracefs_node *node)
{
	struct trace_array *tr = node->tr;
	unsigned long now = 0, full = 0;
	u32 cpu;

	trace_types_lock_acquire();
	for_each_cpu (cpu, cpu_possible_mask) {
		now += buffer_kb(tr, cpu);
		full += tr->full_bytes >> 10;
	}
	if (full)
		seq_printf(m, "%lu (expanded: %lu)\n", now, full);
	else
		seq_printf(m, "%lu\n", now);
	trace_types_lock_release();
	return 0;
}

static void show_stamp(struct seq_file *m, const char *name, u64 stamp, bool in_ns)
{
	if (in_ns)
		seq_printf(m, "%s: %5lu.%06lu\n", name, stamp / 1000000000,
			   stamp % 1000000000 / 1000);
	else
		seq_printf(m, "%s: %lu\n", name, stamp);
}

/* per_cpu/cpuN/stats */
int buffer_stats_show(struct seq_file *m, struct tracefs_node *node)
{
	struct ring_buffer_stats stats;
	bool in_ns = node->tr->clock->in_ns;

	ring_buffer_get_stats(node->tr->buffer, (u32)node->cpu, &stats);
	seq_printf(m, "entries: %lu\noverrun: %lu\ncommit overrun: %lu\nbytes: %lu\n",
		   stats.entries, stats.overrun, stats.commit_overrun, stats.bytes);
	show_stamp(m, "oldest event ts", stats.oldest_ts, in_ns);
	show_stamp(m, "now ts", stats.now_ts, in_ns);
	seq_printf(m, "dropped events: %lu\nread events: %lu\n", stats.dropped, stats.read);
	return 0;
}

/* buffer_percent: how full a ring is when who waits to read it raw goes on; 0: with any record. */
int buffer_percent_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%u\n", node->tr->buffer_percent);
	return 0;
}

int buffer_percent_store(struct tracefs_node *node, char *text)
{
	unsigned long percent;
	int error = kstrtoul(text, 10, &percent);

	if (!error && percent > 100)
		error = -EINVAL;
	if (!error)
		WRITE_ONCE(node->tr->buffer_percent, (u32)percent);
	return error;
}

/* buffer_subbuf_size_kb: KiB of a page of the rings; a change drops all records. */
int buffer_subbuf_size_kb_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%u\n", ring_buffer_subbuf_size(node->tr->buffer) >> 10);
	return 0;
}

/* Both buffers must agree; the spare one is usually small. trace_types_lock is held. */
static int set_subbuf_size(struct trace_array *tr, u32 bytes)
{
	u32 old = ring_buffer_subbuf_size(tr->buffer);
	int error;

	if (bytes == old)
		return 0;
	if (tr->pipe_readers)
		return -EBUSY;
	trace_array_pause(tr);
	error = ring_buffer_set_subbuf_size(tr->snapshot, bytes);
	if (!error)
		error = ring_buffer_set_subbuf_size(tr->buffer, bytes);
	if (error)
		ring_buffer_set_subbuf_size(tr->snapshot, old);
	trace_array_resume(tr);
	if (!error)
		tracing_buffer_emptied(tr);
	return error;
}

int buffer_subbuf_size_kb_store(struct tracefs_node *node, char *text)
{
	unsigned long kb;
	u32 bytes = PAGE_SIZE;
	int error = kstrtoul(text, 10, &kb);

	if (error)
		return error;
	if (!kb || kb > 128 * PAGE_SIZE >> 10)
		return -EINVAL;
	while (bytes < kb << 10)
		bytes *= 2;
	trace_types_lock_acquire();
	error = set_subbuf_size(node->tr, bytes);
	trace_types_lock_release();
	return error;
}

/* timestamp_mode: records carry the time since the one before. */
int timestamp_mode_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_puts(m, "[delta] absolute\n");
	return 0;
}
