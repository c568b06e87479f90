/* SPDX-License-Identifier: MIT */
/* Arguments of probes: from text to where the value is. */
#include "kernel/btf/btf.h"
#include "kernel/kallsyms.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/string.h"
#include "trace/probes/fetch_parse.h"

#define STACK_WORDS_MAX 2048

#define REGISTER(name)                                \
	{                                             \
#name, offsetof(struct pt_regs, name) \
	}

static const struct {
	const char *name;
	u16 offset;
} fetch_registers[] = {
	REGISTER(di),  REGISTER(si),  REGISTER(dx),	 REGISTER(cx),	  REGISTER(r8),
	REGISTER(r9),  REGISTER(ax),  REGISTER(bx),	 REGISTER(bp),	  REGISTER(r10),
	REGISTER(r11), REGISTER(r12), REGISTER(r13),	 REGISTER(r14),	  REGISTER(r15),
	REGISTER(ip),  REGISTER(sp),  REGISTER(orig_ax), REGISTER(flags), REGISTER(cs),
	REGISTER(ss),
};

int fetch_mistake(struct fetch_parser *parser, const char *position, const char *text)
{
	parser->position = position;
	parser->mistake = text;
	return -EINVAL;
}

static size_t identifier_length(const char *text)
{
	size_t length = 0;

	if (isalpha(*text) || *text == '_')
		while (isalnum(text[length]) || text[length] == '_')
			length++;
	return length;
}

bool fetch_is_identifier(const char *name)
{
	size_t length = identifier_length(name);

	return length && !name[length];
}

int fetch_add_deref(struct fetch_parser *parser, struct fetch_arg *arg, s64 offset,
		    const char *position)
{
	if (arg->deref_count == FETCH_DEREFS_MAX)
		return fetch_mistake(parser, position, "Dereference is too much nested");
	arg->deref[arg->deref_count++] = offset;
	return 0;
}

static int parse_register(struct fetch_parser *parser, struct fetch_arg *arg, const char *text)
{
	for (u32 i = 0; i < ARRAY_SIZE(fetch_registers) && !parser->no_registers; i++) {
		if (strcmp(fetch_registers[i].name, text + 1) != 0)
			continue;
		arg->base = fetch_registers[i].offset;
		return 0;
	}
	return fetch_mistake(parser, text, "Invalid register name");
}

/* @ADDRESS, @SYMBOL[+OFFSET]. */
static int parse_memory(struct fetch_parser *parser, struct fetch_arg *arg, char *text)
{
	char *name = text + 1, *sign = strpbrk(name, "+-");
	unsigned long address;
	long offset = 0;
	bool good;

	if (*name == '+')
		return fetch_mistake(parser, text, "File offset is not available with kprobe");
	if (isdigit(*name)) {
		good = !kstrtoul(name, 0, &address);
	} else {
		good = !sign || !kstrtol(sign, 0, &offset);
		if (sign)
			*sign = '\0';
		address = kallsyms_lookup_name(name);
		good = good && address;
	}
	if (!good)
		return fetch_mistake(parser, text, "Invalid memory address");
	arg->start = FETCH_CONSTANT;
	arg->base = (s64)address + offset;
	arg->in_memory = true;
	return fetch_add_deref(parser, arg, 0, text);
}

static int parse_immediate(struct fetch_parser *parser, struct fetch_arg *arg, const char *text)
{
	size_t length = strlen(text);
	unsigned long value;

	if (text[1] == '"') {
		if (length < 3 || text[length - 1] != '"')
			return fetch_mistake(parser, text + length,
					     "Immediate string is not closed");
		arg->start = FETCH_LITERAL;
		strscpy(arg->literal, text + 2, length - 2);
		return 0;
	}
	if (kstrtoul(text + 1, 0, &value) && kstrtol(text + 1, 0, (long *)&value))
		return fetch_mistake(parser, text + 1, "Invalid immediate value");
	arg->start = FETCH_CONSTANT;
	arg->base = (s64)value;
	return 0;
}

/* Word @word of a function's arguments, as it begins. */
static int set_word(struct fetch_parser *parser, struct fetch_arg *arg, u32 word, const char *text)
{
	if (word < BTF_REGISTERS) {
		arg->base = fetch_registers[word].offset;
		return 0;
	}
	arg->base = offsetof(struct pt_regs, sp);
	return fetch_add_deref(parser, arg, 8 * (word - BTF_REGISTERS + 1), text);
}

static int parse_return_value(struct fetch_parser *parser, struct fetch_arg *arg,
			      struct fetch_value *value, const char *text)
{
	struct btf_function function;

	if (!parser->at_return)
		return fetch_mistake(parser, text, "$retval is not available on probe");
	arg->base = offsetof(struct pt_regs, ax);
	if (!btf_function_at(parser->function, &function))
		return 0;
	value->is_known = true;
	value->type = function.return_type;
	if (function.return_type == BTF_VOID)
		return fetch_mistake(parser, text, "This function returns 'void' type");
	return 0;
}

static int parse_variable(struct fetch_parser *parser, struct fetch_arg *arg,
			  struct fetch_value *value, const char *text)
{
	unsigned int number;

	if (!strcmp(text, "$retval"))
		return parse_return_value(parser, arg, value, text);
	if (!strcmp(text, "$comm") || !strcmp(text, "$COMM")) {
		arg->start = FETCH_COMM;
		return 0;
	}
	if (str_has_prefix(text, "$stack")) {
		arg->base = offsetof(struct pt_regs, sp);
		if (!text[6])
			return 0;
		if (kstrtouint(text + 6, 10, &number) || number >= STACK_WORDS_MAX)
			return fetch_mistake(parser, text, "Invalid stack number");
		return fetch_add_deref(parser, arg, 8 * number, text);
	}
	if (!str_has_prefix(text, "$arg") || !parser->function || parser->at_return)
		return fetch_mistake(parser, text, "Invalid $-variable specified");
	if (kstrtouint(text + 4, 10, &number) || !number || number > FETCH_ARGS_MAX)
		return fetch_mistake(parser, text, "Invalid argument number");
	return set_word(parser, arg, number - 1, text);
}

/* `->MEMBER` or `.MEMBER`. Return: 0 or -EINVAL. */
static int parse_member(struct fetch_parser *parser, struct fetch_arg *arg,
			struct fetch_value *value, const char *text, size_t length, bool pointer)
{
	struct btf_member member;
	struct btf_type type;
	int error = 0;

	btf_resolve(value->type, &type);
	if (pointer ? type.form != BTF_IS_POINTER : type.form != BTF_IS_STRUCT || !arg->in_memory)
		return fetch_mistake(parser, text, "This is not a pointer to union/structure.");
	if (btf_find_member(pointer ? type.target : value->type, text, length, &member))
		return fetch_mistake(parser, text, "This field is not found.");
	if (pointer)
		error = fetch_add_deref(parser, arg, member.offset, text);
	else
		arg->deref[arg->deref_count - 1] += member.offset;
	arg->in_memory = true;
	value->type = member.type;
	value->bit_offset = member.bit_offset;
	value->bit_width = member.bit_width;
	value->load = (u8)member.size;
	return error;
}

/* A parameter, and members behind it. */
static int parse_parameter(struct fetch_parser *parser, struct fetch_arg *arg,
			   struct fetch_value *value, const char *text)
{
	size_t length = identifier_length(text);
	struct btf_function function;
	struct btf_param param;
	int error;

	if (!parser->function || parser->at_return ||
	    !btf_function_at(parser->function, &function) ||
	    !btf_find_param(&function, text, length, &param) || param.word < 0 || param.words != 1)
		return fetch_mistake(parser, text,
				     "This variable is not found at this probe point");
	error = set_word(parser, arg, (u32)param.word, text);
	value->is_known = true;
	value->type = param.type;
	value->name = text;
	value->name_length = length;
	for (text += length; !error && *text; text += length) {
		bool pointer = text[0] == '-' && text[1] == '>';

		if (!pointer && *text != '.')
			return fetch_mistake(parser, text, "Invalid fetch argument");
		text += 1 + pointer;
		length = identifier_length(text);
		value->name = text;
		value->name_length = length;
		error = parse_member(parser, arg, value, text, length, pointer);
	}
	return error;
}

static int parse_start(struct fetch_parser *parser, struct fetch_arg *arg,
		       struct fetch_value *value, char *text)
{
	switch (*text) {
	case '%':
		return parse_register(parser, arg, text);
	case '@':
		return parse_memory(parser, arg, text);
	case '\\':
		return parse_immediate(parser, arg, text);
	case '$':
		return parse_variable(parser, arg, value, text);
	}
	if (identifier_length(text))
		return parse_parameter(parser, arg, value, text);
	return fetch_mistake(parser, text, "Invalid fetch argument");
}

/* The outermost +OFFSET() comes first in the text, and is added last. */
int fetch_parse_place(struct fetch_parser *parser, struct fetch_arg *arg, struct fetch_value *value,
		      char *text)
{
	long offsets[FETCH_DEREFS_MAX];
	u32 depth = 0;
	int error;

	while (*text == '+' || *text == '-') {
		char *brace = strchr(text, '('), *end = text + strlen(text);

		if (depth == FETCH_DEREFS_MAX)
			return fetch_mistake(parser, text, "Dereference is too much nested");
		if (text[1] == 'u')
			return fetch_mistake(parser, text, "There are no programs with memory");
		if (!brace)
			return fetch_mistake(parser, text, "Dereference needs a brace");
		*brace = '\0';
		if (kstrtol(text, 0, &offsets[depth++]))
			return fetch_mistake(parser, text, "Invalid dereference offset");
		if (end[-1] != ')')
			return fetch_mistake(parser, end, "Dereference brace is not closed");
		end[-1] = '\0';
		text = brace + 1;
	}
	error = parse_start(parser, arg, value, text);
	if (error || !depth)
		return error;
	if (arg->start >= FETCH_COMM)
		return fetch_mistake(parser, text,
				     arg->start == FETCH_COMM ? "$comm can not be dereferenced"
							      : "A text can not be dereferenced");
	arg->in_memory = true;
	value->is_known = false;
	while (depth-- && !error)
		error = fetch_add_deref(parser, arg, offsets[depth], text);
	return error;
}
