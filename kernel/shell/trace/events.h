/* SPDX-License-Identifier: MIT */
/* Events by the names that a user gives them, for the sub-commands of `trace`. */
#pragma once

#include "kernel/shell/trace/front.h"

#define EVENT_PATH 96 /* bytes of SYSTEM/NAME */

/*
 * Calls @use for each event that @pattern names as a word of set_event does, its directory in
 * events/ as @event, until it returns other than 0. Return: that; or 1 after saying why: there is
 * none of this name.
 */
int trace_each_event(const char *pattern, int (*use)(void *data, const char *event), void *data);

/* Whether there is one. */
bool trace_is_event(const char *pattern);

/* Gives those a filter. Return: 0, or 1 after saying why. */
int trace_filter_events(const struct trace_front *front, const char *pattern, const char *text);

/* All events off, for all tasks, without filters. Return: 0 or 1. */
int trace_events_clear(const struct trace_front *front);
