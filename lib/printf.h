/* SPDX-License-Identifier: MIT */
/*
 * Formatted text in memory.
 *
 * Conversions: %d %i %u %x %X %o %c %s %p %%, with the flags - + space 0 #,
 * width and precision (both also as *), and the sizes hh h l ll z t. No floating
 * point. A conversion that is not known is printed as it stands.
 *
 *	%p, %px	16 hexadecimal digits
 *	%pS	name+0x12/0x34 of the symbol an address lies in
 *	%ps	name alone
 *	%pB	as %pS, for a return address: the symbol of the call in front of it
 *
 * A NULL string prints as (null). Context: any, NMI included.
 */
#pragma once

#include <stdarg.h>

#include "lib/compiler.h"
#include "lib/types.h"

/*
 * Writes at most @size bytes, the NUL included; writes none if @size is 0.
 * Return: the characters the whole text has, without the NUL, whether they fitted or not.
 */
int vsnprintf(char *buf, size_t size, const char *fmt, va_list args) __printf(3, 0);
int snprintf(char *buf, size_t size, const char *fmt, ...) __printf(3, 4);
/* The same, but %p prints 32 bits that stand for the address; %px still prints it. */
int vsnprintf_hashed(char *buf, size_t size, const char *fmt, va_list args) __printf(3, 0);

/* The same. Return: the characters that are in @buf, without the NUL. */
int vscnprintf(char *buf, size_t size, const char *fmt, va_list args) __printf(3, 0);
int scnprintf(char *buf, size_t size, const char *fmt, ...) __printf(3, 4);

/*
 * Writes @value in decimal, with blanks in front up to @width characters, without a NUL.
 * @buf has FORMAT_DECIMAL_MAX bytes, and @width is at most that. Return: the characters
 * written. For output that is too frequent for a format string.
 */
size_t format_decimal(char *buf, u64 value, int width);
#define FORMAT_DECIMAL_MAX 24

/* What a symbol looks like to %pS, %ps and %pB. */
struct printf_symbol {
	const char *name;
	const char *module; /* printed behind it in [], unless NULL */
	u64 offset, size;   /* the address minus the symbol's, and its size in bytes */
};

/*
 * Who turns an address into a name. Return: false if there is no symbol; such an
 * address is printed as 0x..., and so are all until somebody is set.
 */
typedef bool (*printf_symbol_lookup_t)(u64 address, struct printf_symbol *symbol);
void printf_set_symbol_lookup(printf_symbol_lookup_t lookup);
