/* SPDX-License-Identifier: MIT */
/*
 * The command `trace`: short words for writing tracing files. All it does goes
 * through the files in /tracing, so whatever it can do can be done by hand;
 * with -v it prints each write as a line that can be pasted.
 */
#pragma once

#include "lib/types.h"

struct trace_front {
	bool verbose; /* -v */
	bool events;  /* the sub-command is about events, too */
};

/* One word behind `trace`. */
struct trace_subcommand {
	const char *name;
	const char *arguments;
	const char *summary; /* one line, no full stop */
	const char *example; /* a line that can be pasted */
	/* argv[0] is the word itself. Return: the exit status. */
	int (*run)(struct trace_front *front, int argc, char **argv);
};

/* The list, ended by a NULL name. */
extern const struct trace_subcommand trace_subcommands[];

int trace_list(struct trace_front *front, int argc, char **argv);
int trace_start(struct trace_front *front, int argc, char **argv);
int trace_stop(struct trace_front *front, int argc, char **argv);
int trace_show(struct trace_front *front, int argc, char **argv);
int trace_reset(struct trace_front *front, int argc, char **argv);
int trace_status(struct trace_front *front, int argc, char **argv);
int trace_record(struct trace_front *front, int argc, char **argv);
int trace_list_events(struct trace_front *front, int argc, char **argv);
int trace_count(struct trace_front *front, int argc, char **argv);
int trace_hist(struct trace_front *front, int argc, char **argv);
int trace_extract(struct trace_front *front, int argc, char **argv);
int trace_graph(struct trace_front *front, int argc, char **argv);
int trace_profile(struct trace_front *front, int argc, char **argv);
int trace_kprobe(struct trace_front *front, int argc, char **argv);
int trace_disas(struct trace_front *front, int argc, char **argv);
int trace_slow(struct trace_front *front, int argc, char **argv);

/* Prints how the sub-command called @name is used, on descriptor 2. Return: 2. */
int trace_usage(const char *name);
