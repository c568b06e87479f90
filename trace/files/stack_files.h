/* SPDX-License-Identifier: MIT */
/* The one file of tracing that is outside tracefs. */
#pragma once

/* Makes /proc/sys/kernel/stack_tracer_enabled. Context: task, from initcalls. 0 or an errno. */
int stack_files_init(void);
