/* SPDX-License-Identifier: MIT */
/*
 * Formatted text in memory: one pass over the format, digits two at a time.
 * Every trace line and every log line comes through here, so the common
 * conversions (%s, %d, %lx without flags) take the shortest way.
 */
#include "lib/printf.h"

#include "lib/math.h"
#include "lib/printf_spec.h"
#include "lib/string.h"

/* Where the text goes: @at to @end is free; @lost characters did not fit. */
struct printf_out {
	char *at, *end;
	size_t lost;
	bool hashed; /* %p prints a number that stands for the address */
};

static printf_symbol_lookup_t symbol_lookup;

void printf_set_symbol_lookup(printf_symbol_lookup_t lookup)
{
	WRITE_ONCE(symbol_lookup, lookup);
}

/* Claims @length characters. Return: how many of them there is room for. */
static inline size_t printf_claim(struct printf_out *out, size_t length)
{
	size_t room = out->end - out->at;

	if (likely(length <= room))
		return length;
	out->lost += length - room;
	return room;
}

/* A call of memcpy() costs as much as some four characters. */
static inline void printf_put(struct printf_out *out, const char *text, size_t length)
{
	char *at = out->at;
	char *stop = at + printf_claim(out, length);

	out->at = stop;
	if (length > 4)
		memcpy(at, text, stop - at);
	else
		while (at < stop)
			*at++ = *text++;
}

static inline void printf_pad(struct printf_out *out, char c, int count)
{
	char *at = out->at;
	char *stop;

	if (count <= 0)
		return;
	stop = at + printf_claim(out, count);
	out->at = stop;
	while (at < stop)
		*at++ = c;
}

static const char two_digits[] = "00010203040506070809101112131415161718192021222324"
				 "25262728293031323334353637383940414243444546474849"
				 "50515253545556575859606162636465666768697071727374"
				 "75767778798081828384858687888990919293949596979899";

/*
 * Writes the digits backwards from @end. Return: the first digit. Dividing 32 bits takes fewer
 * instructions than 64, and nearly all numbers fit.
 */
static inline char *format_decimal_backward(char *end, u64 value)
{
	u32 small;

	for (; value >> 32; value /= 100) {
		end -= 2;
		__builtin_memcpy(end, &two_digits[value % 100 * 2], 2);
	}
	for (small = value; small >= 100; small /= 100) {
		end -= 2;
		__builtin_memcpy(end, &two_digits[small % 100 * 2], 2);
	}
	if (small < 10) {
		*--end = '0' + small;
		return end;
	}
	end -= 2;
	__builtin_memcpy(end, &two_digits[small * 2], 2);
	return end;
}

static inline char *format_power_of_two(char *end, u64 value, unsigned int shift, char ten)
{
	unsigned int mask = (1u << shift) - 1;

	do {
		unsigned int digit = value & mask;

		*--end = digit < 10 ? '0' + digit : ten + digit - 10;
		value >>= shift;
	} while (value);
	return end;
}

size_t format_decimal(char *buf, u64 value, int width)
{
	char digits[FORMAT_DECIMAL_MAX];
	char *end = digits + sizeof(digits);
	char *first = format_decimal_backward(end, value);

	while (end - first < width && first > digits)
		*--first = ' ';
	memcpy(buf, first, end - first);
	return end - first;
}

/* Text of known length in a field of the wanted width. */
static void printf_field(struct printf_out *out, const struct printf_spec *spec, const char *text,
			 size_t length)
{
	int padding = spec->width - (int)length;

	if (!spec->left)
		printf_pad(out, ' ', padding);
	printf_put(out, text, length);
	if (spec->left)
		printf_pad(out, ' ', padding);
}

/* @sign: what stands in front of the digits: a sign, 0x, or nothing. */
static void printf_number(struct printf_out *out, const struct printf_spec *spec, const char *sign,
			  const char *digits, int count)
{
	int sign_length = sign[0] ? sign[1] ? 2 : 1 : 0;
	int zeros = spec->precision > count ? spec->precision - count : 0;
	int padding = spec->width - sign_length - zeros - count;

	if (!spec->width && !zeros) {
		printf_put(out, sign, sign_length);
		printf_put(out, digits, count);
		return;
	}
	if (spec->zero && !spec->left && spec->precision < 0 && padding > 0) {
		zeros = padding;
		padding = 0;
	}
	if (!spec->left)
		printf_pad(out, ' ', padding);
	printf_put(out, sign, sign_length);
	printf_pad(out, '0', zeros);
	printf_put(out, digits, count);
	if (spec->left)
		printf_pad(out, ' ', padding);
}

static const char *signed_prefix(const struct printf_spec *spec, bool negative)
{
	if (negative)
		return "-";
	return spec->plus ? "+" : spec->space ? " " : "";
}

static void printf_integer(struct printf_out *out, const struct printf_spec *spec, u64 value)
{
	char digits[24];
	char *end = digits + sizeof(digits);
	char *first = end;
	const char *sign = "";

	switch (spec->conversion) {
	case 'd':
	case 'i':
		sign = signed_prefix(spec, (s64)value < 0);
		first = format_decimal_backward(end, (s64)value < 0 ? -value : value);
		break;
	case 'u':
		first = format_decimal_backward(end, value);
		break;
	case 'o':
		first = format_power_of_two(end, value, 3, 'a');
		if (spec->alternative && *first != '0')
			*--first = '0';
		break;
	case 'X':
		first = format_power_of_two(end, value, 4, 'A');
		sign = spec->alternative && value ? "0X" : "";
		break;
	default:
		first = format_power_of_two(end, value, 4, 'a');
		sign = spec->alternative && value ? "0x" : "";
		break;
	}
	/* C: a zero with precision zero has no digits. */
	if (!value && !spec->precision && !(spec->conversion == 'o' && spec->alternative))
		first = end;
	printf_number(out, spec, sign, first, end - first);
}

static void printf_string(struct printf_out *out, const struct printf_spec *spec, const char *text)
{
	if (!text)
		text = "(null)";
	printf_field(out, spec, text,
		     spec->precision < 0 ? strlen(text) : strnlen(text, spec->precision));
}

static const struct printf_spec printf_plain_hex = {.precision = -1, .conversion = 'x'};

static void printf_symbol(struct printf_out *out, const struct printf_symbol *symbol, bool offset)
{
	printf_put(out, symbol->name, strlen(symbol->name));
	if (offset) {
		printf_put(out, "+0x", 3);
		printf_integer(out, &printf_plain_hex, symbol->offset);
		printf_put(out, "/0x", 3);
		printf_integer(out, &printf_plain_hex, symbol->size);
	}
	if (symbol->module) {
		printf_put(out, " [", 2);
		printf_put(out, symbol->module, strlen(symbol->module));
		printf_put(out, "]", 1);
	}
}

/* Not as %#lx, to which 0 has no 0x. */
static void printf_bare_address(struct printf_out *out, const struct printf_spec *spec, u64 address)
{
	char text[24];
	char *end = text + sizeof(text);
	char *first = format_power_of_two(end, address, 4, 'a');

	*--first = 'x';
	*--first = '0';
	printf_field(out, spec, first, end - first);
}

/*
 * %pS, %ps and %pB. A return address (%pB) is looked up one byte lower: a call that
 * does not return may be the last instruction of its function.
 */
static void printf_address(struct printf_out *out, struct printf_spec *spec, u64 address, char kind)
{
	printf_symbol_lookup_t lookup = READ_ONCE(symbol_lookup);
	struct printf_out measure = {NULL, NULL, 0, false};
	struct printf_symbol symbol;
	int below = kind == 'B';
	int padding = 0;

	if (!lookup || !lookup(address - below, &symbol)) {
		printf_bare_address(out, spec, address);
		return;
	}
	symbol.offset += below;
	if (spec->width) {
		printf_symbol(&measure, &symbol, kind != 's');
		padding = spec->width - (int)measure.lost;
	}
	if (!spec->left)
		printf_pad(out, ' ', padding);
	printf_symbol(out, &symbol, kind != 's');
	if (spec->left)
		printf_pad(out, ' ', padding);
}

/* %p and what may follow it. Return: the format behind all of it. */
static const char *printf_pointer(struct printf_out *out, struct printf_spec *spec, const char *fmt,
				  u64 address)
{
	if (*fmt == 'S' || *fmt == 's' || *fmt == 'B') {
		printf_address(out, spec, address, *fmt);
		return fmt + 1;
	}
	/* 32 bits of a product: equal pointers look equal, and the address cannot be read from it.
	 */
	if (out->hashed && *fmt != 'x')
		address = (address * 0x9e3779b97f4a7c15ul) >> 32;
	spec->conversion = 'x';
	spec->precision = 16;
	printf_integer(out, spec, address);
	return *fmt == 'x' ? fmt + 1 : fmt;
}

/* An integer argument as the variadic call passed it, cut to its size and widened by its sign. */
static inline u64 widen_integer(u64 raw, u8 bytes, bool is_signed)
{
	unsigned int unused_bits = 64 - bytes * 8;

	if (is_signed)
		return (s64)(raw << unused_bits) >> unused_bits;
	return raw << unused_bits >> unused_bits;
}

/* One conversion; @fmt is behind its %. Return: the format behind it. */
static const char *printf_conversion(struct printf_out *out, const char *fmt,
				     struct printf_args *args)
{
	struct printf_spec spec = {.precision = -1, .bytes = 4};
	const char *start = fmt;
	char c;

	if (*fmt < 'a')
		fmt = printf_parse_spec(&spec, fmt, args);
	fmt = printf_parse_size(&spec, fmt);
	spec.conversion = *fmt;
	switch (*fmt) {
	case 's':
		printf_string(out, &spec, va_arg(args->list, const char *));
		return fmt + 1;
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		/* An int comes in the low half of the slot of a long (System V ABI). */
		printf_integer(out, &spec,
			       widen_integer(va_arg(args->list, u64), spec.bytes,
					     *fmt == 'd' || *fmt == 'i'));
		return fmt + 1;
	case 'c':
		c = va_arg(args->list, int);
		printf_field(out, &spec, &c, 1);
		return fmt + 1;
	case 'p':
		return printf_pointer(out, &spec, fmt + 1, va_arg(args->list, u64));
	case '%':
		printf_put(out, "%", 1);
		return fmt + 1;
	default:
		printf_put(out, start - 1, 1);
		return start;
	}
}

/* Not a function of its own, whose name would stand in every trace of vsnprintf(). */
static __always_inline int format_text(char *buf, size_t size, bool hashed, const char *fmt,
				       struct printf_args *args)
{
	struct printf_out out = {buf, size ? buf + size - 1 : buf, 0, hashed}; /* without the NUL */

	while (*fmt) {
		const char *literal = fmt;

		while (*fmt && *fmt != '%')
			fmt++;
		printf_put(&out, literal, fmt - literal);
		if (*fmt)
			fmt = printf_conversion(&out, fmt + 1, args);
	}
	if (size)
		*out.at = '\0';
	return out.at - buf + out.lost;
}

int vsnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	struct printf_args copy;
	int length;

	va_copy(copy.list, args);
	length = format_text(buf, size, false, fmt, &copy);
	va_end(copy.list);
	return length;
}

int vsnprintf_hashed(char *buf, size_t size, const char *fmt, va_list args)
{
	struct printf_args copy;
	int length;

	va_copy(copy.list, args);
	length = format_text(buf, size, true, fmt, &copy);
	va_end(copy.list);
	return length;
}

int vscnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	int length = vsnprintf(buf, size, fmt, args);

	if ((size_t)length < size)
		return length;
	return size ? size - 1 : 0;
}

int snprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int length;

	va_start(args, fmt);
	length = vsnprintf(buf, size, fmt, args);
	va_end(args);
	return length;
}

int scnprintf(char *buf, size_t size, const char *fmt, ...)
{
	va_list args;
	int length;

	va_start(args, fmt);
	length = vscnprintf(buf, size, fmt, args);
	va_end(args);
	return length;
}
