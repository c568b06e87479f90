/* SPDX-License-Identifier: MIT */
/*
 * Waiting until nobody is inside code, or uses data, that is about to be freed.
 * A task may have been preempted anywhere, inside a trampoline too, so it is
 * not enough that every processor has done something else.
 */
#pragma once

#include "lib/types.h"

/*
 * Returns when no task and no processor is inside the code from @start to @end - 1,
 * or will return to it. New ones must not be able to get there. It walks all stacks,
 * one after the other. Context: task, sleeps.
 */
void ftrace_wait_for_range(u64 start, u64 end);

/*
 * Returns when every ftrace_ops_list_func() that was running has ended: it runs
 * with preemption off, so each processor having run another task is the proof.
 * Context: task, sleeps.
 */
void ftrace_wait_for_list(void);
