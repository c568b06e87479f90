/* SPDX-License-Identifier: MIT */
/* Noting what the command line says about tracing. */
#include "trace/core/trace_params.h"

#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

struct trace_params trace_params;

static int note(const char **where, const char *value)
{
	if (!value || !*value)
		return -EINVAL;
	*where = value;
	return 0;
}

int trace_param_tracer(const char *value)
{
	return note(&trace_params.tracer, value);
}

int trace_param_filter(const char *value)
{
	return note(&trace_params.filter, value);
}

int trace_param_notrace(const char *value)
{
	return note(&trace_params.notrace_filter, value);
}

int trace_param_graph_filter(const char *value)
{
	return note(&trace_params.graph_filter, value);
}

int trace_param_graph_notrace(const char *value)
{
	return note(&trace_params.graph_notrace, value);
}

int trace_param_graph_max_depth(const char *value)
{
	return value ? kstrtouint(value, 10, &trace_params.graph_max_depth) : -EINVAL;
}

int trace_param_thresh(const char *value)
{
	u64 us;
	int error = value ? kstrtoul(value, 10, &us) : -EINVAL;

	if (!error && us > ~0ul / 1000)
		error = -EINVAL;
	if (!error)
		trace_params.thresh_us = us;
	return error;
}

int trace_param_buf_size(const char *value)
{
	char *end;
	size_t bytes;

	if (!value)
		return -EINVAL;
	bytes = memparse(value, &end);
	if (*end || !bytes)
		return -EINVAL;
	trace_params.buffer_bytes = bytes;
	return 0;
}

int trace_param_selftest(const char *value)
{
	trace_params.selftest = true;
	return 0;
}

int trace_param_options(const char *value)
{
	return note(&trace_params.options, value);
}

int trace_param_clock(const char *value)
{
	return note(&trace_params.clock, value);
}

int trace_param_alloc_snapshot(const char *value)
{
	trace_params.alloc_snapshot = true;
	return 0;
}

/* It needs the spare buffer, too. */
int trace_param_boot_snapshot(const char *value)
{
	trace_params.boot_snapshot = true;
	return trace_param_alloc_snapshot(value);
}

int trace_param_event(const char *value)
{
	return note(&trace_params.events, value);
}

int trace_param_trigger(const char *value)
{
	return note(&trace_params.triggers, value);
}

int trace_param_probes(const char *value)
{
	return note(&trace_params.probes, value);
}

int trace_param_tp_printk(const char *value)
{
	trace_params.printk_events = true;
	return 0;
}

int trace_param_instance(const char *value)
{
	u32 i = 0;

	while (i < TRACE_PARAM_INSTANCES && trace_params.instances[i])
		i++;
	if (i == TRACE_PARAM_INSTANCES || (value && strchr(value, '/')))
		return -EINVAL;
	return note(&trace_params.instances[i], value);
}
