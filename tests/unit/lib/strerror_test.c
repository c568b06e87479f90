/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "lib/errno.h"
#include "lib/strerror.h"

#undef strerror
char *strerror(int error);

static void every_error_has_the_words_of_the_c_library(void **state)
{
	static const int errors[] = {
		0,	EPERM,	   ENOENT, ESRCH,      EINTR,	     EIO,    ENXIO,
		E2BIG,	EBADF,	   ECHILD, EAGAIN,     ENOMEM,	     EACCES, EFAULT,
		EBUSY,	EEXIST,	   EXDEV,  ENODEV,     ENOTDIR,	     EISDIR, EINVAL,
		ENFILE, EMFILE,	   ENOTTY, EFBIG,      ENOSPC,	     ESPIPE, EROFS,
		EPIPE,	EDOM,	   ERANGE, EDEADLK,    ENAMETOOLONG, ENOSYS, ENOTEMPTY,
		ELOOP,	EOVERFLOW, EILSEQ, EOPNOTSUPP, ETIMEDOUT,
	};

	for (unsigned int i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		assert_string_equal(fivebyte_strerror(errors[i]), strerror(errors[i]));
		assert_string_equal(fivebyte_strerror(-errors[i]), strerror(errors[i]));
	}
}

static void other_numbers_are_unknown(void **state)
{
	assert_string_equal(fivebyte_strerror(41), "Unknown error");
	assert_string_equal(fivebyte_strerror(100000), "Unknown error");
	assert_string_equal(fivebyte_strerror(-2147483647 - 1), "Unknown error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_error_has_the_words_of_the_c_library),
		cmocka_unit_test(other_numbers_are_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
