/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/ctype.h"

static int libc_class(int c, int which);

static void every_character_is_of_the_kind_the_c_library_says(void **state)
{
	for (int c = -1; c < 256; c++) {
		assert_int_equal(!!isdigit(c), !!libc_class(c, 0));
		assert_int_equal(!!islower(c), !!libc_class(c, 1));
		assert_int_equal(!!isupper(c), !!libc_class(c, 2));
		assert_int_equal(!!isalpha(c), !!libc_class(c, 3));
		assert_int_equal(!!isalnum(c), !!libc_class(c, 4));
		assert_int_equal(!!isxdigit(c), !!libc_class(c, 5));
		assert_int_equal(!!isspace(c), !!libc_class(c, 6));
		assert_int_equal(!!isprint(c), !!libc_class(c, 7));
		assert_int_equal(!!iscntrl(c), !!libc_class(c, 8));
		assert_int_equal(!!ispunct(c), !!libc_class(c, 9));
		assert_int_equal(tolower(c), libc_class(c, 10));
		assert_int_equal(toupper(c), libc_class(c, 11));
	}
}

static void digits_have_values_in_base_36(void **state)
{
	assert_int_equal(digit_value('0'), 0);
	assert_int_equal(digit_value('9'), 9);
	assert_int_equal(digit_value('a'), 10);
	assert_int_equal(digit_value('Z'), 35);
	assert_int_equal(digit_value('/'), -1);
	assert_int_equal(digit_value('_'), -1);
	assert_int_equal(digit_value('\0'), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_character_is_of_the_kind_the_c_library_says),
		cmocka_unit_test(digits_have_values_in_base_36),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#undef isdigit
#undef islower
#undef isupper
#undef isalpha
#undef isalnum
#undef isxdigit
#undef isspace
#undef isprint
#undef iscntrl
#undef ispunct
#undef tolower
#undef toupper
#include <ctype.h>

static int libc_class(int c, int which)
{
	static int (*const functions[])(int) = {isdigit, islower,  isupper, isalpha,
						isalnum, isxdigit, isspace, isprint,
						iscntrl, ispunct,  tolower, toupper};

	return functions[which](c);
}
