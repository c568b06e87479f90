/* SPDX-License-Identifier: MIT */
/*
 * Surroundings for the arguments of probes on a host, beside predicate_host.c: types, and the
 * function at FETCH_FUNCTION, which is
 *	s32 probed(struct node *node, u32 count, const char *name, struct node pair, u64, u64, u64,
 *u8 last) struct node { struct node *next; s32 value; u32 low : 5, high : 11; char text[8]; struct
 *{ u8 byte; } inner; }
 */
#include "tests/unit/trace/probes/fetch_host.h"

#include "kernel/kallsyms.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/string.h"

enum host_type {
	NONE,
	NODE_POINTER,
	NODE,
	U32,
	S32,
	TEXT,
	LETTERS,
	U64,
	U8,
	CHAR,
	INNER
};

static const struct btf_type types[] = {
	[NODE_POINTER] = {.form = BTF_IS_POINTER, .size = 8, .target = NODE},
	[NODE] = {.form = BTF_IS_STRUCT, .size = 40},
	[U32] = {.form = BTF_IS_INT, .size = 4},
	[S32] = {.form = BTF_IS_INT, .size = 4, .is_signed = true},
	[TEXT] = {.form = BTF_IS_POINTER, .size = 8, .target = CHAR, .is_string = true},
	[LETTERS] = {.form = BTF_IS_ARRAY, .size = 8, .count = 8, .is_string = true},
	[U64] = {.form = BTF_IS_INT, .size = 8},
	[U8] = {.form = BTF_IS_INT, .size = 1},
	[CHAR] = {.form = BTF_IS_INT, .size = 1, .is_signed = true, .is_char = true},
	[INNER] = {.form = BTF_IS_STRUCT, .size = 1},
};

static const struct btf_member members[] = {
	{"next", NODE_POINTER, 0, 8, 0, 0}, {"value", S32, 8, 4, 0, 0},
	{"low", U32, 12, 4, 0, 5},	    {"high", S32, 12, 4, 5, 11},
	{"text", LETTERS, 16, 8, 0, 0},	    {"inner", INNER, 24, 1, 0, 0},
};
static const struct btf_member inner_member = {"byte", U8, 0, 1, 0, 0};

static const struct btf_param params[] = {
	{"node", NODE_POINTER, 0, 1},
	{"count", U32, 1, 1},
	{"name", TEXT, 2, 1},
	{"pair", NODE, BTF_NOWHERE, 0},
	{"", U64, 3, 1},
	{"", U64, 4, 1},
	{"", U64, 5, 1},
	{"last", U8, 6, 1},
};

bool btf_function_at(u64 ip, struct btf_function *function)
{
	*function = (struct btf_function){
		.type = 1, .return_type = S32, .param_count = ARRAY_SIZE(params)};
	return ip == FETCH_FUNCTION;
}

bool btf_param(const struct btf_function *function, u32 index, struct btf_param *param)
{
	if (index >= ARRAY_SIZE(params))
		return false;
	*param = params[index];
	return true;
}

bool btf_find_param(const struct btf_function *function, const char *name, size_t length,
		    struct btf_param *param)
{
	for (u32 i = 0; i < ARRAY_SIZE(params) && length; i++) {
		*param = params[i];
		if (strlen(param->name) == length && !memcmp(param->name, name, length))
			return true;
	}
	return false;
}

void btf_resolve(u32 id, struct btf_type *type)
{
	*type = types[id];
}

int btf_find_member(u32 id, const char *name, size_t length, struct btf_member *member)
{
	if (types[id].form != BTF_IS_STRUCT)
		return -EINVAL;
	*member = inner_member;
	if (id == INNER)
		return length == 4 && !memcmp(name, "byte", 4) ? 0 : -ENOENT;
	for (u32 i = 0; i < ARRAY_SIZE(members); i++) {
		*member = members[i];
		if (strlen(member->name) == length && !memcmp(member->name, name, length))
			return 0;
	}
	return -ENOENT;
}

size_t sprint_symbol(char *buf, u64 address)
{
	return snprintf(buf, KSYM_SYMBOL_LEN, "symbol_%lx", address);
}
