/* SPDX-License-Identifier: MIT */
/*
 * Regular expressions for grep, the core of POSIX's (IEEE 1003.1, 9.3 and 9.4):
 * . [...] * ^ $, and grouping, | + ?, which are written \( \) \| \+ \? unless extended.
 *
 * An expression becomes a program of at most REGEX_PROGRAM_MAX steps; matching
 * walks all ways through it at once, so time is at most steps times bytes and
 * no text makes it slow. Pure, no allocation.
 */
#pragma once

#include "lib/types.h"

#define REGEX_PROGRAM_MAX 512
#define REGEX_CLASSES_MAX 32

struct regex_step {
	u8 operation;
	u8 argument;	   /* a byte, or the number of a class */
	s16 first, second; /* where to go on, relative to this step */
};

struct regex {
	bool ignore_case;
	u32 count;
	struct regex_step program[REGEX_PROGRAM_MAX];
	u32 class_count;
	u8 classes[REGEX_CLASSES_MAX][32]; /* a bit per byte value */
};

enum regex_flags {
	REGEX_EXTENDED = 1,    /* as grep -E */
	REGEX_IGNORE_CASE = 2, /* ASCII letters */
};

/*
 * Compiles @pattern. Return: NULL, or what is wrong with it, in words that stay valid. Context:
 * any.
 */
const char *regex_compile(struct regex *regex, const char *pattern, u32 flags);

/* Whether @text has a match anywhere. */
bool regex_search(const struct regex *regex, const char *text, size_t bytes);
