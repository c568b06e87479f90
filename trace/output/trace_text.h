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
	u32 numbers; /* it is that many u64 behind the common fields: for raw, hex and bin */
};

/* The list of all types, its end has a NULL name. */
extern const struct trace_record_type trace_record_types[];

/* trace_records.c: the text alone of a TRACE_PRINT record. */
void trace_print_message(struct trace_iterator *iter);
/* trace_layouts.c: the record as the options raw, hex or bin have it, prefix included. */
void trace_print_unformatted(struct trace_iterator *iter);
/* trace_layouts.c: EVENT: FIELD=VALUE ... as the record's description has it. */
void trace_print_fields(struct trace_iterator *iter);

/*
 * trace_latency_text.c, the latency layout: the prefix of a line, what is above the lines
 * (false: not without records), and the titles of its columns.
 */
void trace_print_latency_context(struct trace_iterator *iter);
bool trace_print_latency_header(struct trace_iterator *iter);
void trace_print_latency_titles(struct trace_iterator *iter);

/* How many records there are, and were with those that are lost. */
void trace_count_entries(struct trace_iterator *iter, u64 *entries, u64 *written);

/* COMM-PID of a task and, as the options say, its group; up to the processor's bracket. */
const struct trace_name *trace_find_name(struct trace_iterator *iter, s32 pid);
