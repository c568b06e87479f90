/* SPDX-License-Identifier: MIT */
/* Arguments of probes: what a value is, and what it is called. */
#include "trace/probes/fetch_parse.h"

#include "kernel/btf/btf.h"
#include "lib/ctype.h"
#include "lib/errno.h"
#include "lib/kstrtox.h"
#include "lib/printf.h"
#include "lib/string.h"

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

static const struct fetch_type *find_type(const char *name)
{
	for (u32 i = 0; i < ARRAY_SIZE(fetch_types); i++)
		if (!strcmp(fetch_types[i].name, name))
			return &fetch_types[i];
	return NULL;
}

/* u8 to s64; NULL if there is none of so many bits. */
static const struct fetch_type *find_number(char letter, u32 bits)
{
	char name[16];

	snprintf(name, sizeof(name), "%c%u", letter, bits);
	return find_type(name);
}

/* Of what the kernel's types say: a number as it is, else an address in hex. */
static const struct fetch_type *fetch_default_type(const struct fetch_arg *arg,
						   const struct fetch_value *value)
{
	struct btf_type type;

	if (arg->start >= FETCH_COMM)
		return find_type("string");
	if (!value->is_known)
		return find_type("x64");
	btf_resolve(value->type, &type);
	if (type.is_char)
		return find_type("char");
	if (type.is_string && type.form == BTF_IS_ARRAY)
		return find_type("string");
	if (type.form == BTF_IS_INT || type.form == BTF_IS_BOOL || type.form == BTF_IS_ENUM)
		return find_number(type.is_signed ? 's' : 'u', 8 * type.size);
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

/* bWIDTH@OFFSET/BITS, of which a digit is there. Return: the type of its unit, NULL: a mistake. */
static const struct fetch_type *parse_bits(struct fetch_arg *arg, const char *text)
{
	unsigned long width, offset, bits;
	char *end;

	width = simple_strtoul(text + 1, &end, 10);
	if (*end != '@' || !isdigit(end[1]))
		return NULL;
	offset = simple_strtoul(end + 1, &end, 10);
	if (*end != '/' || kstrtoul(end + 1, 10, &bits) || !width || width > 64 || offset > 64 ||
	    width + offset > bits || bits > 64)
		return NULL;
	arg->shift_up = (u8)(64 - width - offset);
	arg->shift_down = (u8)(64 - width);
	return find_number('u', (u32)bits);
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
	if (!arg->type && text[0] == 'b' && isdigit(text[1])) {
		arg->type = parse_bits(arg, text);
		if (!arg->type)
			return fetch_mistake(parser, text, "Invalid bitfield");
	}
	if (!arg->type || (arg->start >= FETCH_COMM && arg->type->form != FETCH_STRING))
		return fetch_mistake(parser, text, "Unknown type is specified");
	if (arg->type->form == FETCH_SYMSTR && bracket)
		return fetch_mistake(parser, bracket, "There are no arrays of symstr");
	if (arg->type->form != FETCH_STRING || !value->is_known)
		return 0;
	btf_resolve(value->type, &type);
	if (type.form != BTF_IS_POINTER)
		return 0;
	if (!type.is_string && !arg->count)
		return fetch_mistake(parser, text, "This type does not fit for string");
	arg->in_memory = true;
	return fetch_add_deref(parser, arg, 0, text);
}

/* What place and type make together. */
static int fetch_finish(struct fetch_parser *parser, struct fetch_arg *arg,
			const struct fetch_value *value, const char *position)
{
	bool is_string = arg->type->form == FETCH_STRING;

	if (!arg->in_memory && (arg->count || (is_string && arg->start < FETCH_COMM)))
		return fetch_mistake(parser, position, "String accepts only memory argument");
	if (arg->type->form == FETCH_SYMSTR)
		arg->in_memory = false; /* it is the address that is there */
	arg->load = arg->type->size;
	if (value->is_known && value->bit_width && arg->in_memory) {
		arg->load = value->load;
		arg->shift_up = 64 - value->bit_offset - value->bit_width;
		arg->shift_down = 64 - value->bit_width;
	}
	arg->is_word = arg->start == FETCH_REGISTER && !arg->deref_count && !arg->shift_down &&
		       arg->type->size == 8;
	return 0;
}

/* The name before the =, or one that is made up. */
static int fetch_name(struct fetch_parser *parser, struct fetch_arg *arg, const char *name,
		      const struct fetch_value *value, u32 number)
{
	int length;

	if (name && strlen(name) >= FETCH_NAME_MAX)
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
	error = fetch_parse_place(parser, arg, &value, text);
	if (!error)
		error = parse_type(parser, arg, &value, type, text);
	if (!error)
		error = fetch_finish(parser, arg, &value, type ? type : text);
	return error ? error : fetch_name(parser, arg, name, &value, number);
}
