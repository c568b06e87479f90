/* SPDX-License-Identifier: MIT */
/*
 * How readers of trace_pipe and trace_pipe_raw wait for records. Writers run in
 * any context, so they cannot wake anybody: who waits looks again every
 * TRACE_PIPE_LOOK_MS, and at once when tracing goes off.
 */
#pragma once

#include "lib/types.h"

struct file;
struct poll_table;

#define TRACE_PIPE_LOOK_MS 20

/* Return: how often trace_pipe_wake_readers() was called; any time before a first look. */
int trace_pipe_wake_ups(void);

/*
 * Sleeps until it is time to look again. @seen: trace_pipe_wake_ups() before the last look, then
 * before the next one. Context: task. Return: 0, or 1 if there was a wake-up after *@seen; -EINTR.
 */
int trace_pipe_sleep(int *seen);
/* For file_operations.poll: whoever waits is woken as often, as long as somebody waits. */
void trace_pipe_poll_wait(struct file *file, struct poll_table *wait);

/* Before anybody can wait. Context: boot. */
void trace_pipe_wait_init(void);
