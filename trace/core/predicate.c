/* SPDX-License-Identifier: MIT */
/*
 * Whether an expression is true. It runs where tracing runs: everywhere, so it calls nothing
 * that is traced and takes each address in memory for a wrong one.
 */
#include "trace/core/predicate.h"

#include "arch/x86_64/nofault.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/glob.h"
#include "lib/math.h"
#include "lib/string.h"

/* Return: the address that the last step leads to, or one that cannot be read. */
static __always_inline const void *follow_steps(const struct predicate_test *test, const u8 *record)
{
	u64 address = *(const predicate_bytes *)(record + test->offset);
	u32 i;

	for (i = 0; i + 1 < test->steps; i++)
		if (!load_u64_nofault(&address, (const void *)(address + test->step[i])))
			return NULL;
	return (const void *)(address + test->step[i]);
}

/* Most strings in memory are other ones from the first bytes on. Return: whether it is one. */
static __always_inline bool far_string_differs(const struct predicate_test *test, const u8 *record)
{
	u64 first;

	return test->source == SOURCE_STRING_FAR && test->compare == COMPARE_EQUAL &&
	       load_u64_nofault(&first, follow_steps(test, record)) &&
	       (first ^ *(const predicate_bytes *)test->text) << test->left;
}

static int test_string(const struct predicate_test *test, const u8 *record)
{
	char copy[PREDICATE_STRING_MAX + 1];
	const char *string = (const char *)record + test->offset;
	u32 limit = test->size, place;
	const char *end;

	if (test->source == SOURCE_STRING_FAR) {
		if (strncpy_from_kernel_nofault(copy, follow_steps(test, record), limit + 1) ==
		    -EFAULT)
			return -1;
		string = copy;
	} else if (test->source == SOURCE_DATA_LOC) {
		memcpy(&place, string, sizeof(place));
		string = (const char *)record + (u16)place;
		limit = place >> 16;
	} else if (test->source == SOURCE_COMM) {
		string = predicate_current_comm();
	}
	end = memchr(string, '\0', limit);
	if (test->compare == COMPARE_EQUAL) {
		size_t length = end ? (size_t)(end - string) : limit;

		return length == test->length && !memcmp(string, test->text, length);
	}
	if (!end) {
		limit = min(limit, PREDICATE_STRING_MAX);
		memcpy(copy, string, limit);
		copy[limit] = '\0';
		string = copy;
	}
	return glob_match(test->text, string);
}

/* Return: 1 or 0, or less: it looks at memory that is not there. */
static noinline int test_any(const struct predicate_test *test, const u8 *record)
{
	u64 number = 0;

	switch (test->source) {
	case SOURCE_RECORD:
		number = *(const predicate_bytes *)(record + test->offset);
		break;
	case SOURCE_FAR:
		if (copy_from_kernel_nofault(&number, follow_steps(test, record), test->size))
			return -1;
		break;
	case SOURCE_PID:
		number = predicate_current_pid();
		break;
	case SOURCE_CPU:
		number = predicate_current_cpu();
		break;
	default:
		return test_string(test, record);
	}
	number = predicate_number(test, number);
	if (test->compare == COMPARE_SET)
		return number < 64 && (test->low >> number & 1);
	return number - test->low <= test->span;
}

noinline bool predicate_go_on(const struct predicate *predicate, const void *record, u32 at)
{
	while (at < PREDICATE_FALSE) {
		const struct predicate_test *test = &predicate->tests[at];
		int result = far_string_differs(test, record) ? 0 : test_any(test, record);

		if (unlikely(result < 0))
			return false;
		at = test->next[result];
	}
	return at == PREDICATE_TRUE;
}
