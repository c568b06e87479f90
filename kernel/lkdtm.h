/* SPDX-License-Identifier: MIT */
/*
 * Crashes on request, to see what each looks like and to test that it is
 * reported. The names are those of Linux's crash test module.
 */
#pragma once

/*
 * Does what @name says. Most do not return: the task ends, or the kernel does.
 * Context: task. Return: 0, or -EINVAL for a name that is not in the table.
 */
int lkdtm_do_action(const char *name);

/* lkdtm=NAME: the same in a task of its own; for the table in kernel/params.c. */
int lkdtm_param(const char *value);
