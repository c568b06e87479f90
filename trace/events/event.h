/* SPDX-License-Identifier: MIT */
/*
 * The description of a kind of record, once for all who need it: the file
 * `format`, the text of a line, filters and triggers, the host's exporter.
 *
 * An event has a list of fields, from which its packed record and the table of
 * fields follow, and one line that is both its printer and its `print fmt`:
 *
 *	#define PAGE_FIELDS(R, value, array, string)	\
 *		value(R, unsigned long, address)	\
 *		array(R, char, comm, 16)		\
 *		string(R, path)
 *	EVENT_CLASS(page, PAGE_FIELDS, "%s took %lx of %s",
 *		    REC->comm, REC->address, __get_str(path));
 *	struct static_key page_take_key;
 *	struct trace_event page_take = EVENT("mm", page_take, page, .key = &page_take_key);
 *
 * makes struct page_record, page_fields[], page_print() and page_print_fmt[], and
 * one of several events that share them. docs/architecture.md says how one is added.
 */
#pragma once

#include "arch/x86_64/static_branch.h"
#include "lib/compiler.h"
#include "lib/list.h"
#include "lib/seq_buf.h"
#include "lib/types.h"
#include "trace/core/trace_event.h"

struct seq_file;
struct trace_event_file;

/* A type, not the macro of stdbool.h: formats have the name. */
#undef bool
typedef _Bool bool;

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
	u16 id;	       /* trace_entry.type; 0: given when it is registered */
	u16 other_pid; /* offset of the pid_t of a task that it is about, too; 0: none */
	const char
		*print_fmt; /* printf()'s arguments in C, as tools read them; REC is the record */
	/* Appends what print_fmt says, without a newline. Any context. NULL: of trace/output/. */
	void (*print)(struct seq_buf *seq, const struct trace_event *event,
		      const struct trace_entry *record);
	/* What its first user switches on and its last one off; or, instead, a function. Neither:
	 * nobody can switch it. Task; return 0 or an errno: nothing has changed. */
	struct static_key *key;
	int (*enable)(struct trace_event *event, bool on);
	bool triggers_only; /* it is recorded anyway: only its triggers are switched */

	/* The rest is the registry's; guarded by event_mutex. */
	struct list_head list;		/* in trace_events */
	struct trace_event *next_by_id; /* in its bucket */
	struct trace_event_file *files; /* one for each instance; emission walks them */
	u32 users;
	u32 references; /* files about it at work, and triggers of others: it stays */
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

/* A string of any length behind the other fields. The member says length << 16 | offset. */
#define TRACE_FIELD_STRING(record, member)                                                        \
	{                                                                                         \
		.type = "__data_loc char[]", .name = #member, .offset = offsetof(record, member), \
		.size = sizeof(u32), .is_signed = true,                                           \
	}

/* What the list of fields becomes in the struct, and in the table. */
#define EVENT_MEMBER(R, c_type, member)		     c_type member;
#define EVENT_MEMBER_ARRAY(R, c_type, member, count) c_type member[count];
#define EVENT_MEMBER_STRING(R, member)		     u32 member;
#define EVENT_FIELD(R, c_type, member)		     TRACE_FIELD(R, c_type, member),
#define EVENT_FIELD_ARRAY(R, c_type, member, count)  TRACE_FIELD_ARRAY(R, c_type, member, count),
#define EVENT_FIELD_STRING(R, member)		     TRACE_FIELD_STRING(R, member),

/* The record CLASS_record, its table CLASS_fields, and how it prints: a format and its
 * arguments in C. A field of a record is REC->FIELD there, or __get_str(FIELD). */
#define EVENT_CLASS(class, FIELDS, ...)                                                            \
	struct class##_record                                                                      \
	{                                                                                          \
		struct trace_entry ent;                                                            \
		FIELDS(struct class##_record, EVENT_MEMBER, EVENT_MEMBER_ARRAY,                    \
		       EVENT_MEMBER_STRING)                                                        \
	} TRACE_RECORD;                                                                            \
	static const struct trace_field class##_fields[] = {FIELDS(                                \
		struct class##_record, EVENT_FIELD, EVENT_FIELD_ARRAY, EVENT_FIELD_STRING)};       \
	static const char class##_print_fmt[] = #__VA_ARGS__;                                      \
	static void class##_print(struct seq_buf *seq, const struct trace_event *event,            \
				  const struct trace_entry *record)                                \
	{                                                                                          \
		const struct class##_record *REC __unused = (const void *)record;                  \
		char scratch_text[EVENT_SCRATCH];                                                  \
		struct seq_buf scratch __unused = {.buffer = scratch_text, .size = EVENT_SCRATCH}; \
                                                                                                   \
		seq_buf_printf(seq, __VA_ARGS__);                                                  \
	}                                                                                          \
	_Static_assert(sizeof(class##_print_fmt) > 1, #class " ends here, with a semicolon")

/* The initialiser of one event of a class; what follows are more members of struct trace_event. */
#define EVENT(event_system, event_name, class, ...)                                        \
	{                                                                                  \
		.system = event_system, .name = #event_name, .fields = class##_fields,     \
		.field_count = ARRAY_SIZE(class##_fields), .print_fmt = class##_print_fmt, \
		.print = class##_print, __VA_ARGS__                                        \
	}

/* Room for the texts that __print_flags() and __print_symbolic() make in one line. */
#define EVENT_SCRATCH 256

struct trace_print_flag {
	unsigned long mask; /* or the value */
	const char *name;   /* NULL ends a table */
};

/* What tools know under these names, for print texts. */
#define __get_str(field) ((const char *)REC + (REC->field & 0xffff))
#define __print_flags(value, delimiter, ...)               \
	trace_print_flag_names(&scratch, value, delimiter, \
			       (const struct trace_print_flag[]){__VA_ARGS__, {0, NULL}})
#define __print_symbolic(value, ...)             \
	trace_print_symbol_name(&scratch, value, \
				(const struct trace_print_flag[]){__VA_ARGS__, {0, NULL}})

/* The names of the bits that are set, the rest in hex; and the name of a value, or its hex. */
const char *trace_print_flag_names(struct seq_buf *scratch, unsigned long value,
				   const char *delimiter, const struct trace_print_flag *flags);
const char *trace_print_symbol_name(struct seq_buf *scratch, unsigned long value,
				    const struct trace_print_flag *symbols);

/* Bytes of strings that a record may have behind it: make room for them in a struct. */
#define EVENT_STRINGS_MAX 256

/*
 * Appends @text to a record of @fixed bytes, and EVENT_STRINGS_MAX for strings, of which *@size
 * are used. What does not fit is cut and ends in "...", and what comes behind that is "...".
 * Return: what its string field must say. Context: any, NMI included.
 */
u32 trace_event_string(struct trace_entry *record, u32 fixed, u32 *size, const char *text);

/*
 * Ends the string of @length characters that has been put at @offset of a record; one that is @cut
 * ends in "...". *@size becomes the record's. Return: as above, Linux's __data_loc. Context: any.
 */
static __always_inline u32 trace_string_end(char *record, u32 offset, u32 length, bool cut,
					    u32 *size)
{
	if (cut) {
		__builtin_memcpy(record + offset + length, "...", 3);
		length += 3;
	}
	record[offset + length++] = '\0';
	for (*size = offset + length; *size % 4; ++*size)
		record[*size] = '\0';
	return length << 16 | offset;
}

/* C as text. */
#define TRACE_TEXT(...) #__VA_ARGS__

/* On while triggers of ftrace:print want to know of writes to trace_marker. */
extern struct static_key trace_marker_key;

/* What the tracers write themselves: trace/events/ftrace_events.c. NULL ends each table. */
extern struct trace_event *const ftrace_events[];
extern struct trace_event *const sched_events[];
extern struct trace_event *const irq_events[], *const irq_vectors_events[], *const timer_events[];
extern struct trace_event *const workqueue_events[], *const kmem_events[], *const power_events[];
extern struct trace_event *const initcall_events[], *const exceptions_events[];
extern struct trace_event *const printk_events[], *const lock_events[], *const signal_events[];

/* Boot: completes the texts of kmem's. */
void kmem_events_init(void);

/* The tables of all systems; NULL ends it. */
extern struct trace_event *const *const trace_event_systems[];

/* The part of each format that is about struct trace_entry, and all of header_event. */
extern const char trace_common_format[];
extern const char trace_header_event[];

/*
 * Return: the field called the @length characters at @name, without the [] of an array, or NULL. A
 * name that begins with common_ is one of struct trace_entry.
 */
const struct trace_field *trace_event_find_field(const struct trace_event *event, const char *name,
						 size_t length);
/* Prints the file `format`. Context: task. */
void trace_event_show_format(struct seq_file *m, const struct trace_event *event);
/* Prints header_page, for sub-buffers of @subbuf_size bytes. */
void trace_show_header_page(struct seq_file *m, u32 subbuf_size);
