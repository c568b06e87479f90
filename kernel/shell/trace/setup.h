/* SPDX-License-Identifier: MIT */
/* What is to be traced, from options; for the sub-commands that begin a trace. */
#pragma once

#include "kernel/shell/cmds/options.h"
#include "kernel/shell/trace/front.h"

#define SETUP_PATTERNS_MAX 16

struct trace_setup {
	const char *tracer;
	const char *filters[SETUP_PATTERNS_MAX + 1];  /* for set_ftrace_filter, NULL-ended */
	const char *excluded[SETUP_PATTERNS_MAX + 1]; /* for set_ftrace_notrace */
	const char *buffer_kb, *cpumask;	      /* or NULL: as it is */
	u32 filter_count, excluded_count, event_count;
	const char *events[SETUP_PATTERNS_MAX + 1];	   /* for set_event, NULL-ended */
	const char *event_filters[SETUP_PATTERNS_MAX + 1]; /* of each; NULL: none */
	const char *output; /* a file of the host's; NULL: print. For `record` */
};

/* The option that has children of a traced pid traced too. */
#define FOLLOW_CHILDREN "options/function-fork"

/* The options it knows, for cmd_next_option(). */
#define TRACE_SETUP_OPTIONS "t:f:n:b:c:o:ve:F:"

/* How they are written in usage lines. */
#define TRACE_SETUP_USAGE                                                                        \
	"[-t TRACER] [-f FUNCTION]... [-n FUNCTION]... [-e EVENT [--filter FILTER]]... [-b KB] " \
	"[-c CPUMASK]"

/* Reads options up to the first operand. Return: its index in argv, or -1 after a message. */
int trace_setup_parse(struct trace_front *front, struct trace_setup *setup, int argc, char **argv);

/*
 * Writes the set-up, everything but the start: buffer empty, filters set, recording off, tracer
 * on. Return: 0, or 1 with the reason printed and what was written taken back.
 */
int trace_setup_write(const struct trace_front *front, const struct trace_setup *setup);

/*
 * Runs a command with only it and its children traced, @file being 1 meanwhile; NULL: tracing_on,
 * which is off before and after. Return: its status, or 1.
 */
int trace_run_command(const struct trace_front *front, int argc, char **argv, const char *file);
/* Has only task @pid traced, and what it starts. Return: 0 or 1. */
int trace_follow(const struct trace_front *front, pid_t pid);
/* Prints how often each profiled function was called. Return: 0 or 1. */
int trace_profile_hits(void);
/* Return: the index of the word -- in argv from @from on, if a command follows it; else -1. */
int trace_find_command(int from, int argc, char **argv);

/* The words from @first to @end, a condition, say, with blanks between. Return: 0, or 1 after a
 * message. */
int trace_join_words(char *text, size_t bytes, int first, int end, char **argv);

/* Undoes all settings: nop, no filters, recording on; the records stay. Return: 0 or 1. */
int trace_setup_clear(const struct trace_front *front);
/* The same for the settings of function_graph alone. */
int trace_graph_clear(const struct trace_front *front);
