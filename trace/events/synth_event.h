/* SPDX-License-Identifier: MIT */
/*
 * Synthetic events: `NAME TYPE FIELD[; TYPE FIELD]...`, events that histograms fire. A field
 * takes a multiple of 8 bytes in the record; a string of any length lies behind.
 *
 * Guarded by event_mutex, unless it says otherwise.
 */
#pragma once

#include "lib/list.h"
#include "lib/types.h"
#include "trace/events/event.h"

#define SYNTH_FIELDS_MAX 16
#define SYNTH_BYTES_MAX	 512 /* of a record, without strings of any length */
#define SYNTH_NAME_MAX	 32
#define SYNTH_STRING_MAX 256

/* What a field is. */
struct synth_type {
	const char *name;
	u8 bytes;
	bool is_signed;
	const char *format; /* of one value, for tools and ours */
};

struct synth_field {
	const struct synth_type *type; /* NULL: a string */
	u16 length;		       /* of the string, its NUL included; 0: any */
	u16 name_length;	       /* without the [LENGTH] of a string */
	char name[SYNTH_NAME_MAX + 8];
};

struct synth_event {
	struct trace_event event;
	struct list_head list; /* in synth_events, in the order they came */
	char name[SYNTH_NAME_MAX];
	struct synth_field fields[SYNTH_FIELDS_MAX];
	struct trace_field table[SYNTH_FIELDS_MAX];
	char print_fmt[SYNTH_FIELDS_MAX * (2 * SYNTH_NAME_MAX + 16) + 8];
	u32 record_bytes; /* without strings of any length */
	u32 users;	  /* actions that fire it */
};

extern struct list_head synth_events;

/* Return: the event, or NULL. */
struct synth_event *synth_event_find(const char *name);
/* Whether a value of that kind is what field number @index takes. */
bool synth_field_takes(const struct synth_event *synth, u32 index, bool is_string, u32 bytes,
		       bool is_signed);
/*
 * Fires it with a value for each field, of a string its address. Context: any, NMI included,
 * preemption off. Return: false: events fire one another in a circle, this one is lost.
 */
bool synth_event_emit(struct synth_event *synth, const u64 *values);

/* Appends its fields to a line of text, for struct trace_event. */
void synth_event_print(struct seq_buf *seq, const struct trace_event *event,
		       const struct trace_entry *record);

/* Not guarded, as they take the lock themselves. Context: task. */

/*
 * Makes one from `NAME TYPE FIELD[; TYPE FIELD]...`; @text is cut up, a part of @base, which is a
 * copy of @whole, which was written. Return: 0; -EINVAL, a mistake is noted; -EEXIST, -ENOMEM.
 */
int synth_event_create(const char *whole, const char *base, char *text);
/* Return: 0; -ENOENT; -EBUSY: an action fires it, or it is switched on. */
int synth_event_remove(const char *name);
/* Whether one cannot be removed. */
bool synth_events_busy(void);
/* Removes all. Return: 0, or -EBUSY: the rest stays. */
int synth_events_remove_all(void);
/* Prints them, a line each that begins with @prefix. */
void synth_events_show(struct seq_file *m, const char *prefix);
