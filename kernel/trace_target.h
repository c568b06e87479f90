/* SPDX-License-Identifier: MIT */
/* Functions that exist to be traced: self-tests, benchmarks and the patch storm count their calls.
 */
#pragma once

#include "lib/types.h"

struct task_struct;

/* Does nothing. Begins with a site. Context: any. */
void trace_target(void);
/* Called by trace_target_nested() alone, so that one call makes two hits. */
void trace_target_inner(void);
void trace_target_nested(void);
/* Does nothing with what it is handed over. */
void trace_target_arguments(u64 number, const struct task_struct *task);
/* Calls itself @depth times. */
void trace_target_recursive(u32 depth);
