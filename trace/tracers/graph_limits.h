/* SPDX-License-Identifier: MIT */
/*
 * Which calls the graph tracers record: set_graph_function, set_graph_notrace and
 * max_graph_depth, the same for all instances.
 */
#pragma once

#include "lib/compiler.h"
#include "trace/core/ftrace.h"

#define GRAPH_QUICK_BITS 4096

/* A list as callbacks read it; never changed, replaced as a whole. */
struct graph_list {
	u64 quick[GRAPH_QUICK_BITS / 64]; /* a bit by address: clear means not in the set */
	struct site_set set;
};

struct graph_limits {
	struct graph_list *list[FTRACE_LISTS]; /* NULL: set_graph_... is empty */
	u32 max_depth;			       /* 0: none */
	bool any;			       /* one of these is set */
};

/* Read by callbacks, with preemption off. */
extern struct graph_limits graph_limits;

/* What the two files edit. */
extern struct ftrace_filter graph_filter;

/* Context: task, may sleep. */
void graph_set_max_depth(u32 depth);

bool graph_list_has_slow(const struct graph_list *list, u64 ip);

/* Return: whether the site at @ip is listed. Context: any, preemption off. */
static __always_inline bool graph_list_has(const struct graph_list *list, u64 ip)
{
	u64 bit = ip / 16 % GRAPH_QUICK_BITS; /* functions are aligned to 16 bytes */

	return (list->quick[bit / 64] >> bit % 64 & 1) && graph_list_has_slow(list, ip);
}
