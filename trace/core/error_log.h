/* SPDX-License-Identifier: MIT */
/*
 * What was wrong with the last commands that were written to control files: the
 * file error_log. Who parses a command says where in it the mistake is.
 */
#pragma once

#include "kernel/locks/mutex.h"
#include "lib/types.h"

struct seq_file;
struct trace_array;

#define ERROR_LOG_ENTRIES 8

struct error_log_entry {
	u64 ns;
	char location[64];
	const char *text; /* not copied */
	char *command;	  /* owned */
	u32 offset;	  /* of the mistake in the command */
};

struct error_log {
	struct mutex lock;
	u32 count; /* ever; entry N is in slot N modulo ERROR_LOG_ENTRIES; [lock] */
	struct error_log_entry entries[ERROR_LOG_ENTRIES]; /* [lock] */
};

void error_log_init(struct error_log *log);
void error_log_clear(struct error_log *log);

/**
 * tracing_log_err() - say what is wrong with a command.
 * @tr:       the instance it was given to; NULL: the first one.
 * @location: who found it, copied: "trace_kprobe", "hist:sched:sched_switch".
 * @command:  as it was written; copied, without newlines at its end.
 * @text:     the mistake in words; lives for ever.
 * @offset:   where in @command, in bytes: the caret's place.
 *
 * Context: task, may sleep. Without memory nothing is noted.
 */
void tracing_log_err(struct trace_array *tr, const char *location, const char *command,
		     const char *text, u32 offset);

/* Prints what is kept, the oldest first. Context: task. */
void error_log_show(struct error_log *log, struct seq_file *m);
