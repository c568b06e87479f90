/* SPDX-License-Identifier: MIT */
/*
 * For commands that run another one: time, watch, trace record. The other one
 * is a task of its own in the same job.
 */
#pragma once

#include "lib/types.h"

struct shell_run;

/*
 * Prepares a command line for running: a task that exists, with the pid it will keep, and has not
 * begun. @argv must stay valid until it was waited for. Context: a command's task.
 * Return: NULL after printing why.
 */
struct shell_run *shell_run_prepare(int argc, char **argv);

pid_t shell_run_pid(const struct shell_run *run);

/* Lets it run, waits for its end, frees @run. Return: its status; 130 when the caller was killed.
 */
int shell_run_finish(struct shell_run *run);

/* All of it in one. */
int shell_run_argv(int argc, char **argv);
