/* SPDX-License-Identifier: MIT */
/* What an expression is compiled to. */
#pragma once

#include "lib/types.h"
#include "trace/core/predicate.h"

/* In the place of a test's number: the expression is false, or true. */
#define PREDICATE_FALSE 0xfffe
#define PREDICATE_TRUE	0xffff

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
	u16 next[2]; /* the test to go on with if it is false, or true; later ones only */
	u8 source;   /* enum predicate_source */
	u8 compare;  /* enum predicate_compare */
	u8 left, right;
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

/* An expression being compiled. */
struct predicate_parser {
	const char *text, *at;
	const struct predicate_names *names;
	struct predicate *predicate;
	char *strings; /* where the next one goes */
	struct predicate_error *error;
};

/* Notes the mistake at @where, in Linux at @linux_where. Return: an errno for who fails. */
int predicate_mistake(struct predicate_parser *parser, const char *where, const char *linux_where,
		      const char *text);
/*
 * Reads OPERAND OPERATOR VALUE into @test, which is zeroed. *@inverted: what is wanted is that the
 * test is false. Return: 0 or -EINVAL, and the mistake is noted.
 */
int predicate_parse_test(struct predicate_parser *parser, struct predicate_test *test,
			 bool *inverted);

struct predicate {
	u32 count;
	struct predicate_test tests[]; /* what they compare with is behind them */
};
