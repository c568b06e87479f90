/* SPDX-License-Identifier: MIT */
/* Shell patterns. The grammar is in the header. */
#include "lib/glob.h"

#include "lib/string.h"

/*
 * Is @c in the class behind a [? @class is the first character inside it.
 * Return: the pattern behind the ], or NULL if the class never ends.
 */
static const char *match_class(const char *class, char c, bool *matched)
{
	bool inverted = *class == '!';
	bool found = false;
	const char *p = class + inverted;

	/* A ] that comes first is a member. */
	do {
		u8 first = *p++;
		u8 last = first;

		if (!first)
			return NULL;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			last = p[1];
			p += 2;
		}
		if (first <= (u8)c && (u8)c <= last)
			found = true;
	} while (*p != ']');
	*matched = found != inverted;
	return p + 1;
}

/*
 * Matches one character against the front of @pattern, which is not a *.
 * Return: the pattern behind it, NULL if it does not match.
 */
static const char *match_one(const char *pattern, char c)
{
	const char *behind;
	bool matched;

	switch (*pattern) {
	case '?':
		return pattern + 1;
	case '[':
		behind = match_class(pattern + 1, c, &matched);
		if (behind)
			return matched ? behind : NULL;
		break;
	case '\\':
		if (pattern[1])
			pattern++;
		break;
	}
	return *pattern == c ? pattern + 1 : NULL;
}

bool glob_match(const char *pattern, const char *string)
{
	/* Where to go on if it does not fit: behind the last *, which takes one character more. */
	const char *retry_pattern = NULL, *retry_string = NULL;

	while (*string || *pattern) {
		const char *behind;

		if (*pattern == '*') {
			retry_pattern = ++pattern;
			retry_string = string;
			continue;
		}
		behind = *string ? match_one(pattern, *string) : NULL;
		if (behind) {
			pattern = behind;
			string++;
		} else if (retry_pattern && *retry_string) {
			pattern = retry_pattern;
			string = ++retry_string;
		} else {
			return false;
		}
	}
	return true;
}

bool glob_has_wildcard(const char *pattern)
{
	return strpbrk(pattern, "*?[\\") != NULL;
}
