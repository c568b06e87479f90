/* SPDX-License-Identifier: MIT */
/* What the files of trace/output/ share. */
#pragma once

#include "trace/output/trace_iterator.h"

/* COMM-PID as a line begins, of one task. */
struct trace_name {
	s32 pid;
	u32 length; /* of text; 0: unused */
	char comm[TASK_COMM_LEN];
	char text[48];
};

/* The name of one code address, without offset. */
struct trace_symbol {
	u64 ip;
	const char *name; /* lives as long as the code */
	size_t length;
};

#define TRACE_NAMES   64
#define TRACE_SYMBOLS 256

/* What one iterator has looked up so far; the same tasks and functions come again and again. */
struct trace_name_cache {
	struct trace_name name[TRACE_NAMES];
	struct trace_symbol symbol[TRACE_SYMBOLS];
};

/* One type of record: how it prints behind the prefix, newline included. */
struct trace_record_type {
	u16 type;
	const char *name;
	void (*print)(struct trace_iterator *iter);
};

/* The list of all types, its end has a NULL name. */
extern const struct trace_record_type trace_record_types[];
