/* SPDX-License-Identifier: MIT */
/*
 * Formatted text in memory: one pass over the format, digits two at a time.
 * Every trace line and every log line comes through here, so the common
 * conversions (%s, %d, %lx without flags) take the shortest way.
 */
#include "lib/printf.h"

#include "lib/ctype.h"
#include "lib/math.h"
#include "lib/string.h"

/* Where the text goes. @length counts on when @buf is full. */
struct printf_out {
	char *buf;
	size_t size;
	size_t length;
};

/* One conversion, from % to its letter. */
struct printf_spec {
	bool left, plus, space, zero, alternative;
	u8 bytes;      /* size of an integer argument */
	int width;     /* at least so many characters; 0 if not given */
	int precision; /* digits at least or characters at most; -1 if not given */
	char conversion;
};

static symbol_printer_t symbol_printer;

void printf_set_symbol_printer(symbol_printer_t printer)
{
	WRITE_ONCE(symbol_printer, printer);
}

static inline void printf_put(struct printf_out *out, const char *text, size_t length)
{
	if (out->length < out->size)
		memcpy(out->buf + out->length, text, min(length, out->size - out->length));
	out->length += length;
}

static inline void printf_pad(struct printf_out *out, char c, int count)
{
	for (; count > 0; count--) {
		if (out->length < out->size)
			out->buf[out->length] = c;
		out->length++;
	}
}

static const char two_digits[] = "00010203040506070809101112131415161718192021222324"
				 "25262728293031323334353637383940414243444546474849"
				 "50515253545556575859606162636465666768697071727374"
				 "75767778798081828384858687888990919293949596979899";

/* Writes the digits backwards from @end. Return: the first digit. */
static inline char *format_decimal_backward(char *end, u64 value)
{
	for (; value >= 100; value /= 100)
		end = memcpy(end - 2, &two_digits[value % 100 * 2], 2);
	if (value >= 10)
		return memcpy(end - 2, &two_digits[value * 2], 2);
	*--end = '0' + value;
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

size_t format_decimal(char *buf, u64 value)
{
	char digits[20];
	char *first = format_decimal_backward(digits + sizeof(digits), value);
	size_t length = digits + sizeof(digits) - first;

	memcpy(buf, first, length);
	return length;
}

/* Text of known length in a field of the wanted width. */
static void printf_field(struct printf_out *out, const struct printf_spec *spec, const char *text,
			 size_t length)
{
	int padding = (int)length < spec->width ? spec->width - (int)length : 0;

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

/* %p and what may follow it. Return: the format behind all of it. */
static const char *printf_pointer(struct printf_out *out, struct printf_spec *spec, const char *fmt,
				  u64 address)
{
	symbol_printer_t printer = READ_ONCE(symbol_printer);
	char text[PRINTF_SYMBOL_MAX];
	char kind = *fmt;

	if (kind == 'S' || kind == 's' || kind == 'B') {
		fmt++;
		if (printer) {
			printf_field(out, spec, text, printer(text, sizeof(text), address, kind));
			return fmt;
		}
		spec->alternative = true;
	} else {
		if (kind == 'x')
			fmt++;
		spec->precision = 16;
	}
	spec->conversion = 'x';
	printf_integer(out, spec, address);
	return fmt;
}

/* Reads flags. Return: the format behind them. */
static const char *parse_flags(struct printf_spec *spec, const char *fmt)
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

static const char *parse_digits(int *value, const char *fmt)
{
	for (*value = 0; isdigit(*fmt); fmt++)
		*value = min(*value * 10 + *fmt - '0', PRINTF_FIELD_MAX);
	return fmt;
}

/* Reads h, hh, l, ll, z, t. Return: the format behind it. */
static const char *parse_size(struct printf_spec *spec, const char *fmt)
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

/* An integer argument as the variadic call passed it, cut to its size and widened by its sign. */
static inline u64 widen_integer(u64 raw, u8 bytes, bool is_signed)
{
	unsigned int unused_bits = 64 - bytes * 8;

	if (is_signed)
		return (s64)(raw << unused_bits) >> unused_bits;
	return raw << unused_bits >> unused_bits;
}

/*
 * va_list is an array type here, so a struct carries it from function to
 * function by address.
 */
struct printf_args {
	va_list list;
};

/* Width and precision, each a number or * for an int argument. */
static const char *parse_field(struct printf_spec *spec, const char *fmt, struct printf_args *args)
{
	if (*fmt == '*') {
		int width = va_arg(args->list, int);

		spec->left |= width < 0;
		spec->width = width < -PRINTF_FIELD_MAX
				      ? PRINTF_FIELD_MAX
				      : min(width < 0 ? -width : width, PRINTF_FIELD_MAX);
		fmt++;
	} else {
		fmt = parse_digits(&spec->width, fmt);
	}
	if (*fmt != '.')
		return fmt;
	if (*++fmt == '*') {
		spec->precision = min(va_arg(args->list, int), PRINTF_FIELD_MAX);
		return fmt + 1;
	}
	return parse_digits(&spec->precision, fmt);
}

/* One conversion; @fmt is behind its %. Return: the format behind it. */
static const char *printf_conversion(struct printf_out *out, const char *fmt,
				     struct printf_args *args)
{
	struct printf_spec spec = {.precision = -1, .bytes = 4};
	const char *start = fmt;
	char c;

	if (*fmt < 'a')
		fmt = parse_field(&spec, parse_flags(&spec, fmt), args);
	fmt = parse_size(&spec, fmt);
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

int vsnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	struct printf_out out = {.buf = buf, .size = size};
	struct printf_args copy;

	va_copy(copy.list, args);
	while (*fmt) {
		const char *literal = fmt;

		while (*fmt && *fmt != '%')
			fmt++;
		printf_put(&out, literal, fmt - literal);
		if (*fmt)
			fmt = printf_conversion(&out, fmt + 1, &copy);
	}
	va_end(copy.list);
	if (size)
		buf[min(out.length, size - 1)] = '\0';
	return out.length;
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
