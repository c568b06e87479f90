/* SPDX-License-Identifier: MIT */
/* The end: the kernel itself is wrong and cannot go on. */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/**
 * panic() - print why, with a backtrace, and leave.
 * @fmt: "subsystem: what, with the values", no newline.
 *
 * Stops all other processors, flushes the log and leaves QEMU with
 * QEMU_EXIT_PANIC, which is status 101; without QEMU's device it restarts the
 * machine with panic=SECONDS, else it halts. Only the first processor to come
 * here prints.
 *
 * Context: any, NMI included.
 */
void panic(const char *fmt, ...) __printf(1, 2) __noreturn __cold;

/* The same after an oops, which has printed the backtrace and the trace already. */
void panic_after_oops(const char *fmt, ...) __printf(1, 2) __noreturn __cold;

/* Not 0: every oops is a panic. Set by oops=panic. */
extern int panic_on_oops;

/* Seconds until a restart where QEMU's exit device is missing, 0: halt. Set by panic=SECONDS. */
extern int panic_timeout;

/*
 * Set by the tracer. An oops or a panic calls the first before it prints anything, so that
 * the trace ends with what led to it, and the second once, after its text: it prints the
 * trace buffer if ftrace_dump_on_oops asks for that. Context: any.
 */
extern void (*oops_stop_trace)(void);
extern void (*oops_dump_trace)(void);
/* Likewise: called before a WARN() is reported. NULL: nothing. */
extern void (*warn_stop_trace)(void);

/* panic=SECONDS and oops=panic; for the table in kernel/params.c. */
int panic_param_timeout(const char *value);
int panic_param_oops(const char *value);
