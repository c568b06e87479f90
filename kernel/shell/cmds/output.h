/* SPDX-License-Identifier: MIT */
/* What several commands share. */
#pragma once

#include "lib/types.h"

/*
 * Prints @text with echo's escapes (\n, \t, \e, \0NNN, \xNN...) replaced.
 * Return: 1 when it ended with \c: no more output is wanted.
 */
int cmd_write_escaped(const char *text);

/* Sleeps until @time_ns since boot. Return: 0, or 1 when the task was killed. */
int cmd_sleep_until(u64 time_ns);
