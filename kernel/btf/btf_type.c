/* SPDX-License-Identifier: MIT */
/* What types are made of: their members, and where parameters of them arrive. */
#include "kernel/btf/btf.h"
#include "kernel/btf/btf_format.h"
#include "lib/errno.h"

/* Steps from a typedef to what it is, or from an array to its elements; more is a circle. */
#define BTF_STEPS_MAX 32
/* Members looked at in search of one, those of anonymous structs included. */
#define BTF_MEMBERS_MAX 10000

u32 btf_strip(u32 id)
{
	u32 steps;

	for (steps = 0; steps < BTF_STEPS_MAX; steps++) {
		const struct btf_record *record = btf_record(id);

		switch (btf_kind(record)) {
		case BTF_KIND_TYPEDEF:
		case BTF_KIND_VOLATILE:
		case BTF_KIND_CONST:
		case BTF_KIND_RESTRICT:
		case BTF_KIND_TYPE_TAG:
			id = record->type;
			break;
		default:
			return id;
		}
	}
	return BTF_VOID;
}

static bool btf_is_char(const struct btf_record *record)
{
	return btf_kind(record) == BTF_KIND_INT && record->size == 1 &&
	       (record->more[0] >> 24 & BTF_INT_CHAR ||
		btf_name_is(btf_string(record->name), "char", 4));
}

static void btf_resolve_int(const struct btf_record *record, struct btf_type *type)
{
	u32 encoding = record->more[0] >> 24;

	type->form = encoding & BTF_INT_BOOL ? BTF_IS_BOOL : BTF_IS_INT;
	type->is_signed = encoding & BTF_INT_SIGNED;
	type->is_char = btf_is_char(record);
	type->size = record->size;
}

/* @steps: how many arrays may lie in one another. */
static void btf_resolve_within(u32 id, struct btf_type *type, u32 steps)
{
	u32 stripped = btf_strip(id);
	const struct btf_record *record = btf_record(stripped);
	const struct btf_array *array = (const void *)record->more;
	struct btf_type element;

	*type = (struct btf_type){.id = stripped, .name = btf_string(record->name)};
	switch (btf_kind(record)) {
	case BTF_KIND_INT:
		btf_resolve_int(record, type);
		break;
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		type->form = BTF_IS_ENUM;
		type->is_signed = btf_flag(record);
		type->size = record->size;
		break;
	case BTF_KIND_PTR:
		type->form = BTF_IS_POINTER;
		type->size = 8;
		type->target = record->type;
		type->is_string = btf_is_char(btf_record(btf_strip(record->type)));
		break;
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		type->form = BTF_IS_STRUCT;
		type->size = record->size;
		break;
	case BTF_KIND_ARRAY:
		type->form = BTF_IS_ARRAY;
		type->target = array->type;
		type->count = array->count;
		type->is_string = btf_is_char(btf_record(btf_strip(array->type)));
		if (!steps)
			break;
		btf_resolve_within(array->type, &element, steps - 1);
		if ((u64)array->count * element.size <= ~0u)
			type->size = array->count * element.size;
	}
}

void btf_resolve(u32 id, struct btf_type *type)
{
	btf_resolve_within(id, type, BTF_STEPS_MAX);
}

/*
 * The unit is the smallest one that has all of the bitfield and lies at a multiple of its size;
 * of a packed bitfield that no such unit has, eight bytes from its first one on.
 */
static void btf_place_bitfield(u32 bits, struct btf_member *member)
{
	u32 size;

	for (size = 1;
	     size < 8 && bits / (8 * size) != (bits + member->bit_width - 1) / (8 * size);)
		size *= 2;
	if (bits / 64 == (bits + member->bit_width - 1) / 64)
		member->offset = bits / (8 * size) * size;
	else
		member->offset = bits / 8;
	member->size = size;
	member->bit_offset = (u8)(bits - 8 * member->offset);
}

static void btf_fill_member(const struct btf_record *record, u32 index, struct btf_member *member)
{
	const struct btf_raw_member *raw = (const struct btf_raw_member *)record->more + index;
	u32 bits = btf_flag(record) ? raw->place & 0xffffff : raw->place;
	struct btf_type type;

	btf_resolve(raw->type, &type);
	*member = (struct btf_member){
		.name = btf_string(raw->name),
		.type = raw->type,
		.offset = bits / 8,
		.size = type.size,
		.bit_width = btf_flag(record) ? (u8)(raw->place >> 24) : 0,
	};
	if (member->bit_width)
		btf_place_bitfield(bits, member);
}

/* Return: NULL if @id is no struct or union. */
static const struct btf_record *btf_struct_record(u32 id)
{
	const struct btf_record *record = btf_record(btf_strip(id));
	u32 kind = btf_kind(record);

	return kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION ? record : NULL;
}

/* @depth: structs around it; @budget: members that may still be looked at. */
static bool btf_search_member(const struct btf_record *record, const char *name, size_t length,
			      struct btf_member *member, u32 depth, u32 *budget)
{
	u32 i;

	for (i = 0; i < btf_count(record) && *budget; i++) {
		const struct btf_record *inner;
		u32 offset;

		--*budget;
		btf_fill_member(record, i, member);
		if (member->name[0]) {
			if (btf_name_is(member->name, name, length))
				return true;
			continue;
		}
		offset = member->offset;
		inner = btf_struct_record(member->type);
		if (inner && depth < BTF_STEPS_MAX &&
		    btf_search_member(inner, name, length, member, depth + 1, budget)) {
			member->offset += offset;
			return true;
		}
	}
	return false;
}

int btf_find_member(u32 id, const char *name, size_t length, struct btf_member *member)
{
	const struct btf_record *record = btf_struct_record(id);
	u32 budget = BTF_MEMBERS_MAX;

	if (!record)
		return -EINVAL;
	if (!length || !btf_search_member(record, name, length, member, 0, &budget))
		return -ENOENT;
	return 0;
}

/* The words that a value of @id takes, two at most, in registers; 0 if it is handed over in memory.
 */
static u32 btf_register_words(u32 id)
{
	struct btf_type type;

	btf_resolve(id, &type);
	return type.size > 16 ? 0 : type.size > 8 ? 2 : 1;
}

/* System V ABI, AMD64 supplement, 3.2.3, for classes INTEGER and MEMORY. */
bool btf_param(const struct btf_function *function, u32 index, struct btf_param *param)
{
	const struct btf_raw_param *raw = (const void *)btf_record(function->type)->more;
	/* Where a large struct is to be returned is a parameter before the first. */
	u32 in_register = !btf_register_words(function->return_type), on_stack = BTF_REGISTERS;
	u32 i;

	if (index >= function->param_count)
		return false;
	for (i = 0; i <= index; i++) {
		struct btf_type type;
		u32 words = btf_register_words(raw[i].type);

		*param = (struct btf_param){
			.name = btf_string(raw[i].name), .type = raw[i].type, .words = words};
		if (!words) {
			btf_resolve(raw[i].type, &type);
			param->word = BTF_NOWHERE;
			on_stack += (type.size + 7) / 8;
		} else if (in_register + words <= BTF_REGISTERS) {
			param->word = (s32)in_register;
			in_register += words;
		} else {
			param->word = (s32)on_stack;
			on_stack += words;
		}
	}
	return true;
}

bool btf_find_param(const struct btf_function *function, const char *name, size_t length,
		    struct btf_param *param)
{
	u32 i;

	for (i = 0; btf_param(function, i, param); i++)
		if (btf_name_is(param->name, name, length))
			return true;
	return false;
}
