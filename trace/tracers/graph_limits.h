/* SPDX-License-Identifier: MIT */
/*
 * Which calls the graph tracers record: set_graph_function, set_graph_notrace and
 * max_graph_depth, the same for all instances.
 */
#pragma once

#include "lib/compiler.h"
#include "trace/core/ftrace.h"
#include "trace/core/site_condition.h"

struct trace_params;

/* A bit by address: clear means that no function there is listed. */
struct graph_quick {
	u64 words[64];
};

/* A list as callbacks read it; never changed, replaced as a whole. */
struct graph_list {
	struct graph_quick quick;
	struct site_set set;
	const struct site_conditions *conditions; /* graph_filter's, or NULL */
};

struct graph_limits {
	struct graph_quick quick;	       /* of both lists together */
	struct graph_list *list[FTRACE_LISTS]; /* NULL: set_graph_... is empty; preemption off */
	u32 max_depth;			       /* 0: none */
	bool any;			       /* one of these is set */
};

/* Read by callbacks. */
extern struct graph_limits graph_limits;

/* What the two files edit. */
extern struct ftrace_filter graph_filter;

/* What the command line says. Context: boot, before a tracer starts. */
void graph_limits_boot(const struct trace_params *params);

/* Context: task, may sleep. */
void graph_set_max_depth(u32 depth);

/*
 * After a change of any of it or of tracing_thresh: gives the tracers that run the
 * callback for it. Context: task, may sleep. Return: 0 or as ftrace_ops_set_func().
 */
int graph_limits_apply(void);

bool graph_list_has_slow(const struct graph_list *list, u64 ip);

static __always_inline bool graph_quick_has(const struct graph_quick *quick, u64 ip)
{
	u64 bit = ip / 16; /* functions are aligned to 16 bytes */

	return quick->words[bit / 64 % 64] >> bit % 64 & 1;
}

/* Return: whether the site at @ip is listed. Context: any, preemption off. */
static __always_inline bool graph_list_has(const struct graph_list *list, u64 ip)
{
	return graph_quick_has(&list->quick, ip) && graph_list_has_slow(list, ip);
}

/* Return: false if the site at @ip is in neither list. Any context. */
static __always_inline bool graph_may_be_listed(u64 ip)
{
	return graph_quick_has(&graph_limits.quick, ip);
}
