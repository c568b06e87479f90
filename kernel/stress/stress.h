/* SPDX-License-Identifier: MIT */
/*
 * Loads to trace: each kind makes one part of the kernel work, with the calls
 * that part offers to everybody, in the same order on every run. One worker
 * task per kind and processor; they end when the time is over, when they have
 * done what they were told, or when the command is killed.
 */
#pragma once

#include "lib/types.h"

struct stress_worker {
	const struct stress_load *load;
	u32 cpu;	/* that it is bound to */
	u32 cpus;	/* that the run uses: 0 to cpus - 1 */
	u64 operations; /* done so far */
	u64 limit;	/* operations to do, ~0: no limit */
	const bool *stop;
	const char *failure; /* what went wrong, if something did; NULL: nothing */
	int error;	     /* and its number, or 0 */
};

struct stress_load {
	const char *name;
	const char *summary;
	/* Works until stress_goes_on() says no. Context: task, may sleep. */
	void (*run)(struct stress_worker *w);
};

/* The loads, ended by a NULL name. */
extern const struct stress_load stress_loads[];

/* Counts an operation. Return: whether another one is to be done. */
bool stress_goes_on(struct stress_worker *w);

/* Notes a failure, the first one; the worker ends soon. @error: a negative errno or 0. */
void stress_fail(struct stress_worker *w, const char *what, int error);

void stress_sched(struct stress_worker *w);
void stress_mm(struct stress_worker *w);
void stress_vfs(struct stress_worker *w);
void stress_timer(struct stress_worker *w);
void stress_work(struct stress_worker *w);
void stress_irq(struct stress_worker *w);
void stress_call(struct stress_worker *w);

/* What stress_call() calls once per operation. Return: @number + 1. */
u64 stress_call_target(u64 number);
