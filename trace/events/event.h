/* SPDX-License-Identifier: MIT */
/*
 * The description of a kind of record, once for all who need it: the file
 * `format`, the host's exporter, who looks a field up by its name.
 *
 * A kind is a packed struct that begins with struct trace_entry, a table of
 * fields beside it, and how it prints:
 *
 *	static const struct trace_field page_fields[] = {
 *		TRACE_FIELD(struct page_record, unsigned long, address),
 *		TRACE_FIELD_ARRAY(struct page_record, char, comm, 16),
 *	};
 *	static const struct trace_event page_event = {
 *		.system = "mm", .name = "page", .id = TRACE_PAGE,
 *		.fields = page_fields, .field_count = ARRAY_SIZE(page_fields),
 *		.print_fmt = TRACE_TEXT("%s took %lx", REC->comm, REC->address),
 *	};
 *
 * A field's place is the member's. That the type in words has the member's size
 * is checked when it is compiled.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct seq_file;

struct trace_field {
	const char *type; /* as C and Linux write it */
	const char *name; /* with [N], or [] for up to the record's end, if it is an array */
	u16 offset;	  /* from the start of the record */
	u16 size;	  /* of all of it; 0: up to the record's end */
	bool is_signed;	  /* its elements, if it is an array */
};

struct trace_event {
	const char *system; /* its directory in events/ */
	const char *name;
	const struct trace_field *fields; /* without those of struct trace_entry */
	u16 field_count;
	u16 id;		       /* trace_entry.type */
	const char *print_fmt; /* arguments for printf(), in C; REC is the record */
};

/* A member with one value. */
#define TRACE_FIELD(record, c_type, member)                                                     \
	{                                                                                       \
		.type = #c_type, .name = #member, .offset = offsetof(record, member),           \
		.size = sizeof(c_type) +                                                        \
			0 * sizeof(struct {                                                     \
				char nothing;                                                   \
				_Static_assert(sizeof(c_type) == sizeof(((record *)0)->member), \
					       #member);                                        \
			}),                                                                     \
		.is_signed = (c_type)-1 < (c_type)1,                                            \
	}

/* An array of @count elements; without a @count it takes the rest of the record. */
#define TRACE_FIELD_ARRAY(record, c_type, member, count)                                           \
	{                                                                                          \
		.type = #c_type, .name = #member "[" #count "]",                                   \
		.offset = offsetof(record, member),                                                \
		.size = sizeof(c_type) * (count + 0) +                                             \
			0 * sizeof(struct {                                                        \
				char nothing;                                                      \
				_Static_assert(sizeof(c_type) == sizeof(((record *)0)->member[0]), \
					       #member);                                           \
			}),                                                                        \
		.is_signed = (c_type)-1 < (c_type)1,                                               \
	}

/* C as text. */
#define TRACE_TEXT(...) #__VA_ARGS__

/* What the tracers write themselves: trace/events/ftrace_events.c. NULL ends it. */
extern const struct trace_event *const ftrace_events[];

/* The part of each format that is about struct trace_entry, and all of header_event. */
extern const char trace_common_format[];
extern const char trace_header_event[];

/* The tables of all kinds of records, one a system; NULL ends it. */
extern const struct trace_event *const *const trace_event_systems[];

/* Prints the file `format`. Context: task. */
void trace_event_show_format(struct seq_file *m, const struct trace_event *event);
/* Prints header_page, for sub-buffers of @subbuf_size bytes. */
void trace_show_header_page(struct seq_file *m, u32 subbuf_size);
