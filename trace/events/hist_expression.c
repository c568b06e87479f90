/* SPDX-License-Identifier: MIT */
/*
 * What stands for a number or a string in the text of a histogram:
 *
 *	sum	:= product { '+' | '-' product }	product := atom { '*' | '/' atom }
 *	atom	:= number | field [ '.' modifier ] | [ SYSTEM.EVENT. ] $variable
 *
 * or -(sum). At most three operators. After a mistake what is returned means nothing.
 */
#include "lib/ctype.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

#define OPERATORS_MAX 3
#define NUMBER_MAX    24 /* more than a number has digits, and what is between two texts */

struct hist_cursor {
	struct hist_parser *parser;
	const char *at;
	enum hist_role role;
};

static const char *const hist_modifiers[] = {
	[HIST_HEX] = "hex",	    [HIST_SYM] = "sym",		  [HIST_SYM_OFFSET] = "sym-offset",
	[HIST_SYSCALL] = "syscall", [HIST_EXECNAME] = "execname", [HIST_LOG2] = "log2",
	[HIST_BUCKETS] = "buckets", [HIST_USECS] = "usecs",	  [HIST_PERCENT] = "percent",
	[HIST_GRAPH] = "graph",
};

bool hist_event_has_field(const struct trace_event *event, const char *name)
{
	return trace_event_find_field(event, name, strlen(name)) ||
	       str_has_prefix(name, "common_") || !strcmp(name, "cpu") || isdigit(*name);
}

/* Where and what a field of the record is. Return: false: nothing to count by. */
static bool hist_use_record_field(struct hist_field *field, const struct trace_field *from)
{
	field->offset = from->offset;
	field->size = from->size;
	field->is_string = strchr(from->name, '[') || str_has_prefix(from->type, "__data_loc char");
	field->source = HIST_STRING;
	if (str_has_prefix(from->type, "__data_loc char")) {
		field->source = HIST_DATA_LOC;
		field->size = HIST_STRING_MAX;
	} else if (!field->is_string && from->size && from->size <= sizeof(u64)) {
		/* The eight bytes that end with it, unless the record begins within them. */
		field->source = HIST_NUMBER;
		field->is_signed = from->is_signed;
		field->mask = from->is_signed ? ~0ul : ~0ul >> (64 - 8 * from->size);
		field->right = 64 - 8 * from->size;
		if (from->offset + from->size >= 8)
			field->offset -= 8 - from->size;
		else
			field->left = field->right;
	} else {
		/* Up to the record's end is up to its NUL. */
		field->size = from->size ? from->size : HIST_STRING_MAX;
		return !strcmp(from->type, "char") && from->size <= HIST_STRING_MAX;
	}
	return true;
}

/* What a word means that is no variable and no number. Return: false: nothing. */
static bool hist_find_field(const struct hist_cursor *cursor, struct hist_field *field)
{
	struct hist_trigger *hist = cursor->parser->hist;
	const char *name = field->name;
	const struct trace_field *found =
		trace_event_find_field(hist->trigger->file->event, name, strlen(name));

	if (found) {
		if (!hist_use_record_field(field, found))
			hist_mistake(cursor->parser, field->where,
				     "Field is neither a number nor a string");
		return true;
	}
	if (!strcmp(name, "common_timestamp")) {
		field->source = HIST_TIMESTAMP;
		hist->uses_time = true;
	} else if (!strcmp(name, "common_cpu") || !strcmp(name, "cpu")) {
		field->source = HIST_CPU;
		field->size = sizeof(u32);
	} else if (cursor->role == HIST_AS_KEY &&
		   (!strcmp(name, "stacktrace") || !strcmp(name, "common_stacktrace"))) {
		field->source = HIST_STACK;
	} else if (cursor->role == HIST_AS_VALUE && !strcmp(name, "hitcount")) {
		field->source = HIST_HITCOUNT;
	} else {
		return false;
	}
	return true;
}

static bool hist_modifier_fits(const struct hist_field *field, enum hist_role role)
{
	if (field->is_string || field->source == HIST_STACK)
		return false;
	switch (field->modifier) {
	case HIST_PLAIN:
		return false;
	case HIST_HEX:
		return true;
	case HIST_PERCENT:
	case HIST_GRAPH:
		return role == HIST_AS_VALUE;
	case HIST_USECS:
		return field->source == HIST_TIMESTAMP;
	case HIST_EXECNAME:
		return role == HIST_AS_KEY && !strcmp(field->name, "common_pid");
	default:
		return role != HIST_AS_VALUE;
	}
}

/* @text is behind the dot, of @length characters. */
static void hist_parse_modifier(const struct hist_cursor *cursor, struct hist_field *field,
				const char *text, size_t length)
{
	size_t name = min(strcspn(text, "="), length);
	char *end = (char *)text + name;

	for (u32 i = 1; i < ARRAY_SIZE(hist_modifiers); i++)
		if (strlen(hist_modifiers[i]) == name && !strncmp(hist_modifiers[i], text, name))
			field->modifier = i;
	if (field->modifier == HIST_BUCKETS && name < length)
		field->number = simple_strtoul(end + 1, &end, 0);
	field->in_usecs = field->modifier == HIST_USECS;
	if (!hist_modifier_fits(field, cursor->role) || end != text + length ||
	    (field->modifier == HIST_BUCKETS && !field->number))
		hist_mistake(cursor->parser, text, "Invalid field modifier");
}

static struct hist_field *hist_make_field(struct hist_parser *parser, const char *name,
					  size_t length)
{
	struct hist_field *field = hist_alloc(parser->hist, sizeof(*field));

	field->size = sizeof(u64);
	field->name = hist_strndup(parser->hist, name, length);
	field->text = field->name;
	return field;
}

static size_t hist_word_length(const char *text)
{
	size_t length = 0;

	while (isalnum(text[length]) || (text[length] && strchr("_.$", text[length])))
		length++;
	if (length >= 4 && str_has_prefix(text + length - 4, ".sym-offset"))
		length += strlen("-offset");
	if (length >= 8 && str_has_prefix(text + length - 8, ".buckets="))
		length += 1 + strspn(text + length + 1, "0123456789xabcdefABCDEF");
	return length;
}

static struct hist_field *hist_parse_atom(struct hist_cursor *cursor)
{
	struct hist_parser *parser = cursor->parser;
	const char *text = cursor->at;
	size_t length = hist_word_length(text);
	const char *dollar = memchr(text, '$', length), *dot = memchr(text, '.', length);
	struct hist_field *field =
		hist_make_field(parser, text, dot && !dollar ? (size_t)(dot - text) : length);

	field->where = text;
	cursor->at += length;
	if (*text == '-') {
		hist_mistake(parser, text, "Unary minus not supported in sub-expressions");
	} else if (isdigit(*text)) {
		field->source = HIST_CONSTANT;
		if (kstrtoul(field->text, 0, &field->number))
			hist_mistake(parser, text, "Expecting numeric literal");
	} else if (dollar && cursor->role == HIST_AS_KEY) {
		hist_mistake(parser, text, "Using variable references in keys not supported");
	} else if (dollar) {
		hist_reference(parser, field, text, dollar - text);
	} else if (!hist_find_field(cursor, field)) {
		hist_mistake(parser, text, "Couldn't find field");
	} else if (dot) {
		field->text = hist_strndup(parser->hist, text, length);
		hist_parse_modifier(cursor, field, dot + 1, text + length - dot - 1);
	}
	field->is_simple = field->source == HIST_NUMBER && field->modifier <= HIST_EXECNAME;
	if (field->is_string && cursor->role == HIST_AS_VALUE)
		hist_mistake(parser, text, "A value has to be a number");
	return field;
}

static struct hist_field *hist_combine(struct hist_cursor *cursor, struct hist_field *left,
				       struct hist_field *right, char op)
{
	struct hist_field *field = hist_make_field(cursor->parser, "", 0);

	field->source = HIST_OPERATION;
	field->op = op;
	field->where = left->where;
	field->operands[0] = left;
	field->operands[1] = right;
	return field;
}

/* @operators: "+-", whose operands are those of "*" and "/", whose operands are atoms. */
static struct hist_field *hist_parse_operation(struct hist_cursor *cursor, const char *operators)
{
	bool sum = *operators == '+';
	struct hist_field *left = sum ? hist_parse_operation(cursor, "*/")
				      : hist_parse_atom(cursor),
			  *right;

	while (!cursor->parser->error && *cursor->at && strchr(operators, *cursor->at)) {
		char op = *cursor->at++;

		right = sum ? hist_parse_operation(cursor, "*/") : hist_parse_atom(cursor);
		left = hist_combine(cursor, left, right, op);
	}
	return left;
}

/* Counts the operators, each before those of its operands. Return: the one that is too many. */
static const struct hist_field *hist_find_excess(const struct hist_field *field, u32 *count)
{
	const struct hist_field *found;

	if (field->source != HIST_OPERATION)
		return NULL;
	if (++*count > OPERATORS_MAX)
		return field;
	found = hist_find_excess(field->operands[0], count);
	return found ? found : hist_find_excess(field->operands[1], count);
}

/* Checks an operation and what is in it, calculates what is known, and writes its text. */
static void hist_finish_operation(struct hist_parser *parser, struct hist_field *field)
{
	struct hist_field *left = field->operands[0], *right = field->operands[1];
	size_t bytes;
	char *text;

	if (field->source != HIST_OPERATION || parser->error)
		return;
	hist_finish_operation(parser, left);
	hist_finish_operation(parser, right);
	if (left->is_string || right->is_string)
		hist_mistake(parser, left->is_string ? left->where : right->where,
			     "String type can not be an operand in expression");
	if (left->source != HIST_CONSTANT && right->source != HIST_CONSTANT &&
	    left->in_usecs != right->in_usecs)
		hist_mistake(parser, left->where, "Timestamp units in expression don't match");
	if (field->op == '/' && right->source == HIST_CONSTANT && !right->number)
		hist_mistake(parser, right->where, "Division by zero");
	field->in_usecs = left->in_usecs || right->in_usecs;
	/* A variable of another histogram is taken away by who calculates with it. */
	for (u32 i = 0; i < 2 && !parser->error; i++)
		if (field->operands[i]->source == HIST_REFERENCE)
			parser->hist->refs[field->operands[i]->word].once = true;
	bytes = strlen(left->text) + strlen(right->text) + NUMBER_MAX;
	text = hist_alloc(parser->hist, bytes);
	field->name = field->text = text;
	if (left->source == HIST_CONSTANT && right->source == HIST_CONSTANT && *left->text) {
		field->source = HIST_CONSTANT;
		field->number = hist_operate(field->op, left->number, right->number);
		snprintf(text, bytes, "%lu", field->number);
	} else {
		snprintf(text, bytes, *left->text ? "%s%c%s" : "%s%c(%s)", left->text, field->op,
			 right->text);
	}
}

struct hist_field *hist_expression_parse(struct hist_parser *parser, const char *text,
					 enum hist_role role)
{
	size_t negative = str_has_prefix(text, "-(");
	struct hist_cursor cursor = {.parser = parser, .at = text + negative, .role = role};
	struct hist_field *field = hist_parse_operation(&cursor, "+-"), *zero;
	const struct hist_field *excess;
	u32 operators = 0;

	if (negative && !parser->error) {
		zero = hist_make_field(parser, "", 0);
		zero->source = HIST_CONSTANT;
		field = hist_combine(&cursor, zero, field, '-');
		if (*cursor.at++ != ')')
			hist_mistake(parser, text, "No closing paren found");
		else if (*cursor.at)
			hist_mistake(parser, text + negative,
				     "Unary minus not supported in sub-expressions");
	}
	if (!parser->error && *cursor.at)
		hist_mistake(parser, cursor.at, "Couldn't find field");
	excess = parser->error ? NULL : hist_find_excess(field, &operators);
	if (excess)
		hist_mistake(parser, excess->where, "Too many subexpressions (3 max)");
	hist_finish_operation(parser, field);
	return field;
}
