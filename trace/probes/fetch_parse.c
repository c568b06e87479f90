/* SPDX-License-Identifier: MIT */
/* Arguments of probes: from text to where the value is and what it is. */
#include "kernel/btf/btf.h"
#include "kernel/kallsyms.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"
#include "trace/probes/fetch_arg.h"

#define STACK_WORDS_MAX 2048

/* In the order of fetch_number_type(). */
static const struct fetch_type fetch_types[] = {
	{"u8", "u8", "%u", 1, FETCH_UNSIGNED},
	{"u16", "u16", "%u", 2, FETCH_UNSIGNED},
	{"u32", "u32", "%u", 4, FETCH_UNSIGNED},
	{"u64", "u64", "%Lu", 8, FETCH_UNSIGNED},
	{"s8", "s8", "%d", 1, FETCH_SIGNED},
	{"s16", "s16", "%d", 2, FETCH_SIGNED},
	{"s32", "s32", "%d", 4, FETCH_SIGNED},
	{"s64", "s64", "%Ld", 8, FETCH_SIGNED},
	{"x8", "u8", "0x%x", 1, FETCH_HEX},
	{"x16", "u16", "0x%x", 2, FETCH_HEX},
	{"x32", "u32", "0x%x", 4, FETCH_HEX},
	{"x64", "u64", "0x%Lx", 8, FETCH_HEX},
	{"char", "s8", "'%c'", 1, FETCH_CHAR},
	{"symbol", "u64", "%pS", 8, FETCH_SYMBOL},
	{"string", "__data_loc char[]", "\\\"%s\\\"", sizeof(u32), FETCH_STRING},
	{"symstr", "__data_loc char[]", "\\\"%s\\\"", sizeof(u32), FETCH_SYMSTR},
};

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

/* What is known of a value besides where it is. */
struct fetch_value {
	bool is_known; /* by the kernel's types: the rest is about it */
	u32 type;      /* its id */
	u8 bit_offset, bit_width;
	u8 load;	  /* bytes of a bit field's unit */
	const char *name; /* for who gives none; in the word */
	size_t name_length;
};

static int fetch_mistake(struct fetch_parser *parser, const char *position, const char *text)
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

/* One more offset, that of the value itself or of an address on the way. */
static int add_deref(struct fetch_parser *parser, struct fetch_arg *arg, s64 offset,
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
	return add_deref(parser, arg, 0, text);
}

static int parse_immediate(struct fetch_parser *parser, struct fetch_arg *arg, const char *text)
{
	long value;

	if (kstrtol(text + 1, 0, &value))
		return fetch_mistake(parser, text + 1, "Invalid immediate value");
	arg->start = FETCH_CONSTANT;
	arg->base = value;
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
	return add_deref(parser, arg, 8 * (word - BTF_REGISTERS + 1), text);
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
		return add_deref(parser, arg, 8 * number, text);
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
		error = add_deref(parser, arg, member.offset, text);
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
static int parse_place(struct fetch_parser *parser, struct fetch_arg *arg,
		       struct fetch_value *value, char *text)
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
	if (arg->start == FETCH_COMM)
		return fetch_mistake(parser, text, "$comm can not be dereferenced");
	arg->in_memory = true;
	value->is_known = false;
	while (depth-- && !error)
		error = add_deref(parser, arg, offsets[depth], text);
	return error;
}

static const struct fetch_type *find_type(const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(fetch_types); i++)
		if (!strcmp(fetch_types[i].name, name))
			return &fetch_types[i];
	return NULL;
}

/* Return: NULL if @size is none of a number. */
static const struct fetch_type *fetch_number_type(u32 size, enum fetch_form form)
{
	const struct fetch_type *type = fetch_types;

	while (type < fetch_types + 12 && (type->size != size || type->form != form))
		type++;
	return type < fetch_types + 12 ? type : NULL;
}

/* Of what the kernel's types say: a number as it is, else an address in hex. */
static const struct fetch_type *fetch_default_type(const struct fetch_arg *arg,
						   const struct fetch_value *value)
{
	struct btf_type type;

	if (arg->start == FETCH_COMM)
		return find_type("string");
	if (!value->is_known)
		return find_type("x64");
	btf_resolve(value->type, &type);
	if (type.is_char)
		return find_type("char");
	if (type.is_string && type.form == BTF_IS_ARRAY)
		return find_type("string");
	if (type.form == BTF_IS_INT || type.form == BTF_IS_BOOL || type.form == BTF_IS_ENUM)
		return fetch_number_type(type.size, type.is_signed ? FETCH_SIGNED : FETCH_UNSIGNED);
	return type.form == BTF_IS_POINTER ? find_type("x64") : NULL;
}

/* `[COUNT]` at @bracket, which it cuts off. */
static int parse_array(struct fetch_parser *parser, struct fetch_arg *arg, char *bracket)
{
	char *close = strchr(bracket, ']');
	unsigned int count;

	if (!close)
		return fetch_mistake(parser, bracket + strlen(bracket), "Array is not closed");
	if (close[1])
		return fetch_mistake(parser, close + 1, "Array has wrong suffix");
	*close = '\0';
	if (kstrtouint(bracket + 1, 0, &count) || !count)
		return fetch_mistake(parser, bracket + 1, "Invalid array size");
	if (count > FETCH_ARRAY_MAX)
		return fetch_mistake(parser, bracket + 1, "Array number is too big");
	*bracket = '\0';
	arg->count = (u8)count;
	return 0;
}

/* bWIDTH@OFFSET/BITS. Return: the type of its unit, NULL if it is no bit field. */
static const struct fetch_type *parse_bits(struct fetch_arg *arg, const char *text)
{
	unsigned long width, offset, bits;
	char *end;

	if (text[0] != 'b' || !isdigit(text[1]))
		return NULL;
	width = simple_strtoul(text + 1, &end, 10);
	if (*end != '@' || !isdigit(end[1]))
		return NULL;
	offset = simple_strtoul(end + 1, &end, 10);
	if (*end != '/' || kstrtoul(end + 1, 10, &bits) || !width || width > 64 || offset > 64 ||
	    width + offset > bits || bits % 8 || bits > 64)
		return NULL;
	arg->shift_up = (u8)(64 - width - offset);
	arg->shift_down = (u8)(64 - width);
	return fetch_number_type((u32)bits / 8, FETCH_UNSIGNED);
}

static int parse_type(struct fetch_parser *parser, struct fetch_arg *arg,
		      const struct fetch_value *value, char *text, const char *word)
{
	char *bracket = text ? strchr(text, '[') : NULL;
	struct btf_type type;

	if (!text) {
		arg->type = fetch_default_type(arg, value);
		return arg->type ? 0 : fetch_mistake(parser, word, "Unknown type is specified");
	}
	if (bracket && parse_array(parser, arg, bracket))
		return -EINVAL;
	arg->type = find_type(text);
	if (!arg->type && *text == 'b') {
		arg->type = parse_bits(arg, text);
		if (!arg->type)
			return fetch_mistake(parser, text, "Invalid bitfield");
	}
	if (!arg->type || (arg->start == FETCH_COMM && arg->type->form != FETCH_STRING))
		return fetch_mistake(parser, text, "Unknown type is specified");
	if (arg->type->form >= FETCH_STRING && bracket)
		return fetch_mistake(parser, bracket, "There are no arrays of strings");
	if (arg->type->form != FETCH_STRING || !value->is_known)
		return 0;
	btf_resolve(value->type, &type);
	if (type.form != BTF_IS_POINTER)
		return 0;
	arg->in_memory = true;
	return add_deref(parser, arg, 0, text);
}

/* What place and type make together. */
static int fetch_finish(struct fetch_parser *parser, struct fetch_arg *arg,
			const struct fetch_value *value, const char *position)
{
	bool is_string = arg->type->form == FETCH_STRING;

	if (!arg->in_memory && arg->start != FETCH_COMM && (is_string || arg->count))
		return fetch_mistake(parser, position, "String accepts only memory argument");
	if (arg->type->form == FETCH_SYMSTR)
		arg->in_memory = false; /* it is the address that is there */
	arg->load = arg->type->size;
	if (value->is_known && value->bit_width && arg->in_memory) {
		arg->load = value->load;
		arg->shift_up = 64 - value->bit_offset - value->bit_width;
		arg->shift_down = 64 - value->bit_width;
	}
	arg->is_plain = arg->start == FETCH_REGISTER && !arg->deref_count && !arg->shift_down &&
			arg->type->form < FETCH_STRING;
	return 0;
}

/* The name before the =, or one that is made up. */
static int fetch_name(struct fetch_parser *parser, struct fetch_arg *arg, const char *name,
		      const struct fetch_value *value, u32 number)
{
	int length;

	if (name && strlen(name) >= FETCH_NAME_MAX - 1)
		return fetch_mistake(parser, name, "Argument name is too long");
	if (name && !*name)
		return fetch_mistake(parser, name, "Argument name is not specified");
	if (name && !fetch_is_identifier(name))
		return fetch_mistake(parser, name,
				     "Argument name must follow the same rules as C identifiers");
	if (name)
		length = snprintf(arg->name, FETCH_NAME_MAX, "%s", name);
	else if (value->name_length && value->name_length < FETCH_NAME_MAX)
		length = snprintf(arg->name, FETCH_NAME_MAX, "%.*s", (int)value->name_length,
				  value->name);
	else
		length = snprintf(arg->name, FETCH_NAME_MAX, "arg%u", number);
	arg->name_length = (u8)length;
	if (arg->count)
		snprintf(arg->name + length, sizeof(arg->name) - length, "[%u]", arg->count);
	return 0;
}

int fetch_arg_parse(struct fetch_parser *parser, struct fetch_arg *arg, char *word, u32 number)
{
	char *text = strchr(word, '='), *type;
	struct fetch_value value = {0};
	const char *name = NULL;
	int error;

	*arg = (struct fetch_arg){0};
	if (text) {
		*text++ = '\0';
		name = word;
		error = fetch_name(parser, arg, name, &value, number);
		if (error)
			return error;
	} else {
		text = word;
	}
	if (!*text)
		return fetch_mistake(parser, text, "No argument expression");
	if (strlen(text) > FETCH_TEXT_MAX)
		return fetch_mistake(parser, text, "Argument expression is too long");
	type = strchr(text, ':');
	if (type)
		*type++ = '\0';
	error = parse_place(parser, arg, &value, text);
	if (!error)
		error = parse_type(parser, arg, &value, type, text);
	if (!error)
		error = fetch_finish(parser, arg, &value, type ? type : text);
	return error ? error : fetch_name(parser, arg, name, &value, number);
}
