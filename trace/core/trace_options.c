/* SPDX-License-Identifier: MIT */
/* The table of options that all tracers share, and how one is changed. */
#include "trace/core/trace_options.h"

#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/core/tracer.h"
#include "trace/ring/ring_buffer.h"

static int set_overwrite_option(struct trace_array *tr, bool on)
{
	const struct tracer_options *own = tr->current_tracer->options;
	int error;

	ring_buffer_change_overwrite(tr->buffers[0], on);
	ring_buffer_change_overwrite(tr->buffers[1], on);
	error = own && own->set ? own->set(tr, 0, on) : 0;
	if (!error)
		return 0;
	ring_buffer_change_overwrite(tr->buffers[0], !on);
	ring_buffer_change_overwrite(tr->buffers[1], !on);
	return error;
}

static int set_function_fork_option(struct trace_array *tr, bool on)
{
	pid_filter_follow(&tr->pids, on);
	return 0;
}

static int set_event_fork_option(struct trace_array *tr, bool on)
{
	pid_filter_follow(&tr->event_pids, on);
	return 0;
}

const struct trace_option trace_option_table[] = {
	{"print-parent", TRACE_OPTION_PRINT_PARENT, true, false, NULL},
	{"sym-offset", TRACE_OPTION_SYM_OFFSET, false, false, NULL},
	{"sym-addr", TRACE_OPTION_SYM_ADDR, false, false, NULL},
	{"verbose", TRACE_OPTION_VERBOSE, false, false, NULL},
	{"raw", TRACE_OPTION_RAW, false, false, NULL},
	{"hex", TRACE_OPTION_HEX, false, false, NULL},
	{"bin", TRACE_OPTION_BIN, false, false, NULL},
	{"block", TRACE_OPTION_BLOCK, false, false, NULL},
	{"fields", TRACE_OPTION_FIELDS, false, false, NULL},
	{"trace_printk", TRACE_OPTION_TRACE_PRINTK, true, true, NULL},
	{"annotate", TRACE_OPTION_ANNOTATE, true, false, NULL},
	{"printk-msg-only", TRACE_OPTION_PRINTK_MSGONLY, false, false, NULL},
	{"context-info", TRACE_OPTION_CONTEXT_INFO, true, false, NULL},
	{"latency-format", TRACE_OPTION_LATENCY_FORMAT, false, false, NULL},
	{"record-cmd", TRACE_OPTION_RECORD_CMD, true, true, NULL},
	{"record-tgid", TRACE_OPTION_RECORD_TGID, false, false, NULL},
	{"overwrite", TRACE_OPTION_OVERWRITE, true, false, set_overwrite_option},
	{"disable_on_free", TRACE_OPTION_STOP_ON_FREE, false, false, NULL},
	{"irq-info", TRACE_OPTION_IRQ_INFO, true, false, NULL},
	{"markers", TRACE_OPTION_MARKERS, true, false, NULL},
	{"event-fork", TRACE_OPTION_EVENT_FORK, false, false, set_event_fork_option},
	{"trace_printk_dest", TRACE_OPTION_PRINTK_DEST, true, false, trace_printk_set_dest},
	{"hash-ptr", TRACE_OPTION_HASH_PTR, false, false, NULL}, /* nothing is secret here */
	{"pause-on-trace", TRACE_OPTION_PAUSE_ON_TRACE, false, false, NULL},
	{"function-fork", TRACE_OPTION_FUNC_FORK, false, false, set_function_fork_option},
	{"stacktrace", TRACE_OPTION_STACKTRACE, false, false, NULL},
	{NULL, 0, false, false, NULL},
};

u64 trace_options_default(void)
{
	const struct trace_option *option;
	u64 bits = 0;

	for (option = trace_option_table; option->name; option++)
		if (option->on)
			bits |= option->bit;
	return bits;
}

void trace_options_inherit(struct trace_array *tr)
{
	const struct trace_option *option;

	for (option = trace_option_table; option->name; option++) {
		bool on = !option->only_first && global_trace.options & option->bit &&
			  !(option->bit & TRACE_OPTIONS_NOT_INHERITED);

		if (on == !!(tr->options & option->bit) || (option->set && option->set(tr, on)))
			continue;
		tr->options ^= option->bit;
	}
}

static const struct trace_option *trace_option_find(const char *name)
{
	const struct trace_option *option = trace_option_table;

	while (option->name && strcmp(option->name, name) != 0)
		option++;
	return option->name ? option : NULL;
}

int trace_change_option(struct trace_array *tr, const char *name, bool on)
{
	const struct trace_option *option = trace_option_find(name);
	int error = 0;

	if (!option)
		return tracer_set_option(tr, name, on);
	if (option->only_first && tr != &global_trace)
		return -EINVAL;
	trace_types_lock_acquire();
	if (!!(tr->options & option->bit) != on) {
		error = option->set ? option->set(tr, on) : 0;
		if (!error)
			tr->options ^= option->bit;
	}
	trace_types_lock_release();
	return error;
}

int trace_set_option(struct trace_array *tr, const char *name)
{
	/* No option's own name begins with "no". */
	bool on = strncmp(name, "no", 2) != 0;

	return trace_change_option(tr, on ? name : name + 2, on);
}
