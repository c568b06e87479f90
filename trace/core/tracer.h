/* SPDX-License-Identifier: MIT */
/*
 * The contract of a tracer: one file in trace/tracers/, one line in
 * trace/tracers/registry.c, these seven members.
 */
#pragma once

#include "lib/types.h"

struct trace_array;
struct trace_iterator;

/* An option of one tracer: a file in options/, a bit for the tracer. */
struct tracer_option {
	const char *name; /* NULL ends the list */
	u32 bit;
};

struct tracer_options {
	const struct tracer_option *list;
	u32 initial; /* the bits that are on at first */
	/*
	 * Called before @bit changes, whatever the current tracer of @tr is; with 0 after the
	 * buffer was told whether to overwrite, while the tracer is the current one.
	 * Context: task, trace_types_lock held. Return: 0, or a negative errno to refuse.
	 */
	int (*set)(struct trace_array *tr, u32 bit, bool on);
};

/* How a tracer's records look when they do not look like everyone's. Context: task. */
struct tracer_output {
	void (*print_header)(struct trace_iterator *iter); /* NULL: the common header */
	/* Return: false to have the record printed the common way. NULL: always the common way. */
	bool (*print_line)(struct trace_iterator *iter);
};

struct tracer {
	const char *name;
	/* From here on it records into tr->buffer. Task, may sleep. Return: 0 or an errno. */
	int (*start)(struct trace_array *tr);
	/* From its return on it records nothing. Task, may sleep. */
	void (*stop)(struct trace_array *tr);
	/* The buffer is empty: no record may lean on one before. Any context. NULL: none does. */
	void (*emptied)(struct trace_array *tr);
	const struct tracer_output *output; /* NULL: the common text */
	/* Task, at boot, @tr is otherwise unused. Return: 0, or an errno: it does not work. */
	int (*selftest)(struct trace_array *tr);
	const struct tracer_options *options; /* NULL: none */
};

/* How many there may be. */
#define TRACERS_MAX 16

/* The list of all tracers, NULL at its end; the first is "nop". */
extern const struct tracer *const tracers[];

/* Return: the tracer of that name, or NULL. */
const struct tracer *tracer_find(const char *name);

/*
 * Makes @name the current tracer of @tr: stops the old one, empties the buffer, starts the
 * new one. The name of the current one changes nothing.
 * Context: task, may sleep; takes trace_types_lock.
 * Return: 0; -EINVAL for an unknown name; -EBUSY while a trace_pipe is open; or
 * what start() returned: the old tracer is started again then.
 */
int tracing_set_tracer(struct trace_array *tr, const char *name);

/* Return: the option of that name which @tracer has, or NULL. Any context. */
const struct tracer_option *tracer_find_option(const struct tracer *tracer, const char *name);

/*
 * Sets or clears an option of the current tracer. trace_types_lock is taken.
 * Return: 0; -EINVAL if it has no such option; what options->set() returned.
 */
int tracer_set_option(struct trace_array *tr, const char *name, bool on);

/*
 * The same for an option of any tracer, found by its place in a list: it is kept until that
 * tracer is the current one. trace_types_lock is taken.
 */
int tracer_change_option(struct trace_array *tr, const struct tracer_option *option, bool on);
/* Return: whether it is on. trace_types_lock is held. */
bool tracer_option_is_on(const struct trace_array *tr, const struct tracer_option *option);
/* All options of all tracers as they are at first, for a new @tr. */
void tracer_init_options(struct trace_array *tr);
/* Return: the options of @tracer in @tr, by their bits. */
u32 tracer_flags_of(const struct trace_array *tr, const struct tracer *tracer);

/* Runs each tracer's selftest and logs the verdicts. Return: how many failed. May sleep. */
int tracer_selftests(void);
