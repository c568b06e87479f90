/* SPDX-License-Identifier: MIT */
/* Changing which sites an ops is attached to; ftrace_lock is held for all of it. */
#pragma once

#include "trace/core/ftrace.h"

struct text_patch;

/* One change of one ops: what it will go by, or @leave: it wants nothing any more. */
struct site_change {
	struct ftrace_ops *ops;
	const struct site_set *only, *never;
	bool leave;
	struct site_set differs; /* step 1 */
	u32 words;		 /* of it */
	bool regs;		 /* some ops saves all registers */
	struct text_patch *patches;
	u32 patch_count;
};

/* [ftrace_lock] to change; read in any context by ftrace_ops_list_func(). */
extern struct ftrace_ops *ftrace_ops_slots[FTRACE_OPS_MAX];
extern u32 ftrace_ops_limit; /* slots from here on were never used */

/* Return: the only registered ops but @except that has the site; NULL if there is no single one. */
struct ftrace_ops *ftrace_only_user(u32 index, const struct ftrace_ops *except);

/*
 * Carries it out; the first group of @change is filled, the rest zero.
 * Context: task, may sleep. Return: 0; -ENOMEM or what text_patch_batch()
 * returns: nothing has changed then.
 */
int site_change_apply(struct site_change *change);
