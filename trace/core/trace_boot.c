/* SPDX-License-Identifier: MIT */
/* Obeying the command line, as far as it is about instances, options, clocks and snapshots. */
#include "kernel/mm/slab.h"
#include "kernel/printk.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/trace_array.h"
#include "trace/core/trace_array_internal.h"
#include "trace/core/trace_clock.h"
#include "trace/core/trace_options.h"
#include "trace/core/trace_params.h"
#include "trace/core/trace_snapshot.h"
#include "trace/core/tracer.h"
#include "trace/events/event_file.h"
#include "trace/events/trigger.h"

static void complain(const char *option, const char *value, int error)
{
	if (error)
		pr_warn("ftrace: %s=%s: error %d, ignored\n", option, value, -error);
}

/* The tracer to start is not current yet, but its options may already be named. */
static int set_boot_option(const char *name)
{
	const struct tracer *tracer = trace_params.tracer ? tracer_find(trace_params.tracer) : NULL;
	bool on = strncmp(name, "no", 2) != 0;
	const struct tracer_option *option =
		tracer ? tracer_find_option(tracer, on ? name : name + 2) : NULL;

	return option ? tracer_change_option(&global_trace, option, on)
		      : trace_set_option(&global_trace, name);
}

static void set_boot_options(const char *list)
{
	char name[64];

	while (*list) {
		const char *comma = strchr(list, ',');
		size_t length = comma ? (size_t)(comma - list) : strlen(list);

		if (length < sizeof(name)) {
			memcpy(name, list, length);
			name[length] = '\0';
			complain("trace_options", name, set_boot_option(name));
		} else {
			complain("trace_options", list, -EINVAL);
		}
		list += length + (comma != NULL);
	}
}

static void set_boot_clock(const char *name)
{
	const struct trace_clock *clock = trace_clock_find(name);

	if (clock)
		tracing_set_clock(&global_trace, clock);
	else
		complain("trace_clock", name, -EINVAL);
}

static void set_instance_flag(struct trace_array *tr, const char *flag)
{
	if (!strcmp(flag, "traceoff"))
		tracer_tracing_off(tr);
	else if (!strcmp(flag, "traceprintk") || !strcmp(flag, "printk"))
		complain("trace_instance", flag,
			 trace_change_option(tr, "trace_printk_dest", true));
	else
		complain("trace_instance", flag, -EINVAL);
}

/* NAME[^FLAG]...[,EVENT]...; no memory outlives a boot, so there is no NAME@ADDRESS. */
static void make_boot_instance(const char *text)
{
	const char *comma = strchr(text, ',');
	struct trace_array *tr;
	char name[64], *flag, *next;

	strscpy(name, text, comma ? min(sizeof(name), (size_t)(comma - text) + 1) : sizeof(name));
	flag = strchr(name, '^');
	if (flag)
		*flag++ = '\0';
	if (!*name || strchr(text, '@'))
		return complain("trace_instance", text, -EINVAL);
	tr = trace_array_create(name);
	if (!tr)
		return complain("trace_instance", text, -ENOMEM);
	for (; flag; flag = next) {
		next = strchr(flag, '^');
		if (next)
			*next++ = '\0';
		set_instance_flag(tr, flag);
	}
	if (comma)
		trace_events_set_boot(tr, "trace_instance", comma + 1);
}

void trace_boot_settings(void)
{
	int error = 0;

	if (trace_params.options)
		set_boot_options(trace_params.options);
	if (trace_params.clock)
		set_boot_clock(trace_params.clock);
	if (trace_params.alloc_snapshot) {
		trace_types_lock_acquire();
		error = tracing_alloc_snapshot_instance(&global_trace);
		trace_types_lock_release();
	}
	if (error)
		pr_warn("ftrace: alloc_snapshot: error %d, ignored\n", -error);
	if (trace_params.events)
		trace_events_set_boot(&global_trace, "trace_event", trace_params.events);
	if (trace_params.triggers)
		trace_trigger_boot(trace_params.triggers);
	for (u32 i = 0; i < TRACE_PARAM_INSTANCES && trace_params.instances[i]; i++)
		make_boot_instance(trace_params.instances[i]);
}

int trace_boot_done(void)
{
	if (trace_params.boot_snapshot)
		tracing_snapshot_instance(&global_trace);
	return 0;
}
