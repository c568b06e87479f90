/* SPDX-License-Identifier: MIT */
/* $((...)): integer expressions, by precedence climbing. */
#include "kernel/shell/expand.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"

struct arithmetic {
	struct shell_expand *env;
	const char *at; /* NUL-terminated */
	int depth;
	bool failed;
};

/* Two-character operators come before their first character. */
static const struct {
	char name[3];
	u8 precedence;
} operators[] = {
	{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7},
	{"<<", 8}, {">>", 8}, {"|", 3},	 {"^", 4},  {"&", 5},  {"<", 7},
	{">", 7},  {"+", 9},  {"-", 9},	 {"*", 10}, {"/", 10}, {"%", 10},
};

static long arithmetic_binary(struct arithmetic *a, int precedence);

static long arithmetic_fail(struct arithmetic *a, const char *message)
{
	if (!a->failed)
		strscpy(a->env->message, message, sizeof(a->env->message));
	a->failed = true;
	return 0;
}

static long arithmetic_variable(struct arithmetic *a)
{
	size_t length = shell_name_length(a->at);
	const char *value = a->env->variable(a->env->context, a->at, length);
	long number = 0;

	a->at += length;
	if (value && *value && kstrtol(value, 0, &number))
		return arithmetic_fail(a, "$(( )): the value of a variable is not a number");
	return number;
}

static long arithmetic_unary(struct arithmetic *a)
{
	char *end;
	long value;

	a->at = skip_spaces(a->at);
	if (*a->at && strchr("+-!~(", *a->at)) {
		char sign = *a->at++;

		if (++a->depth > SHELL_DEPTH_MAX)
			return arithmetic_fail(a, "$(( )): nested too deeply");
		value = sign == '(' ? arithmetic_binary(a, 1) : arithmetic_unary(a);
		a->depth--;
		if (sign != '(')
			return sign == '-'   ? -value
			       : sign == '!' ? !value
			       : sign == '~' ? ~value
					     : value;
		a->at = skip_spaces(a->at);
		if (*a->at != ')')
			return arithmetic_fail(a, "$(( )): a ) is missing");
		a->at++;
		return value;
	}
	if (isdigit(*a->at)) {
		value = simple_strtoul(a->at, &end, 0);
		a->at = end;
		return value;
	}
	a->at += *a->at == '$';
	if (!shell_name_length(a->at))
		return arithmetic_fail(a, "$(( )): a number or a name is missing");
	return arithmetic_variable(a);
}

static long arithmetic_divide(struct arithmetic *a, char sign, long left, long right)
{
	if (!right)
		return arithmetic_fail(a, "$(( )): division by 0");
	if (right == -1)
		return sign == '/' ? -left : 0;
	return sign == '/' ? left / right : left % right;
}

static long arithmetic_apply(struct arithmetic *a, const char *op, long left, long right)
{
	switch (op[0] | op[1] << 8) {
	case '|' | '|' << 8:
		return left || right;
	case '&' | '&' << 8:
		return left && right;
	case '=' | '=' << 8:
		return left == right;
	case '!' | '=' << 8:
		return left != right;
	case '<' | '=' << 8:
		return left <= right;
	case '>' | '=' << 8:
		return left >= right;
	case '<' | '<' << 8:
		return (long)((unsigned long)left << (right & 63));
	case '>' | '>' << 8:
		return left >> (right & 63);
	case '|':
		return left | right;
	case '^':
		return left ^ right;
	case '&':
		return left & right;
	case '<':
		return left < right;
	case '>':
		return left > right;
	case '+':
		return (long)((unsigned long)left + right);
	case '-':
		return (long)((unsigned long)left - right);
	case '*':
		return (long)((unsigned long)left * right);
	}
	return arithmetic_divide(a, op[0], left, right);
}

/* Whether an op of at least this precedence comes next. Return: its index, or -1. */
static int arithmetic_operator(struct arithmetic *a, int precedence)
{
	a->at = skip_spaces(a->at);
	for (size_t i = 0; i < ARRAY_SIZE(operators); i++)
		if (str_has_prefix(a->at, operators[i].name))
			return operators[i].precedence >= precedence ? (int)i : -1;
	return -1;
}

static long arithmetic_binary(struct arithmetic *a, int precedence)
{
	long left = arithmetic_unary(a);
	int op;

	while (!a->failed && (op = arithmetic_operator(a, precedence)) >= 0) {
		a->at += strlen(operators[op].name);
		left = arithmetic_apply(a, operators[op].name, left,
					arithmetic_binary(a, operators[op].precedence + 1));
	}
	return left;
}

int shell_arithmetic(struct shell_expand *env, const char *text, size_t bytes, long *result)
{
	struct arithmetic a = {.env = env};

	a.at = shell_arena_copy(env->arena, text, bytes);
	if (!a.at)
		return arithmetic_fail(&a, "the command is too long"), -EINVAL;
	*result = arithmetic_binary(&a, 1);
	if (!a.failed && *skip_spaces(a.at))
		arithmetic_fail(&a, "$(( )): something is wrong behind the expression");
	return a.failed ? -EINVAL : 0;
}
