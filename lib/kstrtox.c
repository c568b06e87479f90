/* SPDX-License-Identifier: MIT */
/* Strings to numbers. The rules are in the header. */
#include "lib/kstrtox.h"

#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/string.h"

/* Skips what tells the base, if digits follow it. Sets *@base if it was 0. */
static const char *skip_base_prefix(const char *s, unsigned int *base)
{
	bool hexadecimal = s[0] == '0' && (s[1] | 0x20) == 'x' && isxdigit(s[2]);

	if (*base == 0)
		*base = hexadecimal ? 16 : s[0] == '0' ? 8 : 10;
	return *base == 16 && hexadecimal ? s + 2 : s;
}

/* Return: behind the last digit; @s itself if there is none. *@overflow is set on overflow. */
static const char *read_digits(const char *s, unsigned int base, unsigned long *value,
			       bool *overflow)
{
	*value = 0;
	*overflow = false;
	for (;; s++) {
		int digit = digit_value(*s);

		if (digit < 0 || (unsigned int)digit >= base)
			return s;
		if (__builtin_mul_overflow(*value, base, value) ||
		    __builtin_add_overflow(*value, (unsigned long)digit, value))
			*overflow = true;
	}
}

int kstrtoul(const char *s, unsigned int base, unsigned long *result)
{
	unsigned long value;
	const char *end;
	bool overflow;

	if (*s == '+')
		s++;
	s = skip_base_prefix(s, &base);
	end = read_digits(s, base, &value, &overflow);
	if (end == s)
		return -EINVAL;
	if (*end == '\n')
		end++;
	if (*end)
		return -EINVAL;
	if (overflow)
		return -ERANGE;
	*result = value;
	return 0;
}

int kstrtol(const char *s, unsigned int base, long *result)
{
	bool negative = *s == '-';
	unsigned long limit = negative ? 1ul << 63 : (1ul << 63) - 1;
	unsigned long value;
	int error;

	if (negative && s[1] == '+')
		return -EINVAL;
	error = kstrtoul(s + negative, base, &value);
	if (error)
		return error;
	if (value > limit)
		return -ERANGE;
	*result = negative ? -value : value;
	return 0;
}

int kstrtouint(const char *s, unsigned int base, unsigned int *result)
{
	unsigned long value;
	int error = kstrtoul(s, base, &value);

	if (error)
		return error;
	if (value != (unsigned int)value)
		return -ERANGE;
	*result = value;
	return 0;
}

int kstrtoint(const char *s, unsigned int base, int *result)
{
	long value;
	int error = kstrtol(s, base, &value);

	if (error)
		return error;
	if (value != (int)value)
		return -ERANGE;
	*result = value;
	return 0;
}

int kstrtobool(const char *s, bool *result)
{
	static const char *const words[] = {"0",   "1",	 "n", "y", "no",    "yes",
					    "off", "on", "f", "t", "false", "true"};
	char word[8];

	if (strscpy(word, s, sizeof(word)) < 0)
		return -EINVAL;
	*strchrnul(word, '\n') = '\0';
	if (s[strlen(word)] == '\n' && s[strlen(word) + 1])
		return -EINVAL;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!strcasecmp(word, words[i])) {
			*result = i % 2;
			return 0;
		}
	}
	return -EINVAL;
}

unsigned long simple_strtoul(const char *s, char **end, unsigned int base)
{
	unsigned long value;
	bool overflow;

	s = skip_base_prefix(s, &base);
	s = read_digits(s, base, &value, &overflow);
	if (end)
		*end = (char *)s;
	return overflow ? ~0ul : value;
}

unsigned long memparse(const char *s, char **end)
{
	static const char units[] = "kmgt";
	char *rest;
	unsigned long value = simple_strtoul(s, &rest, 0);
	const char *unit = *rest ? strchr(units, tolower(*rest)) : NULL;

	if (unit && rest != s) {
		unsigned int shift = (unit - units + 1) * 10;

		value = value >> (64 - shift) ? ~0ul : value << shift;
		rest++;
	}
	if (end)
		*end = rest;
	return value;
}
