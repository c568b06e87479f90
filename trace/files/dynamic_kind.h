/* SPDX-License-Identifier: MIT */
/* A kind of event that is made by a line written to dynamic_events. */
#pragma once

#include "kernel/fs/seq_file.h"

struct dynamic_kind {
	const char *letters; /* one of them begins a line: "s", "pr"; the rest gets them */
	/*
	 * Makes one; @text is cut up, a part of @base, a copy of @whole, which the error log gets.
	 * The rest take their locks themselves. Task. Return: 0 or an errno.
	 */
	int (*create)(const char *whole, const char *base, char *text);
	/* @group: NULL, if none is given. -ENOENT: there is none of this kind. */
	int (*remove)(const char *letters, const char *group, const char *name);
	/* -EBUSY: nothing has been removed. @ask: nothing is. */
	int (*remove_all)(const char *letters, bool ask);
	/* Prints all, a line each. */
	void (*show)(struct seq_file *m, const char *letters);
};
