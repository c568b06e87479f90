/* SPDX-License-Identifier: MIT */
/*
 * Events that probes fire, each made by a line:
 *
 *	p[:[GROUP/][EVENT]] PLACE [ARGUMENT]...		at an instruction
 *	r[MAXACTIVE][:[GROUP/][EVENT]] PLACE [ARGUMENT]...	when a function returns
 *	f[:[GROUP/][EVENT]] FUNCTION [ARGUMENT]...	at its beginning
 *	f[MAXACTIVE][:[GROUP/][EVENT]] FUNCTION%return [ARGUMENT]...	when it returns
 *
 * Several may have one event: the same names, arguments of the same names and types. The
 * event is that of the first, which stays for it when it is removed before the others.
 *
 * Without EVENT it is named after PLACE; a dot may stand for the slash.
 * PLACE is SYMBOL[+OFFSET], the same of a function with %return, or an address;
 * an ARGUMENT is what fetch_arg.h says, or $arg* for all parameters by name. Of a function's calls
 *at most MAXACTIVE are followed at a time.
 */
#pragma once

#include "kernel/kallsyms.h"
#include "kernel/smp/cpumask.h"
#include "lib/list.h"
#include "trace/events/event.h"
#include "trace/probes/fetch_arg.h"
#include "trace/probes/kprobe.h"

struct seq_file;

#define PROBE_NAME_MAX 64 /* with its NUL */

struct probe_event {
	struct trace_event event; /* used in the first one of an event */
	struct kprobe probe;
	/* In probe_events, in the order they came; changed with its lock and event_mutex. */
	struct list_head list;
	struct probe_event *first; /* of the same event, or itself */
	u32 count;		   /* in the first: how many are in the list; guarded as that */
	u32 leaving;		   /* in the first: how many of them leave */

	char kind;	 /* 'p', 'r' or 'f' */
	bool has_symbol; /* else an address was given */
	bool leaves;	 /* is about to be removed; guarded by the list's lock */
	unsigned long offset;
	u32 place; /* in the line */
	char symbol[KSYM_NAME_LEN];
	char group[PROBE_NAME_MAX];
	char name[PROBE_NAME_MAX];

	bool is_simple; /* bytes is all of a record */
	u16 few_words;	/* bytes / 4 if it is simple, and short for the ring; else 0 */
	u16 arg_count;
	u16 bytes; /* of a record, without texts */
	struct fetch_arg *args;
	struct trace_field *fields;
	char *definition; /* place and arguments, as they are listed: blanks between */
	char *print_fmt;
	u64 hits[NR_CPUS]; /* each written by its own processor */
};

/*
 * Makes one, switched off. @text is cut up, a part of @base, which is a copy of @whole, which was
 * written. The rest takes the lock, too. Context: task, may sleep. Return: 0; -ENOENT: no such
 * symbol; -EINVAL, -EILSEQ: a mistake, noted; -EEXIST, -E2BIG, -ENOSPC, -ENOMEM.
 */
int probe_event_create(const char *whole, const char *base, char *text);
/*
 * Removes all of these kinds (letters) that @group, @name, and @rest, how the definition begins,
 * are about; each may be NULL, for any. Return: 0; -ENOENT: there is none; -EBUSY: one is switched
 * on, or needed, and nothing has been removed. @ask: nothing is, anyway.
 */
int probe_events_remove(const char *kinds, const char *group, const char *name, const char *rest,
			bool ask);

/* Print a line for each of these kinds: how it was made; its hits and misses. */
void probe_events_show(struct seq_file *m, const char *kinds);
void probe_events_profile(struct seq_file *m);
/* What is at which address, as Linux's kprobes/list. */
void probe_events_list(struct seq_file *m);

/* kprobe_event=LINE[;LINE]..., with commas for blanks: makes them, and switches them on. */
int probe_events_boot(void);

/* probe_parse.c: fills in all but the event's id from the line. Return: as probe_event_create(). */
int probe_event_parse(struct probe_event *probe, const char *whole, const char *base, char *text);
/* Notes what is wrong at @where, in @base. Return: @error. */
int probe_mistake(const char *whole, u32 offset, const char *text, int error);
/* probe_hit.c: what the probes call, and how the record prints. */
void probe_event_hit(struct kprobe *probe, struct pt_regs *regs);
void probe_event_other_hit(struct kprobe *probe, struct pt_regs *regs); /* not the first's */
void probe_event_return_hit(struct kprobe *probe, struct pt_regs *regs);
void probe_event_print(struct seq_buf *seq, const struct trace_event *event,
		       const struct trace_entry *record);
