/* SPDX-License-Identifier: MIT */
/*
 * Triggers: what an event does besides being recorded, the file
 * events/SYSTEM/NAME/trigger. `COMMAND[:PARAMETERS][:COUNT] [if FILTER]` adds one,
 * with `!` in front it is taken away. An event that is off fires in soft mode as
 * long as it has a trigger.
 *
 * trigger.c keeps them and runs them, trigger_parse.c reads them, trigger_commands.c has the
 * table of those that are one step each, hist.h is the one that counts.
 *
 * What is said to be guarded is so by event_mutex (trace/events/event_file.h).
 */
#pragma once

#include "lib/list.h"
#include "lib/types.h"

struct event_trigger;
struct func_command;
struct hist_trigger;
struct predicate;
struct seq_file;
struct trace_array;
struct trace_event_file;

/* Those of one kind exclude each other on an event, or per target if they have one. */
enum trigger_kind {
	TRIGGER_ONOFF,
	TRIGGER_SNAPSHOT,
	TRIGGER_STACKTRACE,
	TRIGGER_EVENT, /* from here on with a target: SYSTEM:EVENT follows */
	TRIGGER_HIST_SWITCH,
	TRIGGER_HIST, /* read by hist_trigger_write() */
};

struct trigger_command {
	const char *name;
	enum trigger_kind kind;
	bool post;  /* acts after the record is written, so that it lies behind it */
	bool value; /* what it sets, where there are two of a kind */
	/* Whether it would have an effect now: else no count is used up. NULL: always. */
	bool (*applies)(const struct event_trigger *trigger);
	/* Does it. Context of both: any, NMI included, preemption off. */
	void (*act)(struct event_trigger *trigger, const void *record);
};

#define TRIGGER_UNLIMITED (-1l)

struct event_trigger {
	struct list_head list; /* in file->triggers, the newest first; guarded */
	const struct trigger_command *command;
	const struct func_command *function; /* the command of that name for functions, or NULL */
	struct trace_event_file *file;
	struct trace_event_file *target; /* has this one as a soft user */
	struct predicate *filter;	 /* NULL: every record */
	char *filter_text;		 /* behind `if`; NULL: none */
	s64 left;			 /* how often still, or TRIGGER_UNLIMITED; by cmpxchg */
	struct hist_trigger *hist;	 /* of `hist`, owned */
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
 * Context: task, may sleep, event_mutex held; so with all below. Return: 0; -EINVAL: not
 * understood; -EEXIST: there is one of this kind; -ENOENT: a histogram to be continued or cleared
 * is not there; -EBUSY: others use what is to be taken away; -ENOMEM; what the filter's text says.
 * Then nothing has changed. Taking away what is not there is no error.
 */
int trace_trigger_write(struct trace_event_file *file, char *text);

/* Takes the histograms away that nobody refers to, as opening `trigger` with O_TRUNC does. */
void trace_trigger_truncate(struct trace_event_file *file);

/*
 * Takes away all triggers of all files of an instance: it goes. And @file == NULL or all that are
 * on it. Others may refer to them only from the same instance.
 */
void trace_trigger_remove_all(struct trace_array *tr);

/* Prints the file `trigger`. */
void trace_trigger_show(struct seq_file *m, struct trace_event_file *file);

/*
 * Obeys trace_trigger=EVENT.TRIGGER[ if FILTER],...: calls trace_trigger_write() for each, and says
 * what is wrong. Takes the lock. Context: boot, when there are events.
 */
void trace_trigger_boot(const char *list);

/*
 * For trigger_parse.c and hist. A new one, not in the list. Return: NULL without memory.
 * The filter: "" for none; a mistake in it is noted in the error log. Return: 0 or an errno.
 */
struct event_trigger *trigger_alloc(struct trace_event_file *file,
				    const struct trigger_command *command);
int trigger_set_filter(struct event_trigger *trigger, const char *text);
/* From its return on it is asked. Return: 0, or as trace_event_soft_get(). */
int trigger_add(struct event_trigger *trigger);
/* Takes it out, waits until nobody looks at it, and frees it with all that it has. */
void trigger_remove(struct event_trigger *trigger);
/* Frees one that is not in the list. */
void trigger_free(struct event_trigger *trigger);

/* Return: the trigger that excludes one like @like on its event, or NULL. */
struct event_trigger *trigger_find(const struct event_trigger *like);
const struct trigger_command *trigger_command_find(const char *name);
