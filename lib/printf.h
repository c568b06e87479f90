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

/* The same. Return: the characters that are in @buf, without the NUL. */
int vscnprintf(char *buf, size_t size, const char *fmt, va_list args) __printf(3, 0);
int scnprintf(char *buf, size_t size, const char *fmt, ...) __printf(3, 4);

/*
 * Writes @value in decimal without a NUL. @buf has room for 20 characters.
 * Return: the characters written. For output that is too frequent for a format string.
 */
size_t format_decimal(char *buf, u64 value);

/*
 * Who turns an address into a name for %pS, %ps and %pB: writes text of fewer
 * than @size characters and a NUL, returns its length. @kind is 'S', 's' or 'B'.
 * Until one is set these print like %p with 0x in front.
 */
typedef size_t (*symbol_printer_t)(char *buf, size_t size, u64 address, char kind);
void printf_set_symbol_printer(symbol_printer_t printer);

/* The longest text, with its NUL, that a symbol printer is given room for. */
#define PRINTF_SYMBOL_MAX 192
