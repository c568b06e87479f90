/* SPDX-License-Identifier: MIT */
/*
 * What stands for a number or a string in the text of a histogram:
 *
 *	sum	:= product { '+' | '-' product }	product := atom { '*' | '/' atom }
 *	atom	:= number | field [ '.' modifier ] | [ SYSTEM.EVENT. ] $variable
 *
 * or -(sum). At most three operators.
 */
#include "kernel/mm/slab.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/events/event_file.h"
#include "trace/events/hist.h"

#define OPERATORS_MAX 3

struct hist_cursor {
	struct hist_parser *parser;
	const char *at;
	enum hist_role role;
	u32 operators;
	int error;
};

static const char *const modifiers[] = {
	[HIST_HEX] = "hex",	    [HIST_SYM] = "sym",		  [HIST_SYM_OFFSET] = "sym-offset",
	[HIST_SYSCALL] = "syscall", [HIST_EXECNAME] = "execname", [HIST_LOG2] = "log2",
	[HIST_BUCKETS] = "buckets", [HIST_USECS] = "usecs",	  [HIST_PERCENT] = "percent",
	[HIST_GRAPH] = "graph",
};

/* Those of struct trace_entry. */
static const struct trace_field common_fields[] = {
	TRACE_FIELD(struct trace_entry, u16, type),
	TRACE_FIELD(struct trace_entry, u8, flags),
	TRACE_FIELD(struct trace_entry, u8, preempt_count),
	TRACE_FIELD(struct trace_entry, s32, pid),
};

static void cursor_mistake(struct hist_cursor *cursor, const char *where, const char *text)
{
	cursor->error = hist_mistake(cursor->parser, where, text);
}

void hist_field_free(struct hist_field *field)
{
	if (!field)
		return;
	hist_field_free(field->operands[0]);
	hist_field_free(field->operands[1]);
	kfree(field->name);
	kfree(field->text);
	kfree(field);
}

/* With the first @name_length of @length characters as the name. NULL: no memory, noted. */
static struct hist_field *hist_field_alloc(struct hist_cursor *cursor, const char *text,
					   size_t name_length, size_t length)
{
	struct hist_field *field = kzalloc(sizeof(*field), GFP_KERNEL);

	if (field) {
		field->size = sizeof(u64);
		field->name = kstrndup(text, name_length, GFP_KERNEL);
		field->text = kstrndup(text, length, GFP_KERNEL);
	}
	if (field && field->name && field->text)
		return field;
	hist_field_free(field);
	cursor->error = -ENOMEM;
	return NULL;
}

static const struct trace_field *find_in(const struct trace_field *fields, u32 count,
					 const char *name, size_t length)
{
	for (u32 i = 0; i < count; i++)
		if (strcspn(fields[i].name, "[") == length &&
		    !strncmp(fields[i].name, name, length))
			return &fields[i];
	return NULL;
}

bool hist_event_has_field(const struct trace_event *event, const char *name)
{
	return str_has_prefix(name, "common_") || !strcmp(name, "cpu") || isdigit(*name) ||
	       find_in(event->fields, event->field_count, name, strlen(name));
}

/* Where and what a field of the record is. Return: false: nothing to count by. */
static bool use_record_field(struct hist_field *field, const struct trace_field *from)
{
	bool array = strchr(from->name, '[') != NULL;

	field->offset = from->offset;
	field->size = from->size;
	if (str_has_prefix(from->type, "__data_loc char")) {
		field->source = HIST_DATA_LOC;
		field->is_string = true;
		field->size = HIST_STRING_MAX;
		return true;
	}
	if (array) {
		field->source = HIST_STRING;
		field->is_string = true;
		return !strcmp(from->type, "char") && from->size && from->size <= HIST_STRING_MAX;
	}
	if (!from->size || from->size > 8)
		return false;
	/* The eight bytes that end with the field, unless the record begins within them. */
	field->source = HIST_NUMBER;
	field->is_signed = from->is_signed;
	field->right = 64 - 8 * from->size;
	if (from->offset + from->size >= 8)
		field->offset -= 8 - from->size;
	else
		field->left = field->right;
	return true;
}

/* What a word means that is no variable and no number. Return: false: nothing. */
static bool find_field(struct hist_cursor *cursor, struct hist_field *field)
{
	const struct trace_event_file *file = cursor->parser->hist->trigger->file;
	const char *name = field->name;
	const struct trace_field *found =
		find_in(file->event->fields, file->event->field_count, name, strlen(name));
	size_t common = str_has_prefix(name, "common_");

	if (!found && common)
		found = find_in(common_fields, ARRAY_SIZE(common_fields), name + common,
				strlen(name + common));
	if (found)
		return use_record_field(field, found);
	if (!strcmp(name, "common_timestamp")) {
		field->source = HIST_TIMESTAMP;
		cursor->parser->hist->uses_time = true;
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

static bool modifier_fits(const struct hist_cursor *cursor, const struct hist_field *field)
{
	bool number = !field->is_string && field->source != HIST_STACK;

	switch (field->modifier) {
	case HIST_HEX:
		return number;
	case HIST_PERCENT:
	case HIST_GRAPH:
		return number && cursor->role == HIST_AS_VALUE;
	case HIST_USECS:
		return field->source == HIST_TIMESTAMP;
	case HIST_EXECNAME:
		return cursor->role == HIST_AS_KEY && !strcmp(field->name, "common_pid");
	default:
		return number && cursor->role != HIST_AS_VALUE;
	}
}

/* @text is behind the dot, of @length characters. */
static void parse_modifier(struct hist_cursor *cursor, struct hist_field *field, const char *text,
			   size_t length)
{
	size_t name = min(strcspn(text, "="), length);
	unsigned long width = 0;
	char *end;

	for (u32 i = 1; i < ARRAY_SIZE(modifiers); i++)
		if (strlen(modifiers[i]) == name && !strncmp(modifiers[i], text, name))
			field->modifier = i;
	if (field->modifier == HIST_BUCKETS && name < length) {
		width = simple_strtoul(text + name + 1, &end, 0);
		if (end != text + length)
			width = 0;
	}
	field->number = width;
	field->in_usecs = field->modifier == HIST_USECS;
	if (!field->modifier || !modifier_fits(cursor, field) ||
	    (field->modifier == HIST_BUCKETS) != (width != 0) || (!width && name < length))
		cursor_mistake(cursor, text, "Invalid field modifier");
}

static struct hist_field *parse_field(struct hist_cursor *cursor, const char *text, size_t length)
{
	const char *dot = memchr(text, '.', length);
	size_t name = dot ? (size_t)(dot - text) : length;
	struct hist_field *field = hist_field_alloc(cursor, text, name, length);

	if (!field)
		return NULL;
	if (!find_field(cursor, field))
		cursor_mistake(cursor, text, "Couldn't find field");
	else if (dot)
		parse_modifier(cursor, field, dot + 1, length - name - 1);
	else if (field->is_string && cursor->role == HIST_AS_VALUE)
		cursor_mistake(cursor, text, "A value has to be a number");
	if (!cursor->error)
		return field;
	hist_field_free(field);
	return NULL;
}

static struct hist_field *parse_number(struct hist_cursor *cursor, const char *text, size_t length)
{
	struct hist_field *field = hist_field_alloc(cursor, text, length, length);

	if (!field)
		return NULL;
	field->source = HIST_CONSTANT;
	if (!kstrtoul(field->text, 0, &field->number))
		return field;
	cursor_mistake(cursor, text, "Expecting numeric literal");
	hist_field_free(field);
	return NULL;
}

static struct hist_field *parse_variable(struct hist_cursor *cursor, const char *text,
					 size_t length)
{
	const char *dollar = memchr(text, '$', length);
	struct hist_field *field = hist_field_alloc(cursor, text, length, length);
	char *name = field ? kstrdup(dollar + 1, GFP_KERNEL) : NULL;

	if (!name) {
		hist_field_free(field);
		cursor->error = -ENOMEM;
		return NULL;
	}
	name[length - (size_t)(dollar + 1 - text)] = '\0';
	if (cursor->role == HIST_AS_KEY)
		cursor_mistake(cursor, text, "Using variable references in keys not supported");
	else
		cursor->error = hist_reference(cursor->parser, field, text, dollar - text, name);
	if (!cursor->error && field->is_string && cursor->role == HIST_AS_VALUE)
		cursor_mistake(cursor, text, "A value has to be a number");
	if (!cursor->error && dollar == text)
		memmove(field->name, field->name + 1, length);
	kfree(name);
	if (!cursor->error)
		return field;
	hist_field_free(field);
	return NULL;
}

static size_t word_length(const char *text)
{
	size_t length = 0;

	while (isalnum(text[length]) || (text[length] && strchr("_.$", text[length])))
		length++;
	if (length >= 4 && !strncmp(text + length - 4, ".sym", 4) &&
	    str_has_prefix(text + length, "-offset"))
		length += strlen("-offset");
	if (length >= 8 && !strncmp(text + length - 8, ".buckets", 8) && text[length] == '=')
		length += 1 + strspn(text + length + 1, "0123456789xabcdefABCDEF");
	return length;
}

static struct hist_field *parse_atom(struct hist_cursor *cursor)
{
	const char *text = cursor->at;
	size_t length = word_length(text);

	if (*text == '-') {
		cursor_mistake(cursor, text, "Unary minus not supported in sub-expressions");
		return NULL;
	}
	cursor->at += length;
	if (isdigit(*text))
		return parse_number(cursor, text, length);
	if (memchr(text, '$', length))
		return parse_variable(cursor, text, length);
	return parse_field(cursor, text, length);
}

static bool operands_fit(struct hist_cursor *cursor, struct hist_field *const *operands,
			 char operator, const char * where)
{
	bool constant = false;

	for (u32 i = 0; i < 2; i++) {
		constant |= operands[i]->source == HIST_CONSTANT;
		if (!operands[i]->is_string)
			continue;
		cursor_mistake(cursor, where, "String type can not be an operand in expression");
		return false;
	}
	if (!constant && operands[0]->in_usecs != operands[1]->in_usecs)
		cursor_mistake(cursor, where, "Timestamp units in expression don't match");
	else if (operator== '/' && operands[1]->source == HIST_CONSTANT && !operands[1]->number)
		cursor_mistake(cursor, where, "Division by zero");
	return !cursor->error;
}

/* A variable of another histogram is taken away by who calculates with it. */
static void read_once(struct hist_cursor *cursor, const struct hist_field *operand)
{
	if (operand->source == HIST_REFERENCE)
		cursor->parser->hist->refs[operand->word].once = true;
}

/* Takes the operands over. Return: both as one, or NULL. */
static struct hist_field *combine(struct hist_cursor *cursor, struct hist_field *left,
				  struct hist_field *right, char operator, const char * where)
{
	struct hist_field *field, *operands[2] = {left, right};
	size_t bytes;

	if (!left || !right || !operands_fit(cursor, operands, operator, where)) {
		hist_field_free(left);
		hist_field_free(right);
		return NULL;
	}
	read_once(cursor, left);
	read_once(cursor, right);
	bytes = strlen(left->text) + strlen(right->text) + 4;
	field = kzalloc(sizeof(*field), GFP_KERNEL);
	if (field) {
		*field = (struct hist_field){.source = HIST_OPERATION,
					     .operator= operator,
					     .size = sizeof(u64),
					     .in_usecs = left->in_usecs || right->in_usecs,
					     .operands = {left, right},
					     .name = kmalloc(bytes, GFP_KERNEL),
					     .text = kmalloc(bytes, GFP_KERNEL)};
		if (field->name && field->text) {
			const char *format = *left->text ? "%s%c%s" : "%s%c(%s)";

			snprintf(field->name, bytes, format, left->name, operator, right->name);
			snprintf(field->text, bytes, format, left->text, operator, right->text);
			return field;
		}
		hist_field_free(field);
	} else {
		hist_field_free(left);
		hist_field_free(right);
	}
	cursor->error = -ENOMEM;
	return NULL;
}

/* @operators: "+-", whose operands are those of "*" and "/", whose operands are atoms. */
static struct hist_field *parse_operation(struct hist_cursor *cursor, const char *operators)
{
	bool sum = *operators == '+';
	struct hist_field *left = sum ? parse_operation(cursor, "*/") : parse_atom(cursor), *right;

	while (left && *cursor->at && strchr(operators, *cursor->at)) {
		const char *where = cursor->at++;

		if (++cursor->operators > OPERATORS_MAX) {
			cursor_mistake(cursor, where, "Too many subexpressions (3 max)");
			right = NULL;
		} else {
			right = sum ? parse_operation(cursor, "*/") : parse_atom(cursor);
		}
		left = combine(cursor, left, right, *where, where);
	}
	return left;
}

static struct hist_field *parse_negative(struct hist_cursor *cursor)
{
	struct hist_field *zero = hist_field_alloc(cursor, "", 0, 0), *operand;
	const char *where = cursor->at;

	if (!zero)
		return NULL;
	zero->source = HIST_CONSTANT;
	cursor->at += 2;
	operand = parse_operation(cursor, "+-");
	if (operand && *cursor->at++ != ')')
		cursor_mistake(cursor, where, "No closing paren found");
	return combine(cursor, zero, operand, '-', where);
}

struct hist_field *hist_expression_parse(struct hist_parser *parser, const char *text,
					 enum hist_role role, int *error)
{
	struct hist_cursor cursor = {.parser = parser, .at = text, .role = role};
	struct hist_field *field = str_has_prefix(text, "-(") ? parse_negative(&cursor)
							      : parse_operation(&cursor, "+-");

	if (field && !cursor.error && *cursor.at)
		cursor_mistake(&cursor, cursor.at, "Couldn't find field");
	*error = cursor.error;
	if (!cursor.error)
		return field;
	hist_field_free(field);
	return NULL;
}
