/* SPDX-License-Identifier: MIT */
/*
 * The function profiler: how often each function was called, on each processor. It is no
 * tracer of current_tracer and runs beside any; set_ftrace_filter limits it.
 */
#pragma once

#include "lib/types.h"

struct function_profile_line {
	u64 hits;
	u64 ip;
};

/* Counts begin at 0 when it is switched on. Context: task, may sleep.
 * Return: 0, -ENOMEM, or as register_ftrace_function().
 */
int function_profile_enable(bool on);
bool function_profile_is_enabled(void);

/*
 * The functions that were called on processor @cpu, the most frequent first. vfree() it.
 * Context: task. Return: how many; -ENOMEM.
 */
s64 function_profile_read(u32 cpu, struct function_profile_line **lines);
