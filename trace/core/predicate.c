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
#include "trace/core/predicate_internal.h"

/* Records are packed, and the eight bytes begin where the last one is the number's. */
typedef u64 __attribute__((aligned(1))) unaligned_u64;

static __always_inline u64 bytes_at(const u8 *record, u32 offset)
{
	return *(const unaligned_u64 *)(record + offset);
}

static __always_inline u64 test_number(const struct predicate_test *test, u64 bytes)
{
	return (u64)((s64)(bytes << test->left) >> test->right) & test->mask;
}

/* Return: the address that the last step leads to, or one that cannot be read. */
static const void *follow_steps(const struct predicate_test *test, const u8 *record)
{
	u64 address = bytes_at(record, test->offset);
	u32 i;

	for (i = 0; i + 1 < test->steps; i++)
		if (copy_from_kernel_nofault(&address, (void *)(address + test->step[i]), 8))
			return NULL;
	return (const void *)(address + test->step[i]);
}

/* Return: 1, 0, or less: there is no such memory. */
static int test_far_string(const struct predicate_test *test, const u8 *record, char *copy)
{
	const void *from = follow_steps(test, record);
	u32 behind = test->length < 7 ? 56 - 8 * test->length : 0;
	u64 first;

	/* Most strings are others from the first bytes on. */
	if (test->compare == COMPARE_EQUAL && test->length < test->size &&
	    !copy_from_kernel_nofault(&first, from, 8) &&
	    (first ^ bytes_at((const u8 *)test->text, 0)) << behind)
		return 0;
	return strncpy_from_kernel_nofault(copy, from, test->size + 1) == -EFAULT ? -1 : 1;
}

static int test_string(const struct predicate_test *test, const u8 *record)
{
	char copy[PREDICATE_STRING_MAX + 1];
	const char *string = (const char *)record + test->offset;
	u32 limit = test->size, place;
	const char *end;

	if (test->source == SOURCE_STRING_FAR) {
		int readable = test_far_string(test, record, copy);

		if (readable <= 0)
			return readable;
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
static noinline int test_uncommon(const struct predicate_test *test, const u8 *record)
{
	u64 number = 0;

	switch (test->source) {
	case SOURCE_RECORD:
		number = bytes_at(record, test->offset);
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
	number = test_number(test, number);
	if (test->compare == COMPARE_SET)
		return number < 64 && (test->low >> number & 1);
	return number - test->low <= test->span;
}

bool predicate_matches(const struct predicate *predicate, const void *record)
{
	const struct predicate_test *test;
	u32 at = 0;

	do {
		int result;

		test = &predicate->tests[at];
		if (likely(test->source == SOURCE_RECORD && test->compare == COMPARE_RANGE)) {
			u64 number = test_number(test, bytes_at(record, test->offset));

			result = number - test->low <= test->span;
		} else {
			result = test_uncommon(test, record);
			if (result < 0)
				return false;
		}
		at = test->next[result];
	} while (at < PREDICATE_FALSE);
	return at == PREDICATE_TRUE;
}
