/* SPDX-License-Identifier: MIT */
/* printf into the trace: for looking at what a function does, without the cost of the log. */
#pragma once

#include "lib/compiler.h"

/* Longest text; the rest is cut off. */
#define TRACE_PRINTK_MAX 1024

/*
 * The text is a record at its place among the others, which shows the caller as who
 * printed it; of the first instance, or that with the option trace_printk_dest. A newline
 * is added if there is none. The option trace_printk switches it off. Context: any, NMI included.
 */
void trace_printk(const char *fmt, ...) __printf(1, 2);
