/* SPDX-License-Identifier: MIT */
/* Output helpers that several commands share. */
#pragma once

/*
 * Prints @text with echo's escapes (\n, \t, \e, \0NNN, \xNN...) replaced.
 * Return: 1 when it ended with \c: no more output is wanted.
 */
int cmd_write_escaped(const char *text);
