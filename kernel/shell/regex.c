/* SPDX-License-Identifier: MIT */
/* Compiling regular expressions: recursive descent, one function per level of the grammar. */
#include "kernel/shell/regex.h"

#include "kernel/shell/regex_step.h"
#include "lib/ctype.h"
#include "lib/string.h"

#define DEPTH_MAX 16

static const char repetition_error[] = "numbers of repetitions are not known here";

struct regex_compiler {
	struct regex *regex;
	const char *at;
	bool extended;
	int depth;
	const char *error;
};

static void regex_alternatives(struct regex_compiler *c);

static void regex_fail(struct regex_compiler *c, const char *why)
{
	if (!c->error)
		c->error = why;
}

static void regex_emit(struct regex_compiler *c, u8 operation, u8 argument, int first, int second)
{
	struct regex *regex = c->regex;

	if (regex->count == REGEX_PROGRAM_MAX) {
		regex_fail(c, "the expression is too long");
		return;
	}
	regex->program[regex->count++] = (struct regex_step){operation, argument, first, second};
}

/* Makes room for one step at @where. Distances inside the moved steps stay right. */
static void regex_insert(struct regex_compiler *c, u32 where, u8 operation, int first, int second)
{
	struct regex *regex = c->regex;

	regex_emit(c, operation, 0, 0, 0);
	if (c->error)
		return;
	memmove(&regex->program[where + 1], &regex->program[where],
		(regex->count - 1 - where) * sizeof(struct regex_step));
	regex->program[where] = (struct regex_step){operation, 0, first, second};
}

static void class_add(u8 *class, u8 byte)
{
	class[byte / 8] |= 1 << byte % 8;
}

static bool class_has(const u8 *class, u8 byte)
{
	return class[byte / 8] >> byte % 8 & 1;
}

static u8 *regex_new_class(struct regex_compiler *c)
{
	struct regex *regex = c->regex;

	if (regex->class_count == REGEX_CLASSES_MAX) {
		regex_fail(c, "too many [...] in the expression");
		return regex->classes[0];
	}
	regex_emit(c, STEP_CLASS, regex->class_count, 1, 0);
	memset(regex->classes[regex->class_count], 0, 32);
	return regex->classes[regex->class_count++];
}

/* From behind the [ to behind the ]. */
static void regex_class(struct regex_compiler *c)
{
	u8 *class = regex_new_class(c);
	bool inverted = *c->at == '^';
	const char *first;

	c->at += inverted;
	first = c->at;
	while (*c->at && (*c->at != ']' || c->at == first) && !c->error) {
		u8 low = *c->at, high = low;

		c->at++;
		if (c->at[0] == '-' && c->at[1] && c->at[1] != ']') {
			high = c->at[1];
			c->at += 2;
		}
		if (high < low)
			regex_fail(c, "a range in [...] runs backwards");
		for (int byte = low; byte <= high; byte++)
			class_add(class, byte);
	}
	if (*c->at != ']')
		return regex_fail(c, "a [ without its ]");
	c->at++;
	for (int byte = 'a'; byte <= 'z' && c->regex->ignore_case; byte++) {
		if (class_has(class, byte) || class_has(class, toupper(byte))) {
			class_add(class, byte);
			class_add(class, toupper(byte));
		}
	}
	for (int i = 0; i < 32 && inverted; i++)
		class[i] = ~class[i];
}

/* Whether @c stands at the operator @sign: bare in extended syntax, behind a \ in basic. */
static bool regex_sees(const struct regex_compiler *c, char sign)
{
	return c->extended ? *c->at == sign : c->at[0] == '\\' && c->at[1] == sign;
}

static void regex_skip_operator(struct regex_compiler *c)
{
	c->at += c->extended ? 1 : 2;
}

static void regex_group(struct regex_compiler *c)
{
	regex_skip_operator(c);
	if (++c->depth > DEPTH_MAX)
		return regex_fail(c, "brackets nested too deeply");
	regex_alternatives(c);
	c->depth--;
	if (!regex_sees(c, ')'))
		return regex_fail(c, "a ( without its )");
	regex_skip_operator(c);
}

/* A \ and what is behind it. */
static void regex_escape(struct regex_compiler *c)
{
	char byte = c->at[1];

	if (!byte)
		return regex_fail(c, "a \\ at the end");
	c->at += 2;
	if (isdigit(byte))
		return regex_fail(c, "back-references are not known here");
	if (byte == '{' && !c->extended)
		return regex_fail(c, repetition_error);
	regex_emit(c, STEP_BYTE, c->regex->ignore_case ? tolower(byte) : byte, 1, 0);
}

static void regex_atom(struct regex_compiler *c, bool first)
{
	char byte = *c->at;

	if (regex_sees(c, '('))
		return regex_group(c);
	if (byte == '\\')
		return regex_escape(c);
	c->at++;
	if (byte == '.')
		return regex_emit(c, STEP_ANY, 0, 1, 0);
	if (byte == '[')
		return regex_class(c);
	if (byte == '^' && (c->extended || first))
		return regex_emit(c, STEP_LINE_BEGIN, 0, 1, 0);
	if (byte == '$' && (c->extended || !*c->at || regex_sees(c, ')') || regex_sees(c, '|')))
		return regex_emit(c, STEP_LINE_END, 0, 1, 0);
	if (c->extended && (byte == '*' || byte == '+' || byte == '?'))
		return regex_fail(c, "nothing to repeat");
	regex_emit(c, STEP_BYTE, c->regex->ignore_case ? tolower(byte) : byte, 1, 0);
}

/*
 * The repetitions behind an atom whose steps begin at @begin.
 *
 *	X*	split 1, behind; X; jump to the split
 *	X+	X; split back to X, 1
 *	X?	split 1, behind; X
 */
static void regex_repetitions(struct regex_compiler *c, u32 begin)
{
	while (!c->error) {
		int length = c->regex->count - begin;

		if (*c->at == '*') {
			c->at++;
			regex_insert(c, begin, STEP_SPLIT, 1, length + 2);
			regex_emit(c, STEP_JUMP, 0, -(length + 1), 0);
		} else if (regex_sees(c, '+')) {
			regex_skip_operator(c);
			regex_emit(c, STEP_SPLIT, 0, -length, 1);
		} else if (regex_sees(c, '?')) {
			regex_skip_operator(c);
			regex_insert(c, begin, STEP_SPLIT, 1, length + 1);
		} else if (c->extended && *c->at == '{' && isdigit(c->at[1])) {
			return regex_fail(c, repetition_error);
		} else {
			return;
		}
	}
}

static void regex_branch(struct regex_compiler *c)
{
	bool first = true;

	while (*c->at && !regex_sees(c, '|') && !regex_sees(c, ')') && !c->error) {
		u32 begin = c->regex->count;
		bool anchor = *c->at == '^' && (first || c->extended);

		/* A * that comes first stands for itself in basic syntax. */
		regex_atom(c, first);
		if (!anchor)
			regex_repetitions(c, begin);
		first = anchor && !c->extended;
	}
}

/*
 * A|B|C: split 1, to the next branch; A; jump to the end; split ...; B; jump to the end; C.
 * Until the end is known, the jumps are linked by their .first.
 */
static void regex_alternatives(struct regex_compiler *c)
{
	u32 begin = c->regex->count;
	int jump = -1;

	regex_branch(c);
	while (regex_sees(c, '|') && !c->error) {
		regex_insert(c, begin, STEP_SPLIT, 1, c->regex->count - begin + 2);
		regex_emit(c, STEP_JUMP, 0, jump, 0);
		jump = c->regex->count - 1;
		regex_skip_operator(c);
		begin = c->regex->count;
		regex_branch(c);
	}
	while (jump >= 0 && !c->error) {
		int linked = c->regex->program[jump].first;

		c->regex->program[jump].first = c->regex->count - jump;
		jump = linked;
	}
}

const char *regex_compile(struct regex *regex, const char *pattern, u32 flags)
{
	struct regex_compiler c = {
		.regex = regex,
		.at = pattern,
		.extended = flags & REGEX_EXTENDED,
	};

	regex->ignore_case = flags & REGEX_IGNORE_CASE;
	regex->count = regex->class_count = 0;
	regex_alternatives(&c);
	if (!c.error && *c.at)
		regex_fail(&c, "a ) without its (");
	regex_emit(&c, STEP_MATCH, 0, 0, 0);
	return c.error;
}
