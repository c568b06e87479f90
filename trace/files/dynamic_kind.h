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
	/*
	 * Removes all of @group and @name that are defined by something beginning with @rest, words
	 * with a blank between; each may be NULL, for any. -ENOENT: there is none of this kind.
	 * -EBUSY: nothing has been removed. @ask: nothing is, and -ENOENT may be wrong.
	 */
	int (*remove)(const char *letters, const char *group, const char *name, const char *rest,
		      bool ask);
	/* Prints all, a line each. */
	void (*show)(struct seq_file *m, const char *letters);
};
