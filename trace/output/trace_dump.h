/* SPDX-License-Identifier: MIT */
/* The trace on the console, when the kernel is in trouble or sysrq-z asks. */
#pragma once

/*
 * Switches tracing off and prints the buffer of global_trace. Context: any, NMI
 * included; takes no lock that could be held. A second caller meanwhile returns at once.
 */
void ftrace_dump(void);

/* The same for the records of this processor alone. */
void ftrace_dump_cpu(void);

/* Connects it with oops, panic and sysrq. Context: boot. */
void trace_dump_init(void);

/* ftrace_dump_on_oops[=0|1|2], for the table in kernel/params.c. 0 or -EINVAL. */
int trace_param_dump_on_oops(const char *value);

/* traceoff_on_warning, likewise: tracing goes off when something is reported by WARN(). 0. */
int trace_param_traceoff_on_warning(const char *value);
