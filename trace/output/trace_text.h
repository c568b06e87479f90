/* SPDX-License-Identifier: MIT */
/* What the files of trace/output/ share. */
#pragma once

#include "trace/output/trace_iterator.h"

/* Names looked up so far by one iterator, by pid. */
struct trace_name {
	s32 pid;
	char comm[TASK_COMM_LEN]; /* empty: unused */
};

struct trace_name_cache {
	struct trace_name slot[64];
};

/* One type of record: how it prints behind the prefix, newline included. */
struct trace_record_type {
	u16 type;
	const char *name;
	void (*print)(struct trace_iterator *iter);
};

/* The list of all types, its end has a NULL name. */
extern const struct trace_record_type trace_record_types[];
