/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/errno.h"
#include "lib/kstrtox.h"

static void assert_unsigned(const char *s, unsigned int base, int error, unsigned long expected)
{
	unsigned long value = 77;

	assert_int_equal(kstrtoul(s, base, &value), error);
	assert_true(value == (error ? 77 : expected));
}

static void assert_signed(const char *s, int error, long expected)
{
	long value = 77;

	assert_int_equal(kstrtol(s, 0, &value), error);
	assert_true(value == (error ? 77 : expected));
}

static void a_number_is_the_whole_string_and_one_newline(void **state)
{
	assert_unsigned("0", 10, 0, 0);
	assert_unsigned("42\n", 10, 0, 42);
	assert_unsigned("+42", 10, 0, 42);
	assert_unsigned("", 10, -EINVAL, 0);
	assert_unsigned("\n", 10, -EINVAL, 0);
	assert_unsigned("42\n\n", 10, -EINVAL, 0);
	assert_unsigned("42 ", 10, -EINVAL, 0);
	assert_unsigned(" 42", 10, -EINVAL, 0);
	assert_unsigned("4x", 10, -EINVAL, 0);
	assert_unsigned("-1", 10, -EINVAL, 0);
	assert_unsigned("+-1", 10, -EINVAL, 0);
	assert_unsigned("+", 10, -EINVAL, 0);
}

static void base_zero_is_told_by_the_prefix(void **state)
{
	assert_unsigned("0x1F", 0, 0, 31);
	assert_unsigned("0X1f", 16, 0, 31);
	assert_unsigned("1f", 16, 0, 31);
	assert_unsigned("017", 0, 0, 15);
	assert_unsigned("17", 0, 0, 17);
	assert_unsigned("0", 0, 0, 0);
	assert_unsigned("0x", 0, -EINVAL, 0);
	assert_unsigned("0xg", 0, -EINVAL, 0);
	assert_unsigned("08", 0, -EINVAL, 0);
	assert_unsigned("0x10", 10, -EINVAL, 0);
}

static void too_large_is_erange_and_rubbish_is_einval(void **state)
{
	assert_unsigned("18446744073709551615", 10, 0, ~0ul);
	assert_unsigned("18446744073709551616", 10, -ERANGE, 0);
	assert_unsigned("99999999999999999999999", 10, -ERANGE, 0);
	assert_unsigned("99999999999999999999999x", 10, -EINVAL, 0);
	assert_signed("9223372036854775807", 0, 9223372036854775807);
	assert_signed("9223372036854775808", -ERANGE, 0);
	assert_signed("-9223372036854775808", 0, -9223372036854775807 - 1);
	assert_signed("-9223372036854775809", -ERANGE, 0);
	assert_signed("-0x10", 0, -16);
	assert_signed("-", -EINVAL, 0);
	assert_signed("--1", -EINVAL, 0);
	assert_signed("-+1", -EINVAL, 0);
}

static void ints_have_the_range_of_an_int(void **state)
{
	unsigned int u = 7;
	int i = 7;

	assert_int_equal(kstrtouint("4294967295", 10, &u), 0);
	assert_true(u == 4294967295u);
	assert_int_equal(kstrtouint("4294967296", 10, &u), -ERANGE);
	assert_int_equal(kstrtoint("-2147483648", 10, &i), 0);
	assert_true(i == -2147483647 - 1);
	assert_int_equal(kstrtoint("2147483648", 10, &i), -ERANGE);
	assert_int_equal(kstrtoint("x", 10, &i), -EINVAL);
}

static void booleans_have_their_words(void **state)
{
	static const char *const yes[] = {"1",	"y", "Y",    "yes", "on",
					  "On", "t", "true", "1\n", "on\n"};
	static const char *const no[] = {"0", "n", "N", "no", "off", "f", "false", "FALSE\n"};
	static const char *const bad[] = {"",	 "\n",	  "2",		"01",
					  "onn", "1\n\n", "yes please", "truetrue"};
	bool value;

	for (size_t i = 0; i < ARRAY_SIZE(yes); i++) {
		value = false;
		assert_int_equal(kstrtobool(yes[i], &value), 0);
		assert_true(value);
	}
	for (size_t i = 0; i < ARRAY_SIZE(no); i++) {
		value = true;
		assert_int_equal(kstrtobool(no[i], &value), 0);
		assert_false(value);
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(kstrtobool(bad[i], &value), -EINVAL);
}

static void simple_strtoul_stops_at_the_first_stranger(void **state)
{
	const char *s = "12:0x1f:z";
	char *end;

	assert_int_equal(simple_strtoul(s, &end, 10), 12);
	assert_ptr_equal(end, s + 2);
	assert_int_equal(simple_strtoul(end + 1, &end, 0), 31);
	assert_ptr_equal(end, s + 7);
	assert_int_equal(simple_strtoul(s + 8, &end, 0), 0);
	assert_ptr_equal(end, s + 8);
	assert_true(simple_strtoul("99999999999999999999", NULL, 10) == ~0ul);
}

static void memparse_knows_units(void **state)
{
	char *end;

	assert_int_equal(memparse("4096", NULL), 4096);
	assert_int_equal(memparse("64k", &end), 65536);
	assert_int_equal(*end, '\0');
	assert_int_equal(memparse("2Mx", &end), 2 << 20);
	assert_int_equal(*end, 'x');
	assert_true(memparse("3G", NULL) == 3ul << 30);
	assert_true(memparse("99999999999T", NULL) == ~0ul);
	assert_int_equal(memparse("k", &end), 0);
	assert_int_equal(*end, 'k');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_number_is_the_whole_string_and_one_newline),
		cmocka_unit_test(base_zero_is_told_by_the_prefix),
		cmocka_unit_test(too_large_is_erange_and_rubbish_is_einval),
		cmocka_unit_test(ints_have_the_range_of_an_int),
		cmocka_unit_test(booleans_have_their_words),
		cmocka_unit_test(simple_strtoul_stops_at_the_first_stranger),
		cmocka_unit_test(memparse_knows_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
