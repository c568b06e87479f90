/* SPDX-License-Identifier: MIT */
/* Formatting, mostly by comparison with the C library's. */
#include "tests/unit/unit.h"

#include "lib/printf.h"
#include "lib/string.h"

#undef vsnprintf
int vsnprintf(char *buf, size_t size, const char *fmt, va_list args);
#define vsnprintf fivebyte_vsnprintf

static void assert_same(const char *fmt, ...) __printf(1, 2);

/* Formats with both; text and length must be the same. */
static void assert_same(const char *fmt, ...)
{
	char ours[256], theirs[256];
	int our_length, their_length;
	va_list args;

	va_start(args, fmt);
	our_length = vsnprintf(ours, sizeof(ours), fmt, args);
	va_end(args);
	va_start(args, fmt);
#undef vsnprintf
	their_length = vsnprintf(theirs, sizeof(theirs), fmt, args);
#define vsnprintf fivebyte_vsnprintf
	va_end(args);
	assert_string_equal(ours, theirs);
	assert_int_equal(our_length, their_length);
}

static void assert_text(const char *expected, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	assert_string_equal(text, expected);
}

static void integers_of_every_size_print_as_in_c(void **state)
{
	static const long values[] = {0,
				      1,
				      -1,
				      9,
				      10,
				      99,
				      100,
				      101,
				      127,
				      -128,
				      255,
				      65535,
				      2147483647,
				      -2147483648l,
				      4294967295l,
				      1000000000000l,
				      9223372036854775807l,
				      -9223372036854775807l - 1};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		long v = values[i];

		assert_same("%d %i %u %x %X %o", (int)v, (int)v, (unsigned)v, (unsigned)v,
			    (unsigned)v, (unsigned)v);
		assert_same("%ld %lu %lx %lX %lo", v, v, v, v, v);
		assert_same("%lld %llu %llx", (long long)v, (long long)v, (long long)v);
		assert_same("%zu %zd %zx %td", (size_t)v, (ssize_t)v, (size_t)v, (ptrdiff_t)v);
		assert_same("%hhd %hhu %hhx %hd %hu %hx", (signed char)v, (unsigned char)v,
			    (unsigned char)v, (short)v, (unsigned short)v, (unsigned short)v);
	}
}

static void every_flag_width_and_precision_prints_as_in_c(void **state)
{
	static const char flags[] = "-+ 0#";
	static const char *const widths[] = {"", "1", "5", "12"};
	static const char *const precisions[] = {"", ".", ".0", ".1", ".4", ".14"};
	static const char conversions[] = "diuxXo";

	for (unsigned int set = 0; set < 32; set++) {
		for (unsigned int n = 0; n < 4 * 6 * 6; n++) {
			char fmt[32], *p = fmt;

			*p++ = '[';
			*p++ = '%';
			for (int bit = 0; bit < 5; bit++)
				if (set >> bit & 1)
					*p++ = flags[bit];
			for (const char *w = widths[n % 4]; *w;)
				*p++ = *w++;
			for (const char *w = precisions[n / 4 % 6]; *w;)
				*p++ = *w++;
			*p++ = conversions[n / 24];
			*p++ = ']';
			*p = '\0';
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
			assert_same(fmt, 0);
			assert_same(fmt, 1234);
			assert_same(fmt, -77);
#pragma GCC diagnostic pop
		}
	}
}

static void strings_and_characters_print_as_in_c(void **state)
{
	assert_same("%s|%10s|%-10s|%.2s|%.0s|%8.3s|%-8.3s|", "abcd", "abcd", "abcd", "abcd", "abcd",
		    "abcd", "abcd");
	assert_same("%.*s|%*s|%-*s|%*s|", 2, "abcd", 6, "ab", 6, "ab", -6, "ab");
	assert_same("%.*s|", -1, "abcd");
	assert_same("%c|%3c|%-3c|%%|100%%", 'x', 'y', 'z');
	assert_same("%*d|%-*d|%.*d|%*.*d|%0*d", 5, 42, 5, 42, 4, 42, 7, 3, 42, 6, -42);
	assert_text("(null)", "%s", (char *)0);
}

static void a_precision_limits_reading_of_a_string_without_end(void **state)
{
	const char text[3] = {'a', 'b', 'c'};

	assert_text("abc", "%.3s", text);
}

static void hashed(char text[64], const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf_hashed(text, 64, fmt, args);
	va_end(args);
}

static void a_hash_stands_for_one_pointer_and_hides_it(void **state)
{
	void *pointer = (void *)0xffff888000123450;
	char one[64], same[64], other[64];

	hashed(one, "%p", pointer);
	hashed(same, "%p", pointer);
	hashed(other, "%p", (char *)pointer + 16);
	assert_string_equal(one, same);
	assert_string_not_equal(one, other);
	assert_int_equal(strlen(one), 16);
	assert_memory_equal(one, "00000000", 8);
	hashed(one, "%px", pointer);
	assert_string_equal(one, "ffff888000123450");
}

static void pointers_print_as_sixteen_digits(void **state)
{
	assert_text("ffffffff80001234", "%p", (void *)0xffffffff80001234);
	assert_text("0000000000000000|", "%px|", (void *)0);
	assert_text("  0000000000000001", "%18p", (void *)1);
}

/* One symbol, at 0x1000. */
static bool lookup_foo(u64 address, struct printf_symbol *symbol)
{
	*symbol = (struct printf_symbol){
		.name = "foo", .offset = address - 0x1000, .size = 0x20, .module = NULL};
	return address >= 0x1000 && address < 0x1020;
}

static bool lookup_foo_in_module(u64 address, struct printf_symbol *symbol)
{
	bool found = lookup_foo(address, symbol);

	symbol->module = "bar";
	return found;
}

static void symbols_print_through_the_hook(void **state)
{
	assert_text("0x10|0x0|   0x10", "%pS|%ps|%7pS", (void *)16, (void *)0, (void *)16);
	printf_set_symbol_lookup(lookup_foo);
	assert_text("foo+0x4/0x20 foo", "%pS %ps", (void *)0x1004, (void *)0x1004);
	assert_text("foo+0x0/0x20 0xfff 0x1020", "%pS %pS %ps", (void *)0x1000, (void *)0xfff,
		    (void *)0x1020);
	assert_text("foo+0x20/0x20 0x1000", "%pB %pB", (void *)0x1020, (void *)0x1000);
	assert_text("    foo|foo   |", "%7ps|%-6ps|", (void *)0x1001, (void *)0x1001);
	printf_set_symbol_lookup(lookup_foo_in_module);
	assert_text("foo+0x1/0x20 [bar] foo [bar]", "%pS %ps", (void *)0x1001, (void *)0x1001);
	printf_set_symbol_lookup(NULL);
}

static void what_does_not_fit_is_cut_and_counted(void **state)
{
	char text[8] = "unused!";

	assert_int_equal(snprintf(text, 0, "%d", 12345), 5);
	assert_string_equal(text, "unused!");
	assert_int_equal(snprintf(NULL, 0, "abc%d", 12345), 8);
	assert_int_equal(snprintf(text, 1, "abc"), 3);
	assert_string_equal(text, "");
	assert_int_equal(snprintf(text, 4, "%d", 12345), 5);
	assert_string_equal(text, "123");
	assert_int_equal(snprintf(text, 4, "%10s", "x"), 10);
	assert_string_equal(text, "   ");
	assert_int_equal(scnprintf(text, 4, "%d", 12345), 3);
	assert_int_equal(scnprintf(text, sizeof(text), "%d", 12345), 5);
	assert_int_equal(scnprintf(text, 0, "%d", 12345), 0);
}

static void unknown_conversions_print_as_they_stand(void **state)
{
	assert_text("%k 7", "%k %d", 7);
	assert_text("end %", "end %");
	assert_text("%", "%");
	assert_text("%5", "%5");
}

static void widths_beyond_reason_do_not_overflow(void **state)
{
	const char *volatile widest = "%99999999999999999999d";
	volatile int narrowest = -2147483647 - 1;
	char text[16];

	assert_int_equal(snprintf(text, sizeof(text), widest, 1), 65536);
	assert_int_equal(snprintf(text, sizeof(text), "%*d", narrowest, 1), 65536);
	assert_string_equal(text, "1              ");
}

static void format_decimal_writes_all_twenty_digits(void **state)
{
	char text[FORMAT_DECIMAL_MAX];

	assert_int_equal(format_decimal(text, ~0ul, 0), 20);
	assert_memory_equal(text, "18446744073709551615", 20);
	assert_int_equal(format_decimal(text, 0, 1), 1);
	assert_int_equal(text[0], '0');
	assert_int_equal(format_decimal(text, 42, 5), 5);
	assert_memory_equal(text, "   42", 5);
	assert_int_equal(format_decimal(text, 42, 24), 24);
	assert_int_equal(format_decimal(text, 42, 99), 24);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_of_every_size_print_as_in_c),
		cmocka_unit_test(every_flag_width_and_precision_prints_as_in_c),
		cmocka_unit_test(strings_and_characters_print_as_in_c),
		cmocka_unit_test(a_precision_limits_reading_of_a_string_without_end),
		cmocka_unit_test(pointers_print_as_sixteen_digits),
		cmocka_unit_test(a_hash_stands_for_one_pointer_and_hides_it),
		cmocka_unit_test(symbols_print_through_the_hook),
		cmocka_unit_test(what_does_not_fit_is_cut_and_counted),
		cmocka_unit_test(unknown_conversions_print_as_they_stand),
		cmocka_unit_test(widths_beyond_reason_do_not_overflow),
		cmocka_unit_test(format_decimal_writes_all_twenty_digits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
