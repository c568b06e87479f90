/* SPDX-License-Identifier: MIT */
/* The list of tracers, and which one an instance uses. */
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/tracers/tracers.h"

const struct tracer *const tracers[] = {
	&nop_tracer,
	&function_tracer,
	&function_graph_tracer,
	NULL,
};

_Static_assert(ARRAY_SIZE(tracers) <= TRACERS_MAX, "one word each in struct trace_array");

const struct tracer *tracer_find(const char *name)
{
	const struct tracer *const *tracer;

	for (tracer = tracers; *tracer; tracer++)
		if (!strcmp((*tracer)->name, name))
			return *tracer;
	return NULL;
}

/* trace_types_lock is held. Return: 0, or why @next did not start; then nop is current. */
static int switch_tracer(struct trace_array *tr, const struct tracer *next)
{
	int error;

	tr->current_tracer->stop(tr);
	tr->current_tracer = &nop_tracer;
	tr->tracer_flags = tracer_flags_of(tr, next);
	tracing_reset(tr);
	error = next->start(tr);
	if (!error)
		tr->current_tracer = next;
	return error;
}

int tracing_set_tracer(struct trace_array *tr, const char *name)
{
	const struct tracer *next = tracer_find(name);
	const struct tracer *old;
	int error = 0;

	if (!next)
		return -EINVAL;
	trace_types_lock_acquire();
	old = tr->current_tracer;
	if (next == old)
		goto out;
	if (tr->pipe_readers) {
		error = -EBUSY;
		goto out;
	}
	error = tracing_update_buffers(tr);
	if (error)
		goto out;
	error = switch_tracer(tr, next);
	if (error && switch_tracer(tr, old))
		pr_err("ftrace: %s did not start, and %s does not start again\n", name, old->name);
out:
	trace_types_lock_release();
	return error;
}

const struct tracer_option *tracer_find_option(const struct tracer *tracer, const char *name)
{
	const struct tracer_option *option = tracer->options ? tracer->options->list : NULL;

	for (; option && option->name; option++)
		if (!strcmp(option->name, name))
			return option;
	return NULL;
}

/* Return: whose option it is, as an index in tracers[]. */
static u32 option_owner(const struct tracer_option *option)
{
	u32 i;

	for (i = 0; tracers[i + 1]; i++)
		if (tracer_find_option(tracers[i], option->name) == option)
			break;
	return i;
}

/* trace_types_lock is held. */
static int change_option(struct trace_array *tr, const struct tracer_option *option, bool on)
{
	u32 owner = option_owner(option);
	const struct tracer *tracer = tracers[owner];
	int error = 0;

	if (on == !!(tr->tracer_kept[owner] & option->bit))
		return 0;
	if (tracer->options->set)
		error = tracer->options->set(tr, option->bit, on);
	if (error)
		return error;
	tr->tracer_kept[owner] ^= option->bit;
	if (tracer == tr->current_tracer)
		tr->tracer_flags = tr->tracer_kept[owner];
	return 0;
}

int tracer_set_option(struct trace_array *tr, const char *name, bool on)
{
	const struct tracer_option *option;
	int error;

	trace_types_lock_acquire();
	option = tracer_find_option(tr->current_tracer, name);
	error = option ? change_option(tr, option, on) : -EINVAL;
	trace_types_lock_release();
	return error;
}

int tracer_change_option(struct trace_array *tr, const struct tracer_option *option, bool on)
{
	int error;

	trace_types_lock_acquire();
	error = change_option(tr, option, on);
	trace_types_lock_release();
	return error;
}

bool tracer_option_is_on(const struct trace_array *tr, const struct tracer_option *option)
{
	return tr->tracer_kept[option_owner(option)] & option->bit;
}

void tracer_init_options(struct trace_array *tr)
{
	u32 i;

	for (i = 0; tracers[i]; i++)
		tr->tracer_kept[i] = tracers[i]->options ? tracers[i]->options->initial : 0;
}

u32 tracer_flags_of(const struct trace_array *tr, const struct tracer *tracer)
{
	u32 i;

	for (i = 0; tracers[i] && tracers[i] != tracer; i++)
		;
	return tracers[i] ? tr->tracer_kept[i] : 0;
}

int tracer_selftests(void)
{
	const struct tracer *const *tracer;
	int failed = 0;

	for (tracer = tracers; *tracer; tracer++) {
		int error;

		if (!(*tracer)->selftest)
			continue;
		error = (*tracer)->selftest(&global_trace);
		failed += error != 0;
		if (error)
			pr_err("ftrace: selftest of %s: FAIL (%d)\n", (*tracer)->name, error);
		else
			pr_info("ftrace: selftest of %s: PASS\n", (*tracer)->name);
	}
	return failed;
}
