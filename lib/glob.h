/* SPDX-License-Identifier: MIT */
/* Shell patterns. */
#pragma once

#include "lib/types.h"

/**
 * glob_match() - does the whole of a string match a pattern?
 * @pattern: * any characters, none included; ? any one; [abc] [a-z] one of these;
 *	     [!abc] one of the others; \x the character x itself. A [ without its
 *	     ] stands for itself.
 *
 * Context: any. Time is at most the product of the two lengths; no recursion.
 */
bool glob_match(const char *pattern, const char *string);

/* True if @pattern has a character with a special meaning, so that it may match several names. */
bool glob_has_wildcard(const char *pattern);
