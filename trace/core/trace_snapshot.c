/* SPDX-License-Identifier: MIT */
/* Exchanging the two buffers of an instance. */
#include "trace/core/trace_snapshot.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/barrier.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "trace/core/trace_array.h"
#include "trace/ring/ring_buffer.h"

int tracing_alloc_snapshot_instance(struct trace_array *tr)
{
	int error = tracing_update_buffers(tr);
	u32 cpu;

	for_each_cpu (cpu, cpu_possible_mask) {
		size_t bytes = ring_buffer_size(tr->buffer, cpu);

		if (!error && ring_buffer_size(tr->snapshot, cpu) != bytes)
			error = ring_buffer_resize(tr->snapshot, bytes, (int)cpu);
	}
	if (error)
		tracing_free_snapshot_instance(tr);
	else
		WRITE_ONCE(tr->snapshot_allocated, true);
	return error;
}

void tracing_free_snapshot_instance(struct trace_array *tr)
{
	(void)xchg(&tr->snapshot_allocated, false);
	/* Who has seen it set is in tracing_snapshot_instance(), and soon out of it. */
	while (READ_ONCE(tr->snapshot_running))
		cpu_relax();
	ring_buffer_reset(tr->snapshot);
	if (ring_buffer_resize(tr->snapshot, 1, RING_BUFFER_ALL_CPUS))
		pr_warn("ftrace: the spare buffer keeps its memory\n");
}

bool tracing_snapshot_instance(struct trace_array *tr)
{
	u64 flags = local_irq_save();
	bool taken = true;

	if (!xchg(&tr->snapshot_running, 1)) {
		struct ring_buffer *full = tr->buffer;

		taken = READ_ONCE(tr->snapshot_allocated);
		if (taken) {
			WRITE_ONCE(tr->buffer, tr->snapshot);
			WRITE_ONCE(tr->snapshot, full);
		}
		smp_store_release(&tr->snapshot_running, 0);
	}
	local_irq_restore(flags);
	return taken;
}
