/* SPDX-License-Identifier: MIT */
/* Kinds of ASCII characters. Bytes from 0x80 up are of no kind. Any context. */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

static __always_inline int isdigit(int c)
{
	return (unsigned int)c - '0' < 10;
}

static __always_inline int islower(int c)
{
	return (unsigned int)c - 'a' < 26;
}

static __always_inline int isupper(int c)
{
	return (unsigned int)c - 'A' < 26;
}

static __always_inline int isalpha(int c)
{
	return ((unsigned int)c | 0x20) - 'a' < 26;
}

static __always_inline int isalnum(int c)
{
	return isalpha(c) || isdigit(c);
}

static __always_inline int isxdigit(int c)
{
	return isdigit(c) || ((unsigned int)c | 0x20) - 'a' < 6;
}

/* Blank, tab, newline, vertical tab, form feed, carriage return. */
static __always_inline int isspace(int c)
{
	return c == ' ' || (unsigned int)c - '\t' < 5;
}

static __always_inline int isprint(int c)
{
	return (unsigned int)c - ' ' < 95;
}

static __always_inline int iscntrl(int c)
{
	return (unsigned int)c < ' ' || c == 0x7f;
}

static __always_inline int ispunct(int c)
{
	return isprint(c) && c != ' ' && !isalnum(c);
}

static __always_inline int tolower(int c)
{
	return isupper(c) ? c | 0x20 : c;
}

static __always_inline int toupper(int c)
{
	return islower(c) ? c & ~0x20 : c;
}

/* Return: the value of a digit in base 36 or below, or -1. */
static __always_inline int digit_value(int c)
{
	if (isdigit(c))
		return c - '0';
	return isalpha(c) ? (c | 0x20) - 'a' + 10 : -1;
}
