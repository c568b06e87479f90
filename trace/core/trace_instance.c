/* SPDX-License-Identifier: MIT */
/* Instances besides the first: making and removing them, and who keeps them meanwhile. */
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/filter.h"
#include "trace/core/func_command.h"
#include "trace/core/site_condition.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_array_internal.h"
#include "trace/core/trace_options.h"
#include "trace/core/trace_params.h"
#include "trace/core/tracer.h"
#include "trace/events/event_file.h"

struct trace_array *trace_array_create(const char *name)
{
	size_t bytes = trace_params.buffer_bytes;
	struct trace_array *tr = kzalloc(sizeof(*tr), GFP_KERNEL);
	const char *copy = kstrdup(name, GFP_KERNEL);

	if (!tr || !copy || trace_array_init(tr, copy, bytes ? bytes : TRACE_BUFFER_BYTES)) {
		kfree(copy);
		kfree(tr);
		return NULL;
	}
	atomic_set(&tr->holders, 1);
	trace_types_lock_acquire();
	trace_options_inherit(tr);
	list_add_tail(&tr->list, &trace_arrays);
	trace_types_lock_release();
	return tr;
}

/* From here on nothing is opened. Return: 0, -EBUSY, -ENODEV. */
static int trace_array_close(struct trace_array *tr)
{
	int error = 0;

	trace_types_lock_acquire();
	if (tr->removed)
		error = -ENODEV;
	else if (tr->references)
		error = -EBUSY;
	else
		tr->removed = true;
	trace_types_lock_release();
	return error;
}

int trace_array_remove(struct trace_array *tr)
{
	int error = trace_array_close(tr);

	if (error)
		return error;
	tracing_set_tracer(tr, "nop");
	trace_types_lock_acquire();
	trace_printk_set_dest(tr, false);
	list_del(&tr->list);
	trace_types_lock_release();
	if (func_command_clear(tr) || (tr->function_ops.flags & FTRACE_OPS_FL_ENABLED)) {
		pr_err("ftrace: instance %s: its functions cannot be switched off, it stays\n",
		       tr->name);
		trace_array_hold(tr);
		return 0;
	}
	trace_events_remove_instance(tr);
	ftrace_ops_destroy(&tr->function_ops);
	filter_lock_acquire();
	site_conditions_free(tr->filter.conditions);
	for (u32 list = 0; list < FTRACE_LISTS; list++) {
		site_set_free(&tr->filter.list[list]);
		filter_module_clear(tr, list);
	}
	filter_lock_release();
	pid_filter_free(&tr->pids);
	pid_filter_free(&tr->event_pids);
	error_log_clear(&tr->error_log);
	trace_array_free_buffers(tr);
	return 0;
}

void trace_array_hold(struct trace_array *tr)
{
	atomic_inc(&tr->holders);
}

void trace_array_drop(struct trace_array *tr)
{
	if (!atomic_dec_and_test(&tr->holders))
		return;
	kfree(tr->name);
	kfree(tr);
}

int trace_array_get(struct trace_array *tr)
{
	int error = 0;

	trace_types_lock_acquire();
	if (tr->removed)
		error = -ENODEV;
	else
		tr->references++;
	trace_types_lock_release();
	return error;
}

void trace_array_put(struct trace_array *tr)
{
	trace_types_lock_acquire();
	tr->references--;
	trace_types_lock_release();
}
