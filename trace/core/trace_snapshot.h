/* SPDX-License-Identifier: MIT */
/*
 * Snapshots: the buffer that is recorded into and a spare one are exchanged by
 * one pointer each, for all processors at once. A writer that has begun a record
 * finishes it where it began. Neither buffer is ever freed while its instance
 * exists; a spare one that is not wanted has the smallest size.
 */
#pragma once

#include "lib/types.h"

struct trace_array;

/*
 * Gives the spare buffer the sizes of the other. trace_types_lock is held. Context: task.
 * Return: 0 or -ENOMEM: there is no spare buffer then.
 */
int tracing_alloc_snapshot_instance(struct trace_array *tr);
/* Empties the spare buffer and gives its memory back. trace_types_lock is held. Context: task. */
void tracing_free_snapshot_instance(struct trace_array *tr);

/*
 * Takes a snapshot, if there is a spare buffer. When one is being taken at this
 * moment, that is it. Context: any, NMI included. Return: whether there is one.
 */
bool tracing_snapshot_instance(struct trace_array *tr);
