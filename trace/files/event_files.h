/* SPDX-License-Identifier: MIT */
/* The tables of the files in events/, and what the files of one event begin with. */
#pragma once

#include "trace/events/event_file.h"
#include "trace/files/tracefs.h"

/* In events/ itself, in a directory of a system, and in one of an event. */
extern const struct tracefs_file tracefs_events_files[];
extern const struct tracefs_file tracefs_system_files[];
extern const struct tracefs_file tracefs_event_files[];

/* trigger_files.c */
int event_trigger_show(struct seq_file *m, struct tracefs_node *node);
int event_trigger_store(struct tracefs_node *node, char *text);
extern const struct file_operations event_trigger_fops;
int event_hist_show(struct seq_file *m, struct tracefs_node *node);

/*
 * The event, in its instance, that a file in events/SYSTEM/NAME/ is about. For their open,
 * show and store, in which it stays. NULL for one that nobody can switch. Takes the lock. Task.
 */
struct trace_event_file *tracefs_event_file(const struct tracefs_node *node);
