/* SPDX-License-Identifier: MIT */
/*
 * The options that every tracer shares: bits of trace_array.options, files in
 * options/, lines of trace_options. A tracer's own are in its struct tracer.
 */
#pragma once

#include "lib/types.h"

struct trace_array;

#define TRACE_OPTION_PRINT_PARENT   (1ul << 0)
#define TRACE_OPTION_SYM_OFFSET	    (1ul << 1)
#define TRACE_OPTION_SYM_ADDR	    (1ul << 2)
#define TRACE_OPTION_VERBOSE	    (1ul << 3)
#define TRACE_OPTION_RAW	    (1ul << 4)
#define TRACE_OPTION_HEX	    (1ul << 5)
#define TRACE_OPTION_BIN	    (1ul << 6)
#define TRACE_OPTION_BLOCK	    (1ul << 7)
#define TRACE_OPTION_FIELDS	    (1ul << 8)
#define TRACE_OPTION_TRACE_PRINTK   (1ul << 9)
#define TRACE_OPTION_ANNOTATE	    (1ul << 10)
#define TRACE_OPTION_PRINTK_MSGONLY (1ul << 13)
#define TRACE_OPTION_CONTEXT_INFO   (1ul << 14)
#define TRACE_OPTION_LATENCY_FORMAT (1ul << 15)
#define TRACE_OPTION_RECORD_CMD	    (1ul << 16)
#define TRACE_OPTION_RECORD_TGID    (1ul << 17)
#define TRACE_OPTION_OVERWRITE	    (1ul << 18)
#define TRACE_OPTION_STOP_ON_FREE   (1ul << 19)
#define TRACE_OPTION_IRQ_INFO	    (1ul << 20)
#define TRACE_OPTION_MARKERS	    (1ul << 21)
#define TRACE_OPTION_EVENT_FORK	    (1ul << 22)
#define TRACE_OPTION_PAUSE_ON_TRACE (1ul << 23)
#define TRACE_OPTION_PRINTK_DEST    (1ul << 24)
#define TRACE_OPTION_HASH_PTR	    (1ul << 25)
#define TRACE_OPTION_FUNC_FORK	    (1ul << 26)
#define TRACE_OPTION_STACKTRACE	    (1ul << 28)

/* Off at first in a new instance, whatever the first one has. */
#define TRACE_OPTIONS_NOT_INHERITED \
	(TRACE_OPTION_EVENT_FORK | TRACE_OPTION_FUNC_FORK | TRACE_OPTION_PRINTK_DEST)

/* One option, as the table in trace_options.c lists them, in the order of the file. */
struct trace_option {
	const char *name;
	u64 bit;
	bool on;	 /* at boot */
	bool only_first; /* it is about what only the first instance does */
	/*
	 * Called when the bit is about to change. Context: task, trace_types_lock held.
	 * Return: 0, or a negative errno to refuse. NULL: only the bit changes.
	 */
	int (*set)(struct trace_array *tr, bool on);
};

/* Ends with a NULL name. */
extern const struct trace_option trace_option_table[];

/* The bits that are on at boot. */
u64 trace_options_default(void);
/* Gives a new instance the options the first one has now. trace_types_lock is held. */
void trace_options_inherit(struct trace_array *tr);

/*
 * Sets an option, common or of the current tracer. @name: a leading `no` clears.
 * Context: task, may sleep; takes trace_types_lock.
 * Return: 0; -EINVAL if there is none of that name; or why it was refused.
 */
int trace_set_option(struct trace_array *tr, const char *name);
/* The same by its name without `no`. */
int trace_change_option(struct trace_array *tr, const char *name, bool on);
/* trace_printk.c: has trace_printk() write into @tr, or no longer. As trace_option.set. */
int trace_printk_set_dest(struct trace_array *tr, bool on);
