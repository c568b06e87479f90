/* SPDX-License-Identifier: MIT */
/* What stands between the % and the letter of a conversion. For lib/printf.c. */
#pragma once

#include <stdarg.h>

#include "lib/types.h"

/* One conversion, from % to its letter. */
struct printf_spec {
	bool left, plus, space, zero, alternative;
	u8 bytes;      /* size of an integer argument */
	int width;     /* at least so many characters; 0 if not given */
	int precision; /* digits at least or characters at most; -1 if not given */
	char conversion;
};

/*
 * va_list is an array type here, so a struct carries it from function to
 * function by address.
 */
struct printf_args {
	va_list list;
};

/*
 * Reads flags, width and precision; takes from @args what a * asks for. Return: the
 * format behind them.
 */
const char *printf_parse_spec(struct printf_spec *spec, const char *fmt, struct printf_args *args);

/* Reads h, hh, l, ll, z, t. Return: the format behind it. */
static inline const char *printf_parse_size(struct printf_spec *spec, const char *fmt)
{
	switch (*fmt) {
	case 'h':
		spec->bytes = fmt[1] == 'h' ? 1 : 2;
		return fmt + (fmt[1] == 'h' ? 2 : 1);
	case 'l':
		spec->bytes = 8;
		return fmt + (fmt[1] == 'l' ? 2 : 1);
	case 'z':
	case 't':
		spec->bytes = 8;
		return fmt + 1;
	default:
		return fmt;
	}
}
