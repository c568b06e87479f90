/* SPDX-License-Identifier: MIT */
/* Setting what graph tracers record, while they do. */
#include "trace/tracers/graph_limits.h"

#include "kernel/locks/mutex.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "trace/core/filter.h"
#include "trace/core/ftrace_wait.h"
#include "trace/core/trace_latency.h"
#include "trace/core/trace_params.h"

struct graph_limits graph_limits;

static DEFINE_MUTEX(graph_limits_mutex);

static int graph_filter_exchange(struct ftrace_filter *filter, enum ftrace_list which,
				 struct site_set *sites, struct site_conditions **conditions);

struct ftrace_filter graph_filter = {.exchange = graph_filter_exchange};

/* [graph_limits_mutex] */
static void graph_limits_note(void)
{
	const struct graph_list *only = graph_limits.list[FTRACE_ONLY];
	const struct graph_list *never = graph_limits.list[FTRACE_NEVER];
	u32 i;

	for (i = 0; i < ARRAY_SIZE(graph_limits.quick.words); i++)
		WRITE_ONCE(graph_limits.quick.words[i],
			   (only ? only->quick.words[i] : 0) | (never ? never->quick.words[i] : 0));
	WRITE_ONCE(graph_limits.any, only || never || graph_limits.max_depth);
}

bool graph_list_has_slow(const struct graph_list *list, u64 ip)
{
	s64 index = ftrace_site_index(ip);

	return index >= 0 && site_set_has(&list->set, (u32)index);
}

static void graph_list_free(struct graph_list *list)
{
	if (list)
		site_set_free(&list->set);
	kfree(list);
}

/* Return: what callbacks read for @sites, or NULL without memory. */
static struct graph_list *graph_list_create(const struct site_set *sites)
{
	struct graph_list *list = kzalloc(sizeof(*list), GFP_KERNEL);
	s64 index;

	if (!list || site_set_copy(&list->set, sites)) {
		kfree(list);
		return NULL;
	}
	for (index = site_set_next(sites, 0); index >= 0;
	     index = site_set_next(sites, (u32)index + 1)) {
		const struct ftrace_site *site = ftrace_site_at((u32)index);
		u64 bit = site ? site->ip / 16 : 0;

		list->quick.words[bit / 64 % 64] |= 1ul << bit % 64;
	}
	return list;
}

static int graph_filter_exchange(struct ftrace_filter *filter, enum ftrace_list which,
				 struct site_set *sites, struct site_conditions **conditions)
{
	struct graph_list *list = sites->count ? graph_list_create(sites) : NULL, *old;
	struct site_set old_sites = filter->list[which];

	if (sites->count && !list)
		return -ENOMEM;
	if (list && conditions)
		list->conditions = *conditions;
	mutex_lock(&graph_limits_mutex);
	old = graph_limits.list[which];
	WRITE_ONCE(graph_limits.list[which], list);
	graph_limits_note();
	mutex_unlock(&graph_limits_mutex);
	filter->list[which] = *sites;
	*sites = old_sites;
	if (conditions) {
		struct site_conditions *old_conditions = filter->conditions;

		filter->conditions = *conditions;
		*conditions = old_conditions;
	}
	if (old)
		ftrace_wait_for_list(); /* callbacks look at it with preemption off */
	graph_list_free(old);
	return 0;
}

void graph_set_max_depth(u32 depth)
{
	mutex_lock(&graph_limits_mutex);
	WRITE_ONCE(graph_limits.max_depth, depth);
	graph_limits_note();
	mutex_unlock(&graph_limits_mutex);
}

void graph_limits_boot(const struct trace_params *params)
{
	if (params->graph_filter)
		ftrace_filter_set_boot(&graph_filter, FTRACE_ONLY, "ftrace_graph_filter",
				       params->graph_filter);
	if (params->graph_notrace)
		ftrace_filter_set_boot(&graph_filter, FTRACE_NEVER, "ftrace_graph_notrace",
				       params->graph_notrace);
	if (params->graph_max_depth)
		graph_set_max_depth(params->graph_max_depth);
	if (params->thresh_us) {
		tracing_thresh_ns = params->thresh_us * 1000;
		graph_limits_apply();
	}
}
