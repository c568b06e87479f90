/* SPDX-License-Identifier: MIT */
/* Strings: measure, compare, search, cut. The contracts are in the header. */
#include "lib/string.h"

#include "lib/ctype.h"
#include "lib/errno.h"

/*
 * Reads whole aligned words, which never cross into a page the string does not
 * touch; a byte in front of the string is made to look like no end. In
 * (w - 01...) & ~w & 80... the lowest bit set is in the lowest byte that is 0.
 */
__attribute__((no_sanitize("address"))) size_t strlen(const char *s)
{
	const u64 *word = (const u64 *)((uintptr_t)s & ~7ul);
	unsigned int skipped_bits = (uintptr_t)s % 8 * 8;
	u64 w = *word | ((1ul << skipped_bits) - 1);
	u64 ends;

	while (!(ends = (w - 0x0101010101010101ul) & ~w & 0x8080808080808080ul))
		w = *++word;
	return (const char *)word + __builtin_ctzl(ends) / 8 - s;
}

size_t strnlen(const char *s, size_t max)
{
	size_t length = 0;

	while (length < max && s[length])
		length++;
	return length;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (u8)*a - (u8)*b;
}

int strncmp(const char *a, const char *b, size_t max)
{
	for (; max; max--, a++, b++) {
		if (*a != *b || !*a)
			return (u8)*a - (u8)*b;
	}
	return 0;
}

int strcasecmp(const char *a, const char *b)
{
	while (*a && tolower((u8)*a) == tolower((u8)*b)) {
		a++;
		b++;
	}
	return tolower((u8)*a) - tolower((u8)*b);
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}

char *strchr(const char *s, int c)
{
	char *found = strchrnul(s, c);

	return *found == (char)c ? found : NULL;
}

char *strrchr(const char *s, int c)
{
	const char *found = NULL;

	do {
		if (*s == (char)c)
			found = s;
	} while (*s++);
	return (char *)found;
}

char *strstr(const char *s, const char *wanted)
{
	size_t length = strlen(wanted);

	for (;; s++) {
		if (!strncmp(s, wanted, length))
			return (char *)s;
		if (!*s)
			return NULL;
	}
}

size_t strspn(const char *s, const char *accept)
{
	size_t length = 0;

	while (s[length] && strchr(accept, s[length]))
		length++;
	return length;
}

size_t strcspn(const char *s, const char *reject)
{
	size_t length = 0;

	while (s[length] && !strchr(reject, s[length]))
		length++;
	return length;
}

char *strpbrk(const char *s, const char *accept)
{
	s += strcspn(s, accept);
	return *s ? (char *)s : NULL;
}

char *strsep(char **s, const char *delimiters)
{
	char *piece = *s;
	char *end;

	if (!piece)
		return NULL;
	end = strpbrk(piece, delimiters);
	if (end)
		*end++ = '\0';
	*s = end;
	return piece;
}

ssize_t strscpy(char *to, const char *from, size_t size)
{
	size_t length = strnlen(from, size);

	if (!size)
		return -E2BIG;
	if (length == size) {
		memcpy(to, from, size - 1);
		to[size - 1] = '\0';
		return -E2BIG;
	}
	memcpy(to, from, length + 1);
	return length;
}

char *skip_spaces(const char *s)
{
	while (isspace(*s))
		s++;
	return (char *)s;
}

char *strim(char *s)
{
	size_t length = strlen(s);

	while (length && isspace(s[length - 1]))
		length--;
	s[length] = '\0';
	return skip_spaces(s);
}

size_t str_has_prefix(const char *s, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(s, prefix, length) ? 0 : length;
}

int match_string(const char *const *array, size_t count, const char *wanted)
{
	for (size_t i = 0; i < count; i++) {
		if (array[i] && !strcmp(array[i], wanted))
			return i;
	}
	return -EINVAL;
}
