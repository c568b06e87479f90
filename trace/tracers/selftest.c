/* SPDX-License-Identifier: MIT */
/* Counting what a tracer under test has recorded. */
#include "trace/tracers/selftest.h"

#include "kernel/smp/cpumask.h"
#include "trace/core/trace_array.h"
#include "trace/ring/ring_buffer.h"

u64 trace_selftest_records(struct trace_array *tr)
{
	struct ring_buffer_stats stats;
	u64 records = 0;
	u32 cpu;

	for_each_possible_cpu (cpu) {
		ring_buffer_get_stats(tr->buffer, cpu, &stats);
		records += stats.written;
	}
	return records;
}
