/* SPDX-License-Identifier: MIT */
/* One comparison of an expression: OPERAND OPERATOR VALUE. */
#include "kernel/kallsyms.h"
#include "kernel/sched/task.h"
#include "lib/bitops.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/predicate_internal.h"

/* In the order in which they are looked for. */
enum operator{
	OP_GLOB,
	OP_NE,
	OP_EQ,
	OP_LE,
	OP_LT,
	OP_GE,
	OP_GT,
	OP_AND,
	OP_NONE,
};

static const char operators[][3] = {"~", "!=", "==", "<=", "<", ">=", ">", "&"};

/* What is known of a comparison when its value is read. */
struct comparison {
	struct predicate_operand operand;
	bool is_function; /* it has .function */
	enum operator operator;
	const char *operator_at;
};

static const char invalid_value[] = "Invalid value (did you forget quotes)?";
static const char illegal_operation[] = "Illegal operation for field type";

/* Of what may stand for a function or an argument. */
static size_t name_length(const char *at)
{
	size_t length = *at == '$';

	while (isalnum(at[length]) || at[length] == '_')
		length++;
	return length;
}

static bool is_name(const char *name, size_t length, const char *wanted)
{
	return strlen(wanted) == length && !memcmp(wanted, name, length);
}

/* Names that mean the same everywhere, unless the record has its own. */
static bool find_common(const char *name, size_t length, struct predicate_operand *operand)
{
	*operand = (struct predicate_operand){.kind = PREDICATE_CPU, .size = sizeof(u32)};
	if (is_name(name, length, "comm") || is_name(name, length, "COMM"))
		operand->kind = PREDICATE_COMM;
	else if (!is_name(name, length, "cpu") && !is_name(name, length, "CPU") &&
		 !is_name(name, length, "common_cpu"))
		return false;
	return true;
}

/* From where @test leads to so far, to a member. @pointer: the operand there is a pointer. */
static int parse_member(struct predicate_parser *parser, struct predicate_test *test,
			struct predicate_operand *operand, bool pointer)
{
	const struct predicate_names *names = parser->names;
	const struct predicate_operand of = *operand;
	size_t length = name_length(parser->at);

	if (!names->member || !names->member(names, &of, pointer, parser->at, length, operand))
		return predicate_mistake(parser, parser->at, parser->at, "Field not found");
	if (pointer && test->steps == PREDICATE_STEPS)
		return predicate_mistake(parser, parser->at, parser->at, "Too many dereferences");
	parser->at += length;
	if (pointer) {
		if (!test->steps)
			test->offset = of.offset;
		test->step[test->steps++] = operand->offset;
	} else if (test->steps) {
		test->step[test->steps - 1] += operand->offset;
	} else {
		operand->offset += of.offset;
	}
	return 0;
}

static int parse_operand(struct predicate_parser *parser, struct predicate_test *test,
			 struct comparison *comparison)
{
	const char *name = parser->at;
	size_t length = name_length(name);
	const struct predicate_names *names = parser->names;
	int error = 0;

	parser->at += length;
	if (!length || (!names->find(names, name, length, &comparison->operand) &&
			!find_common(name, length, &comparison->operand)))
		return predicate_mistake(parser, name, skip_spaces(parser->at), "Field not found");
	while (!error && !comparison->is_function) {
		const char *suffix = parser->at;

		if (predicate_accept(parser, ".ustring"))
			return predicate_mistake(parser, suffix, suffix,
						 "Memory of programs cannot be read");
		if (predicate_accept(parser, ".function"))
			comparison->is_function = true;
		else if (predicate_accept(parser, "->"))
			error = parse_member(parser, test, &comparison->operand, true);
		else if (predicate_accept(parser, "."))
			error = parse_member(parser, test, &comparison->operand, false);
		else
			break;
	}
	return error;
}

static enum operator parse_operator(struct predicate_parser *parser)
{
	u32 operator= 0;

	while (operator < OP_NONE && !predicate_accept(parser, operators[operator]))
		operator++;
	/* It would be the && behind an operand without a value. */
	return operator== OP_AND && * parser->at == '&' ? OP_NONE : operator;
}

/* Says where the bits of the number are. */
static void place_number(struct predicate_test *test, const struct predicate_operand *operand)
{
	u32 bits = operand->bits ? operand->bits : 8 * operand->size;
	u32 low = operand->bit;

	test->source = operand->kind == PREDICATE_PID	? SOURCE_PID
		       : operand->kind == PREDICATE_CPU ? SOURCE_CPU
		       : test->steps			? SOURCE_FAR
							: SOURCE_RECORD;
	test->size = operand->size;
	if (!test->steps) {
		test->offset = operand->offset + operand->size > 8
				       ? operand->offset + operand->size - 8
				       : 0;
		low += 8 * (operand->offset - test->offset);
	}
	test->left = 64 - low - bits;
	test->right = 64 - bits;
	test->mask = operand->is_signed ? ~0ul : ~0ul >> test->right;
}

/* Says where the string is, and how long it is at most. */
static void place_string(struct predicate_test *test, const struct predicate_operand *operand)
{
	test->size =
		operand->size ? min(operand->size, PREDICATE_STRING_MAX) : PREDICATE_STRING_MAX;
	if (!test->steps)
		test->offset = operand->offset;
	if (operand->kind == PREDICATE_POINTER) {
		test->step[test->steps++] = 0;
		test->size = PREDICATE_STRING_MAX;
	}
	test->source = test->steps ? SOURCE_STRING_FAR : SOURCE_STRING;
	if (operand->kind == PREDICATE_DATA_LOC)
		test->source = SOURCE_DATA_LOC;
	if (operand->kind == PREDICATE_COMM) {
		test->source = SOURCE_COMM;
		test->size = TASK_COMM_LEN;
	}
}

/* Has @test be true for what @operator and @value ask for. Return: true: for all but these. */
static bool want_range(struct predicate_test *test, const struct predicate_operand *operand,
		       enum operator operator, u64 value)
{
	u64 lowest = operand->is_signed ? 1ul << 63 : 0;

	value = (u64)((s64)(value << test->right) >> test->right) & test->mask;
	test->compare = COMPARE_RANGE;
	test->low = lowest;
	switch (operator) {
	case OP_LE:
	case OP_GT:
		test->span = value - lowest;
		return operator== OP_GT;
	case OP_LT:
	case OP_GE:
		test->span = value - lowest - 1; /* all of them when nothing is below */
		return (operator== OP_GE) != (value == lowest);
	case OP_AND:
		test->mask &= value;
		test->low = 1;
		test->span = -2ul;
		return false;
	default:
		test->low = value;
		test->span = 0;
		return operator== OP_NE;
	}
}

/* What a value cannot be. Linux's caret stands behind its first character. */
static int value_mistake(struct predicate_parser *parser, const char *text)
{
	return predicate_mistake(parser, parser->at, parser->at + 1, text);
}

static int operator_mistake(struct predicate_parser *parser, const struct comparison *comparison)
{
	return predicate_mistake(parser, comparison->operator_at, comparison->operator_at,
				 illegal_operation);
}

/* Copies a word to where strings go. Return: whether it fits. */
static bool keep_string(struct predicate_parser *parser, const char *string, size_t length,
			struct predicate_test *test)
{
	if (length >= PREDICATE_STRING_MAX)
		return false;
	test->text = memcpy(parser->strings, string, length);
	test->length = length;
	/* The NUL counts, unless the string may end without one. */
	test->left = 64 - 8 * min(length + (length < test->size), 8ul);
	parser->strings += length / 8 * 8 + 8;
	return true;
}

static int parse_string(struct predicate_parser *parser, struct predicate_test *test,
			const struct comparison *comparison, bool *inverted)
{
	const char *begin = parser->at;
	bool quoted = *begin == '"' || *begin == '\'';
	size_t length;

	if (comparison->operator> OP_EQ)
		return operator_mistake(parser, comparison);
	if (quoted)
		length = strcspn(++begin, *parser->at == '"' ? "\"" : "'");
	else
		length = strcspn(begin, " \t\n()&|\"'");
	if (!quoted && (!length || isdigit(*begin) || *begin == '-'))
		return value_mistake(parser, invalid_value);
	if (!keep_string(parser, begin, length, test))
		return value_mistake(parser, "Operand too long");
	parser->at = begin + length + quoted;
	test->compare = comparison->operator== OP_GLOB ? COMPARE_GLOB : COMPARE_EQUAL;
	*inverted = comparison->operator== OP_NE;
	return 0;
}

static int parse_number(struct predicate_parser *parser, u64 *number)
{
	const char *begin = parser->at, *digits = begin + (*begin == '-');
	size_t length = name_length(digits);
	char copy[24]; /* more than the longest one */

	if (*begin == '"' || *begin == '\'')
		return value_mistake(parser, "Expecting numeric field");
	if (!isdigit(*digits))
		return value_mistake(parser, invalid_value);
	length = min(length, sizeof(copy) - 1);
	memcpy(copy, digits, length);
	copy[length] = '\0';
	if (kstrtoul(copy, 0, number))
		return predicate_mistake(parser, begin, begin, "Illegal integer value");
	if (digits > begin)
		*number = -*number;
	parser->at = digits + length;
	return 0;
}

/* CPUS{0,2-3}, from its list on. */
static int parse_cpus(struct predicate_parser *parser, u64 *cpus)
{
	const char *begin = parser->at;
	const char *end = strchr(begin, '}');

	if (!predicate_accept(parser, "{"))
		return predicate_mistake(parser, begin, begin, "Missing '{'");
	if (!end)
		return predicate_mistake(parser, begin, begin, "Missing '}'");
	*cpus = 0;
	do {
		char *at = (char *)parser->at;
		unsigned long first = simple_strtoul(at, &at, 10), last = first;

		if (*at == '-')
			last = simple_strtoul(at + 1, &at, 10);
		if (at == parser->at || !isdigit(at[-1]) || first > last || last >= BITS_PER_LONG)
			return predicate_mistake(parser, parser->at, parser->at, "Invalid cpulist");
		*cpus |= GENMASK(last, first);
		parser->at = at;
	} while (predicate_accept(parser, ","));
	if (!predicate_accept(parser, "}"))
		return predicate_mistake(parser, parser->at, parser->at, "Invalid cpulist");
	return 0;
}

/* A processor's number is in a set of more than one, or never equal to it. */
static bool want_cpus(struct predicate_test *test, const struct comparison *comparison, u64 cpus)
{
	if (comparison->operand.kind == PREDICATE_CPUMASK)
		return want_range(test, &comparison->operand, comparison->operator, cpus);
	test->compare = COMPARE_SET;
	test->low = comparison->operator== OP_AND || is_power_of_2(cpus) ? cpus : 0;
	return comparison->operator== OP_NE;
}

/* A function's name, or an address in it. */
static int parse_function(struct predicate_parser *parser, struct predicate_test *test,
			  const struct comparison *comparison, bool *inverted)
{
	char quote = *parser->at == '"' || *parser->at == '\'' ? *parser->at : '\0';
	const char *begin = parser->at + !!quote;
	size_t length = strspn(begin, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_.");
	char name[KSYM_NAME_LEN];
	unsigned long address;
	struct kallsym symbol;

	if (comparison->operator!= OP_EQ && comparison->operator!= OP_NE)
		return operator_mistake(parser, comparison);
	if (!length || (quote && begin[length] != quote))
		return value_mistake(parser, invalid_value);
	strscpy(name, begin, min(length + 1, sizeof(name)));
	if (!isdigit(name[0]))
		address = kallsyms_lookup_name(name);
	else if (kstrtoul(name, 16, &address))
		address = 0;
	if (!kallsyms_lookup(address, &symbol) || (symbol.type | 0x20) != 't' || symbol.module)
		return predicate_mistake(parser, begin, begin, "Function not found");
	parser->at = begin + length + !!quote;
	want_range(test, &comparison->operand, OP_EQ, symbol.address);
	test->span = symbol.size - 1;
	*inverted = comparison->operator== OP_NE;
	return 0;
}

static int parse_value(struct predicate_parser *parser, struct predicate_test *test,
		       const struct comparison *comparison, bool *inverted)
{
	const struct predicate_operand *operand = &comparison->operand;
	u64 number;
	int error;

	if (comparison->is_function)
		return parse_function(parser, test, comparison, inverted);
	if (test->source >= SOURCE_STRING)
		return parse_string(parser, test, comparison, inverted);
	if (predicate_accept(parser, "CPUS")) {
		error = parse_cpus(parser, &number);
		if (!error &&
		    comparison->operator!= OP_AND && comparison->operator!= OP_EQ && comparison->
		    operator!= OP_NE)
			error = operator_mistake(parser, comparison);
		if (!error)
			*inverted = want_cpus(test, comparison, number);
		return error;
	}
	error = parse_number(parser, &number);
	if (!error && (comparison->operator== OP_GLOB || operand->kind == PREDICATE_CPUMASK))
		error = operator_mistake(parser, comparison);
	if (!error)
		*inverted = want_range(test, operand, comparison->operator, number);
	return error;
}

int predicate_parse_test(struct predicate_parser *parser, struct predicate_test *test,
			 bool *inverted)
{
	struct comparison comparison = {0};
	struct predicate_operand *operand = &comparison.operand;
	int error = parse_operand(parser, test, &comparison);

	if (error)
		return error;
	parser->at = comparison.operator_at = skip_spaces(parser->at);
	comparison.operator= parse_operator(parser);
	if (comparison.operator== OP_NONE)
		return predicate_mistake(parser, comparison.operator_at, comparison.operator_at,
					 "Invalid operator");
	parser->at = skip_spaces(parser->at);
	if (operand->kind == PREDICATE_OPAQUE ||
	    (comparison.is_function && (operand->kind != PREDICATE_NUMBER || operand->size != 8)))
		return operator_mistake(parser, &comparison);
	if (operand->kind < PREDICATE_STRING)
		place_number(test, operand);
	else
		place_string(test, operand);
	return parse_value(parser, test, &comparison, inverted);
}
