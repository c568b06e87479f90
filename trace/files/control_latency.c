/* SPDX-License-Identifier: MIT */
/* The files about durations, all in microseconds. */
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "trace/core/trace_latency.h"
#include "trace/files/control_files.h"
#include "trace/tracers/graph_limits.h"

u64 tracing_thresh_ns;

static int parse_microseconds(const char *text, u64 *ns)
{
	unsigned long us;
	int error = kstrtoul(text, 10, &us);

	if (!error && us > ~0ul / 1000)
		error = -ERANGE;
	if (!error)
		WRITE_ONCE(*ns, us * 1000);
	return error;
}

/* tracing_thresh: what takes less is not worth recording; 0: everything is. */
int tracing_thresh_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%lu\n", tracing_thresh_ns / 1000);
	return 0;
}

int tracing_thresh_store(struct tracefs_node *node, char *text)
{
	int error = parse_microseconds(text, &tracing_thresh_ns);

	return error ? error : graph_limits_apply();
}

/* tracing_max_latency: the longest so far; 0 begins again. */
int tracing_max_latency_show(struct seq_file *m, struct tracefs_node *node)
{
	seq_printf(m, "%lu\n", node->tr->max_latency_ns / 1000);
	return 0;
}

int tracing_max_latency_store(struct tracefs_node *node, char *text)
{
	return parse_microseconds(text, &node->tr->max_latency_ns);
}
