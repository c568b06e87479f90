/* SPDX-License-Identifier: MIT */
/*
 * The clocks that time stamps can be taken from, as in the file trace_clock.
 */
#pragma once

#include "kernel/time/clock.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* Context: any, NMI included; not traced. */
typedef u64 (*trace_clock_t)(void);

/* This processor's time stamp counter in ns since boot: the default. */
u64 trace_clock_local(void);
/* Its ticks as they are. */
u64 trace_clock_x86_tsc(void);

/* A clock as a user sees it. */
struct trace_clock {
	const char *name;
	trace_clock_t read;
	bool in_ns; /* prints as seconds; else as a plain number */
};

/* In the order of the file; the first is the default; ends with a NULL name. */
extern const struct trace_clock trace_clocks[];

/* Return: the clock of that name, or NULL. */
const struct trace_clock *trace_clock_find(const char *name);

static __always_inline u64 trace_clock_read(trace_clock_t clock)
{
	return likely(clock == trace_clock_local) ? local_clock() : clock();
}
