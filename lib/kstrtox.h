/* SPDX-License-Identifier: MIT */
/*
 * Strings to numbers. The kstrto*() functions are strict: the whole string is
 * one number, of which only a single newline at the end may be left, as `echo`
 * writes it. Base 0 means: 0x is hexadecimal, 0 octal, else decimal; with base 16
 * a 0x is allowed. A + is allowed in front, a - for the signed ones.
 *
 * Return: 0; -EINVAL if it is not a number, -ERANGE if it does not fit the type.
 * *@result is only written on success. Context: any.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

int __must_check kstrtoul(const char *s, unsigned int base, unsigned long *result);
int __must_check kstrtol(const char *s, unsigned int base, long *result);
int __must_check kstrtouint(const char *s, unsigned int base, unsigned int *result);
int __must_check kstrtoint(const char *s, unsigned int base, int *result);

/* 1 y yes on t true, 0 n no off f false; in any case, a newline at the end. Else -EINVAL. */
int __must_check kstrtobool(const char *s, bool *result);

/*
 * Reads a number off the front of @s. No digits give 0, an overflow the largest
 * number. Return: the number; *@end (if @end) is the first character not used.
 */
unsigned long simple_strtoul(const char *s, char **end, unsigned int base);

/* The same, with an optional K, M, G or T behind it (powers of 1024). */
unsigned long memparse(const char *s, char **end);
