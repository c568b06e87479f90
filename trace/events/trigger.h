/* SPDX-License-Identifier: MIT */
/*
 * Triggers: what an event does besides being recorded, the file
 * events/SYSTEM/NAME/trigger. `COMMAND[:PARAMETERS][:COUNT] [if FILTER]` adds one,
 * with `!` in front it is taken away. An event that is off fires in soft mode as
 * long as it has a trigger.
 *
 * trigger.c keeps them and runs them, trigger_commands.c has the table of those that
 * are one step each, hist.h is the one that counts.
 */
#pragma once

#include "lib/list.h"
#include "lib/types.h"

struct event_trigger;
struct hist_trigger;
struct predicate;
struct seq_file;
struct trace_array;
struct trace_event_file;

/* An event that fires, on its way to its triggers. */
struct trigger_hit {
	struct trace_event_file *file;
	const void *record; /* complete, with its struct trace_entry */
};

struct trigger_command {
	const char *name;
	/* Those of one kind exclude each other on an event, or per target if they have one. */
	u32 kind;
	bool takes_target; /* SYSTEM:EVENT follows */
	bool post;	   /* acts after the record is written, so that it lies behind it */
	/* Whether it would have an effect now: else no count is used up. NULL: always. */
	bool (*applies)(const struct event_trigger *trigger);
	/* Does it. Context of both: any, NMI included, preemption off. */
	void (*act)(struct event_trigger *trigger, const struct trigger_hit *hit);
	/* What it needs before the first hit, and giving that back. Task, may sleep. NULL: nothing.
	 */
	int (*prepare)(struct event_trigger *trigger);
	void (*release)(struct event_trigger *trigger);
};

#define TRIGGER_UNLIMITED (-1l)

struct event_trigger {
	struct list_head list; /* in file->triggers, the newest first; guarded by trigger_lock */
	const struct trigger_command *command;
	struct trace_event_file *file;
	struct trace_event_file *target; /* of enable_event and its like; it is kept */
	struct predicate *filter;	 /* NULL: every record */
	char *filter_text;		 /* behind `if`; NULL: none */
	s64 left;			 /* how often still, or TRIGGER_UNLIMITED; by cmpxchg */
	bool paused;			 /* changed by any hit of enable_hist and disable_hist */
	struct hist_trigger *hist;	 /* of `hist` */
};

/* All commands; ends with a NULL name. */
extern const struct trigger_command trigger_commands[];

/**
 * trace_triggers_call() - run the triggers of an event that fired.
 * @record: the complete record, whether or not it will be written.
 *
 * To be called where file->flags says that there are triggers, before the record is
 * written. Context: any, NMI included, preemption off.
 * Return: trace_triggers_post_call() must follow, when the record is written or has
 * been dropped.
 */
bool trace_triggers_call(struct trace_event_file *file, const void *record);
/* Runs those that come behind the record. Context: the same. */
void trace_triggers_post_call(struct trace_event_file *file, const void *record);

/**
 * trace_trigger_write() - obey a line written to the file `trigger`.
 * @text: changed by it; blanks around it are gone; "" does nothing.
 *
 * Context: task, may sleep. Return: 0; -EINVAL: not understood; -EEXIST: there is one of
 * this kind; -ENOENT: a histogram to be continued or cleared is not there; -EBUSY: others
 * use what is to be taken away; -ENOMEM. Then nothing has changed. Taking away what
 * is not there is no error.
 */
int trace_trigger_write(struct trace_event_file *file, char *text);

/* Takes the histograms away, as opening `trigger` with O_TRUNC does. Context: task. */
void trace_trigger_truncate(struct trace_event_file *file);

/*
 * Takes all triggers away, those of other events that have this one as target or use
 * its variables too: for an instance or an event that goes. Context: task.
 */
void trace_trigger_remove_all(struct trace_event_file *file);

/* Prints the files `trigger` and `hist`. Context: task. */
void trace_trigger_show(struct seq_file *m, struct trace_event_file *file);
void trace_hist_show(struct seq_file *m, struct trace_event_file *file);

/*
 * Obeys trace_trigger=EVENT.TRIGGER[ if FILTER],...: calls trace_trigger_write() for each.
 * For the end of boot's making of events. Context: boot or task.
 */
void trace_trigger_boot(const char *list);

/* Guards file->triggers of all, the histograms and synthetic events. Taken first of all locks. */
void trigger_lock_acquire(void);
void trigger_lock_release(void);
