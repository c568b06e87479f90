/* SPDX-License-Identifier: MIT */
/* What the ways of changing text have in common: a batch, comparing it, writing a piece of each. */
#pragma once

#include "arch/x86_64/text_patch.h"

struct text_patch_list {
	const struct text_patch *patches;
	u32 count;
	u32 size; /* bytes of each that may change: TEXT_PATCH_SIZE or 1 */
	struct text_patch_report *report;
};

/* Return: 0; -EINVAL with the report filled: an entry does not hold its old bytes. Any context. */
int text_patch_compare(const struct text_patch_list *list);

extern const struct text_patch_method stop_machine_method, breakpoint_method;
