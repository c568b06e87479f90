/* SPDX-License-Identifier: MIT */
/* What an expression is compiled to, and how it is asked; see predicate.h. */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

/* In the place of a test's number: the expression is false, or true. */
#define PREDICATE_FALSE 0xfffe
#define PREDICATE_TRUE	0xffff

/* How often `->` may follow a name. */
#define PREDICATE_STEPS 6

/* Where a test finds what it looks at. */
enum predicate_source {
	SOURCE_RECORD, /* a number: in the eight bytes at offset */
	SOURCE_FAR,    /* a number: in memory, by steps */
	SOURCE_PID,
	SOURCE_CPU,
	SOURCE_STRING,	 /* from here on strings: at offset */
	SOURCE_DATA_LOC, /* by a u32 at offset */
	SOURCE_COMM,
	SOURCE_STRING_FAR, /* in memory, by steps */
};

/* How it compares. */
enum predicate_compare {
	COMPARE_RANGE,
	COMPARE_SET,
	COMPARE_EQUAL, /* from here on strings */
	COMPARE_GLOB,
};

/*
 * One test. Most comparisons of a number ask whether it is in a range: the bits that matter
 * are moved to the top and down again, masked, and what is above low may be at most span. A
 * test for `!=`, say, is one for `==` with the two ways exchanged.
 */
struct predicate_test {
	u16 next[2];	/* the test to go on with if it is false, or true; later ones only */
	u8 source;	/* enum predicate_source */
	u8 compare;	/* enum predicate_compare */
	u8 left, right; /* how far; of a string: what is behind its text in the first eight bytes */
	u32 offset;
	u32 size; /* of the string at most, or of the number in memory */
	union {
		struct {
			u64 mask, low,
				span; /* a set: low has a bit for each wanted one of 0 to 63 */
		};
		struct {
			const char *text; /* followed by zeroes to a multiple of 8 bytes */
			u32 length;
		};
	};
	u32 steps;
	u32 step[PREDICATE_STEPS + 1]; /* offsets from the addresses that are read in turn */
};

struct predicate {
	u32 count;
	struct predicate_test tests[]; /* what they compare with is behind them */
};

/* Records are packed, and the eight bytes begin where the last one is the number's. */
typedef u64 __attribute__((aligned(1))) predicate_bytes;

static __always_inline u64 predicate_number(const struct predicate_test *test, u64 bytes)
{
	return (u64)((s64)(bytes << test->left) >> test->right) & test->mask;
}

/* The first test, if it is of the commonest kind. Return: where to go on. Context: as below. */
static __always_inline u32 predicate_begin(const struct predicate *predicate, const void *record)
{
	const struct predicate_test *test = predicate->tests;
	u64 number;

	if (unlikely(test->source != SOURCE_RECORD || test->compare != COMPARE_RANGE))
		return 0;
	number = predicate_number(test,
				  *(const predicate_bytes *)((const u8 *)record + test->offset));
	return test->next[number - test->low <= test->span];
}

/* The rest: tests from number @at on. Return: whether the expression is true. */
bool predicate_go_on(const struct predicate *predicate, const void *record, u32 at);

/*
 * Whether the expression is true of @record: a record, or a struct ftrace_regs. Where it looks at
 * memory that is not there it is false, as a whole. Context: any, NMI included; preemption off.
 */
static __always_inline bool predicate_matches(const struct predicate *predicate, const void *record)
{
	u32 next = predicate_begin(predicate, record);

	return likely(next >= PREDICATE_FALSE) ? next == PREDICATE_TRUE
					       : predicate_go_on(predicate, record, next);
}
