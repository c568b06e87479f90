/* SPDX-License-Identifier: MIT */
/*
 * Strings and memory. Where the C library has a function of that name, it does
 * what the C library's does; the others are described here. Strings end with a
 * NUL byte, nothing allocates, nothing fails on an empty string.
 *
 * Context: any.
 */
#pragma once

#include "lib/types.h"

/* lib/memory.c: not traced, as the tracer and the compiler call them. */
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
void *memchr(const void *s, int byte, size_t bytes);

size_t strlen(const char *s);
size_t strnlen(const char *s, size_t max);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t max);
int strcasecmp(const char *a, const char *b);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strstr(const char *s, const char *wanted);
size_t strspn(const char *s, const char *accept);
size_t strcspn(const char *s, const char *reject);
char *strpbrk(const char *s, const char *accept);

/*
 * Cuts the next piece off *@s at any of the characters in @delimiters: the
 * delimiter becomes NUL, *@s moves behind it, or becomes NULL at the last piece.
 * Two delimiters in a row give an empty piece. Return: the piece, NULL if *@s is NULL.
 */
char *strsep(char **s, const char *delimiters);

/* Like strchr(), but the end of the string, not NULL, if @c is not there. */
char *strchrnul(const char *s, int c);

/*
 * Copies as much of @from as fits into @size bytes, the NUL always included.
 * Return: characters copied, or -E2BIG if it was cut (or @size is 0).
 */
ssize_t strscpy(char *to, const char *from, size_t size);

/* Return: the first character of @s that is not white space. */
char *skip_spaces(const char *s);

/* Cuts trailing white space off @s, in place. Return: @s without leading white space. */
char *strim(char *s);

/* Return: the length of @prefix if @s begins with it, else 0. */
size_t str_has_prefix(const char *s, const char *prefix);

/* Return: the index of @wanted in an array of @count strings, or -EINVAL. */
int match_string(const char *const *array, size_t count, const char *wanted);
