/* SPDX-License-Identifier: MIT */
/* How an expression is compiled. */
#pragma once

#include "trace/core/predicate.h"

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
/* Takes @word if it comes next, behind blanks. */
bool predicate_accept(struct predicate_parser *parser, const char *word);
/*
 * Reads OPERAND OPERATOR VALUE into @test, which is zeroed. *@inverted: what is wanted is that the
 * test is false. Return: 0 or -EINVAL, and the mistake is noted.
 */
int predicate_parse_test(struct predicate_parser *parser, struct predicate_test *test,
			 bool *inverted);
