/* SPDX-License-Identifier: MIT */
/* One-letter requests to a kernel in trouble, as /proc/sysrq-trigger takes them. */
#pragma once

/*
 * Does what @key asks for; '?' or an unknown key lists the keys in the log.
 * Context: task; the log gets the answers. May not return (b, c, o).
 */
void handle_sysrq(char key);

/* Set by the tracer: prints the whole trace buffer to the log. Context: any. */
extern void (*sysrq_dump_trace)(void);
