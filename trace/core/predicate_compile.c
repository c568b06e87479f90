/* SPDX-License-Identifier: MIT */
/*
 * From the text of an expression to its tests: a recursive descent, whose depth is bounded. Each
 * part leaves behind the ways out of it that have no target yet, those taken when it is true and
 * those when it is false; what comes next gives them one. They are lists, which lie where the
 * targets will be.
 */
#include "kernel/mm/slab.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/predicate_internal.h"

/* Parentheses in parentheses. */
#define DEPTH_MAX 32
/* What Linux takes; and the numbers of ways have 16 bits. */
#define TESTS_MAX 16384
/* Ends a list of ways. */
#define NO_WAY 0xffff

/* Lists of ways out, when it is false and when it is true. Way 2 * N + 1: when test N is true. */
struct part {
	u16 ways[2];
};

int predicate_mistake(struct predicate_parser *parser, const char *where, const char *linux_where,
		      const char *text)
{
	*parser->error = (struct predicate_error){.text = text,
						  .offset = (u32)(where - parser->text),
						  .linux_offset = (u32)(linux_where - parser->text),
						  .linux_errno = -EINVAL};
	return -EINVAL;
}

static u16 *way_target(struct predicate_parser *parser, u16 way)
{
	return &parser->predicate->tests[way / 2].next[way % 2];
}

/* Has all ways of a list go on at @target. */
static void finish_ways(struct predicate_parser *parser, u16 way, u16 target)
{
	while (way != NO_WAY) {
		u16 *next = way_target(parser, way);

		way = *next;
		*next = target;
	}
}

/* Return: a list with the ways of both; the first one is best the shorter. */
static u16 join_ways(struct predicate_parser *parser, u16 way, u16 others)
{
	u16 *last = &way;

	while (*last != NO_WAY)
		last = way_target(parser, *last);
	*last = others;
	return way;
}

bool predicate_accept(struct predicate_parser *parser, const char *word)
{
	size_t length;

	parser->at = skip_spaces(parser->at);
	length = str_has_prefix(parser->at, word);
	parser->at += length;
	return length;
}

static noinline int parse_test(struct predicate_parser *parser, struct part *part)
{
	u32 number = parser->predicate->count++;
	struct predicate_test *test = &parser->predicate->tests[number];
	bool inverted = false;
	int error = predicate_parse_test(parser, test, &inverted);

	test->next[0] = test->next[1] = NO_WAY;
	part->ways[inverted] = 2 * number;
	part->ways[!inverted] = 2 * number + 1;
	return error;
}

static int parse_expression(struct predicate_parser *parser, struct part *whole);

static int parse_term(struct predicate_parser *parser, struct part *part)
{
	bool inverted = false;
	int error;

	while (predicate_accept(parser, "!"))
		inverted = !inverted;
	if (!predicate_accept(parser, "(")) {
		error = parse_test(parser, part);
	} else {
		error = parse_expression(parser, part);
		if (!error && !predicate_accept(parser, ")"))
			error = predicate_mistake(parser, parser->at, parser->at,
						  "Meaningless filter expression");
	}
	if (inverted)
		*part = (struct part){{part->ways[1], part->ways[0]}};
	return error;
}

/* Has @whole go on at @next where it is not decided, which is when it is @open. */
static void add_part(struct predicate_parser *parser, struct part *whole, const struct part *next,
		     bool open)
{
	whole->ways[open] = next->ways[open];
	whole->ways[!open] = join_ways(parser, next->ways[!open], whole->ways[!open]);
}

/* Terms with && and || between them. Parentheses bring it here again, so it is one small frame. */
static int parse_expression(struct predicate_parser *parser, struct part *whole)
{
	bool with_last = false, or_last = false; /* what stands in front of the term */
	struct part all, term;

	for (;;) {
		int error = parse_term(parser, &term);

		if (error)
			return error;
		if (with_last)
			add_part(parser, &all, &term, true);
		else
			all = term;
		with_last = predicate_accept(parser, "&&");
		if (with_last) {
			finish_ways(parser, all.ways[1], parser->predicate->count);
			continue;
		}
		if (or_last)
			add_part(parser, whole, &all, false);
		else
			*whole = all;
		or_last = predicate_accept(parser, "||");
		if (!or_last)
			return 0;
		finish_ways(parser, whole->ways[0], parser->predicate->count);
	}
}

static int structure_mistake(struct predicate_parser *parser, const char *where, const char *text,
			     int linux_errno)
{
	predicate_mistake(parser, where, where, text);
	parser->error->linux_errno = linux_errno;
	return -EINVAL;
}

/* Looks at quotes and parentheses. *@tests: how many there are at most. */
static int check_structure(struct predicate_parser *parser, u32 *tests)
{
	const char *open[DEPTH_MAX], *at, *end;
	u32 depth = 0;

	*tests = 1;
	for (at = parser->text; *at; at++) {
		if (*at == '"' || *at == '\'') {
			end = strchr(at + 1, *at);
			if (!end)
				return structure_mistake(parser, at, "Missing matching quote",
							 -ESRCH);
			at = end;
		} else if (*at == '(') {
			if (depth == DEPTH_MAX)
				return structure_mistake(parser, at, "Too deep", -EINVAL);
			open[depth++] = at;
		} else if (*at == ')' && !depth--) {
			return structure_mistake(parser, at, "Too few '('", -EPERM);
		} else if ((*at == '&' || *at == '|') && at[1] == *at) {
			++*tests;
		}
	}
	if (depth)
		return structure_mistake(parser, open[depth - 1], "Too many '('", -ENOENT);
	if (!*skip_spaces(parser->text))
		return structure_mistake(parser, parser->text, "No filter found", -EINVAL);
	if (*tests > TESTS_MAX)
		return structure_mistake(parser, parser->text,
					 "Too many terms in predicate expression", -EINVAL);
	return 0;
}

/* All of it. */
static int parse_text(struct predicate_parser *parser)
{
	struct part whole;
	int error = parse_expression(parser, &whole);

	if (!error && *parser->at)
		error = predicate_mistake(parser, parser->at, parser->at,
					  *parser->at == '&' || *parser->at == '|'
						  ? "Invalid operator"
						  : "Meaningless filter expression");
	if (!error) {
		finish_ways(parser, whole.ways[0], PREDICATE_FALSE);
		finish_ways(parser, whole.ways[1], PREDICATE_TRUE);
	}
	return error;
}

int predicate_compile(const char *text, const struct predicate_names *names,
		      struct predicate **result, struct predicate_error *error)
{
	struct predicate_parser parser = {.text = text, .at = text, .names = names, .error = error};
	u32 tests;
	int failed = check_structure(&parser, &tests);

	if (failed)
		return failed;
	parser.predicate =
		kzalloc(sizeof(struct predicate) + tests * (sizeof(struct predicate_test) + 8) +
				strlen(text),
			GFP_KERNEL);
	if (!parser.predicate) {
		structure_mistake(&parser, text, "Out of memory", -ENOMEM);
		return -ENOMEM;
	}
	parser.strings = (char *)&parser.predicate->tests[tests];
	failed = parse_text(&parser);
	if (failed)
		kfree(parser.predicate);
	else
		*result = parser.predicate;
	return failed;
}

void predicate_free(struct predicate *predicate)
{
	kfree(predicate);
}
