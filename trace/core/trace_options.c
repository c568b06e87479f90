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
	ring_buffer_change_overwrite(tr->buffers[0], on);
	ring_buffer_change_overwrite(tr->buffers[1], on);
	return 0;
}

static int set_function_fork_option(struct trace_array *tr, bool on)
{
	pid_filter_follow(&tr->pids, on);
	return 0;
}

const struct trace_option trace_option_table[] = {
	{"print-parent", TRACE_OPTION_PRINT_PARENT, true, NULL},
	{"sym-offset", TRACE_OPTION_SYM_OFFSET, false, NULL},
	{"sym-addr", TRACE_OPTION_SYM_ADDR, false, NULL},
	{"annotate", TRACE_OPTION_ANNOTATE, true, NULL},
	{"context-info", TRACE_OPTION_CONTEXT_INFO, true, NULL},
	{"overwrite", TRACE_OPTION_OVERWRITE, true, set_overwrite_option},
	{"irq-info", TRACE_OPTION_IRQ_INFO, true, NULL},
	{"markers", TRACE_OPTION_MARKERS, true, NULL},
	{"function-fork", TRACE_OPTION_FUNC_FORK, false, set_function_fork_option},
	{NULL, 0, false, NULL},
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
		bool on = global_trace.options & option->bit;

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
