/* SPDX-License-Identifier: MIT */
/*
 * Events at work: who has which one switched on, and what happens when one fires.
 *
 * There is a trace_event_file for each event and instance. All of an event's are in
 * a list that emission walks with preemption off, in any context. What its flags do
 * not say is not looked at.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "lib/list.h"
#include "trace/core/trace_array.h"
#include "trace/events/event.h"

struct predicate;

/* trace_event_file.flags. Nothing but EVENT_ON is the common case. */
#define EVENT_ON	(1u << 0) /* recorded: `enable` reads 1 */
#define EVENT_FILTERED	(1u << 1) /* only what .filter lets through */
#define EVENT_TRIGGERED (1u << 2) /* .triggers are asked, on or off */
#define EVENT_BY_PID	(1u << 3) /* only for tasks that tr->event_pids names */
#define EVENT_PRINTK	(1u << 4) /* what is recorded is printed in the log, too */

struct trace_event_file {
	u32 flags;	  /* changed by trace_event_file_flag() only, in any context */
	u16 id;		  /* of the event */
	bool has_been_on; /* the buffer may have records of it; set in any context */
	struct trace_array *tr;
	struct trace_event_file *next; /* of the same event, in another instance */
	struct predicate *filter;      /* valid while EVENT_FILTERED is set */
	struct list_head triggers;     /* guarded by event_mutex, read with preemption off */

	/* Guarded by event_mutex. */
	struct trace_event *event;
	struct list_head list; /* in tr->events */
	u32 soft_users;	   /* who may switch it on from any context, or wants its triggers asked */
	bool is_called;	   /* it is a user of its event: it is on or has a soft user */
	char *filter_text; /* what the file `filter` shows; NULL: none */
};

/* Sets or clears one flag. Context: any, NMI included. */
static __always_inline void trace_event_file_flag(struct trace_event_file *file, u32 flag, bool on)
{
	if (on)
		__atomic_fetch_or(&file->flags, flag, __ATOMIC_SEQ_CST);
	else
		__atomic_fetch_and(&file->flags, ~flag, __ATOMIC_SEQ_CST);
}

/**
 * trace_event_emit() - an event has happened here and now.
 * @record: all but its common fields; the caller's, on its stack.
 * @size:   of the record, strings included; a multiple of 4.
 *
 * For each instance that wants it: asks pids, triggers and filter, and records.
 * Context: any, NMI included. Takes no lock.
 */
void trace_event_emit(struct trace_event *event, struct trace_entry *record, u32 size);
/* The same, not so quickly, for what was interrupted with the processor's flags @cpu_flags. */
void trace_event_emit_flags(struct trace_event *event, struct trace_entry *record, u32 size,
			    u64 cpu_flags);

/* With tp_printk: prints a record in the log, as far as EVENT_PRINTK_MAX bytes hold it. Any
 * context, preemption off. */
#define EVENT_PRINTK_MAX 256
void trace_event_printk(const struct trace_event *event, const struct trace_entry *record);

/* Guards all events, their files, filters and triggers. Taken before trace_types_lock. */
void trace_event_lock_acquire(void);
void trace_event_lock_release(void);

/* All events, in the order of their ids. Guarded by event_mutex. */
extern struct list_head trace_events;

/* Any context: an event that has gone is not found, and none goes while somebody looks. */
struct trace_event *trace_event_by_id(u16 id);

/* The rest: with event_mutex held. Context: task, may sleep. */

/* Return: the event of these names, or NULL. */
struct trace_event *trace_event_find(const char *system, const char *name);
/* Return: its file in @tr; NULL if nobody can switch it. */
struct trace_event_file *trace_event_file_find(const struct trace_event *event,
					       const struct trace_array *tr);

/* As a write to `enable`. Return: 0, -ENOMEM, or as static_key_enable(): nothing has changed. */
int trace_event_enable(struct trace_event_file *file, bool on);

/*
 * A soft user more: from its return on the event comes by, on or off, and EVENT_ON
 * may be changed in any context. And one less; nobody changes EVENT_ON for it any more.
 * Return: as above.
 */
int trace_event_soft_get(struct trace_event_file *file);
void trace_event_soft_put(struct trace_event_file *file);

/* Returns when every emission that was going on has ended: what it may have seen can be freed. */
void trace_event_wait(void);

/*
 * Keeps an event that might be unregistered. Takes the lock. Return: 0, or -ENODEV: there is none.
 */
int trace_event_get(u16 id);
void trace_event_put(u16 id);

/*
 * An event made at run time, known by its names and in all instances from here on. It takes
 * the lock. @event and its texts stay the caller's; it may be freed after trace_event_unregister(),
 * which says -EBUSY, and changes nothing, while the event is on, has triggers or a file at work.
 * trace_event_register() says -EEXIST, -ENOMEM, -ENOSPC: no id is left. Task, may sleep.
 */
int trace_event_register(struct trace_event *event);
int trace_event_unregister(struct trace_event *event);

/*
 * Makes, or removes, the files of a run-time event in all instances; with event_mutex held.
 * trace/files/ sets it once it has made those of the events of boot. Return: 0 or -ENOMEM.
 */
extern int (*trace_event_files)(struct trace_event *event, bool there);

/* Switches the events of an instance that @word names: EVENT, SYSTEM, SYSTEM:EVENT, SYSTEM:;
 * each name may be a pattern. They take the lock. Return: 0; -EINVAL: none has this name; why one
 * could not be switched. */
int trace_events_set(struct trace_array *tr, const char *word, bool on);
/* Those of a list with commas, as the command line has it; says in the log what is wrong. */
void trace_events_set_boot(struct trace_array *tr, const char *option, const char *list);
/* Return: '0', '1', 'X' for both, '?' if none can be switched. @system: NULL for all. */
char trace_events_state(struct trace_array *tr, const char *system);
/*
 * Filters, as written to the file `filter` of an event or of a system. What is not understood
 * leaves the event without a filter, and a line in the error log. A system's events that have
 * not got the fields lose theirs, and it is an error only if none has; *@shown, from kmalloc()
 * or NULL, becomes what its file shows. They take the lock. Return: 0 or Linux's errno.
 */
int trace_event_set_filter(struct trace_event_file *file, const char *text);
int trace_events_set_filter(struct trace_array *tr, const char *system, const char *text,
			    char **shown);
void trace_event_show_filter(struct seq_file *m, const struct trace_event_file *file);
/* With the file: nobody is looking. */
void trace_event_free_filter(struct trace_event_file *file);
/* After set_event_pid or set_event_notrace_pid has changed: whether pids are asked. Takes the lock.
 */
void trace_events_pids_changed(struct trace_array *tr);

/* Boot: registers the events of the tables. And the files of a new or removed instance; they take
 * the lock. Return: 0 or -ENOMEM: some may be there, and are to be removed. */
void trace_events_init(void);
int trace_events_add_instance(struct trace_array *tr);
void trace_events_remove_instance(struct trace_array *tr);
