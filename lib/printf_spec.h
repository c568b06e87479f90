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
