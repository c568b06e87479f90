/* SPDX-License-Identifier: MIT */
/* What stands between the % and the letter of a conversion: flags, width, precision. */
#include "lib/printf_spec.h"

#include "lib/ctype.h"
#include "lib/math.h"

/* Reads flags. Return: the format behind them. */
static const char *printf_parse_flags(struct printf_spec *spec, const char *fmt)
{
	for (;; fmt++) {
		switch (*fmt) {
		case '-':
			spec->left = true;
			break;
		case '+':
			spec->plus = true;
			break;
		case ' ':
			spec->space = true;
			break;
		case '0':
			spec->zero = true;
			break;
		case '#':
			spec->alternative = true;
			break;
		default:
			return fmt;
		}
	}
}

/* A width or precision too large to mean anything is cut, so that sums of them fit an int. */
#define PRINTF_FIELD_MAX 65536

static inline const char *printf_parse_number(int *value, const char *fmt)
{
	int number = 0;

	for (; isdigit(*fmt); fmt++)
		number = min(number * 10 + *fmt - '0', PRINTF_FIELD_MAX);
	*value = number;
	return fmt;
}

/* Width and precision, each a number or * for an int argument. */
static inline const char *printf_parse_field(struct printf_spec *spec, const char *fmt,
					     struct printf_args *args)
{
	if (*fmt == '*') {
		int width = va_arg(args->list, int);

		spec->left |= width < 0;
		spec->width = width < -PRINTF_FIELD_MAX
				      ? PRINTF_FIELD_MAX
				      : min(width < 0 ? -width : width, PRINTF_FIELD_MAX);
		fmt++;
	} else {
		fmt = printf_parse_number(&spec->width, fmt);
	}
	if (*fmt != '.')
		return fmt;
	if (*++fmt == '*') {
		spec->precision = min(va_arg(args->list, int), PRINTF_FIELD_MAX);
		return fmt + 1;
	}
	return printf_parse_number(&spec->precision, fmt);
}

const char *printf_parse_spec(struct printf_spec *spec, const char *fmt, struct printf_args *args)
{
	/* All flags are below '1', and mostly there are none. */
	if (*fmt < '1')
		fmt = printf_parse_flags(spec, fmt);
	return printf_parse_field(spec, fmt, args);
}
