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

/* oops=panic: every oops is a panic. */
extern bool panic_on_oops;

/*
 * Called once by an oops or a panic, after its text: prints the trace buffer if
 * ftrace_dump_on_oops asks for it. Set by the tracer. Context: any.
 */
extern void (*oops_dump_trace)(void);
