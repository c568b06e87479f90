/* SPDX-License-Identifier: MIT */
/*
 * Checks a table and finds its records: one pass over all of it, after which every name, every
 * id and every count in it can be used as it is. What can still be wrong is that types contain
 * themselves; those who follow types count their steps.
 */
#include "kernel/btf/btf.h"
#include "kernel/btf/btf_format.h"
#include "kernel/mm/slab.h"
#include "lib/errno.h"
#include "lib/hash.h"
#include "lib/string.h"

static const struct btf_record btf_void_record;
static const struct btf_record *btf_no_records[] = {&btf_void_record};

/* The table in use; changed by btf_load() alone. */
static struct {
	const struct btf_record **records; /* by id */
	const char *strings;
	u32 string_size;
	u32 last_id;
	u32 *functions; /* ids of FUNC by the hash of their names, 0 where there is none */
	u32 function_bits;
} btf = {.records = btf_no_records};

const struct btf_record *btf_record(u32 id)
{
	return btf.records[id <= btf.last_id ? id : BTF_VOID];
}

u32 btf_last_id(void)
{
	return btf.last_id;
}

const char *btf_string(u32 at)
{
	return btf.strings ? btf.strings + at : "";
}

bool btf_name_is(const char *text, const char *name, size_t length)
{
	return !strncmp(text, name, length) && !text[length];
}

/* Words behind the record, each. */
static const u8 btf_more_words[BTF_KINDS] = {
	[BTF_KIND_INT] = 1,	 [BTF_KIND_ARRAY] = 3,	 [BTF_KIND_STRUCT] = 3,
	[BTF_KIND_UNION] = 3,	 [BTF_KIND_ENUM] = 2,	 [BTF_KIND_FUNC_PROTO] = 2,
	[BTF_KIND_VAR] = 1,	 [BTF_KIND_DATASEC] = 3, [BTF_KIND_ENUM64] = 3,
	[BTF_KIND_DECL_TAG] = 1,
};

#define KIND(kind) (1u << BTF_KIND_##kind)
/* As often as btf_count() says. */
#define BTF_COUNTED \
	(KIND(STRUCT) | KIND(UNION) | KIND(ENUM) | KIND(FUNC_PROTO) | KIND(DATASEC) | KIND(ENUM64))
/* btf_record.type is a type, not a size. */
#define BTF_REFERS                                                                                \
	(KIND(PTR) | KIND(TYPEDEF) | KIND(VOLATILE) | KIND(CONST) | KIND(RESTRICT) | KIND(FUNC) | \
	 KIND(FUNC_PROTO) | KIND(VAR) | KIND(DECL_TAG) | KIND(TYPE_TAG))
/* What is behind the record begins with a name, or with a type. */
#define BTF_MORE_NAMES (KIND(STRUCT) | KIND(UNION) | KIND(ENUM) | KIND(FUNC_PROTO) | KIND(ENUM64))
/* Its second word is a type. */
#define BTF_MORE_TYPES (KIND(STRUCT) | KIND(UNION) | KIND(FUNC_PROTO))

static bool btf_kind_in(const struct btf_record *record, u32 kinds)
{
	return kinds >> btf_kind(record) & 1;
}

static u32 btf_more_count(const struct btf_record *record)
{
	return btf_kind_in(record, BTF_COUNTED) ? btf_count(record) : 1;
}

/* Return: the words of a record of which at least three are there; 0 if it is of no known kind. */
static u64 btf_record_words(const struct btf_record *record)
{
	u32 kind = btf_kind(record);

	if (kind == BTF_KIND_VOID || kind >= BTF_KINDS)
		return 0;
	return sizeof(*record) / 4 + (u64)btf_more_words[kind] * btf_more_count(record);
}

/* Walks all records. Fills @records from 1 on if there are any. Return: how many; -EINVAL. */
static s64 btf_walk(const u32 *types, u64 words, const struct btf_record **records)
{
	s64 count = 0;

	while (words) {
		const struct btf_record *record = (const struct btf_record *)types;
		u64 length = words < sizeof(*record) / 4 ? 0 : btf_record_words(record);

		if (!length || length > words)
			return -EINVAL;
		count++;
		if (records)
			records[count] = record;
		types += length;
		words -= length;
	}
	return count;
}

static bool btf_is_sound(const struct btf_record *record)
{
	u32 kind = btf_kind(record), step = btf_more_words[kind];
	u32 i, count = btf_more_count(record);

	if (record->name >= btf.string_size)
		return false;
	if (btf_kind_in(record, BTF_REFERS) && record->type > btf.last_id)
		return false;
	if (kind == BTF_KIND_FUNC && btf_kind(btf_record(record->type)) != BTF_KIND_FUNC_PROTO)
		return false;
	if (kind == BTF_KIND_ARRAY)
		return record->more[0] <= btf.last_id;
	for (i = 0; i < count && btf_kind_in(record, BTF_MORE_NAMES); i++) {
		const u32 *more = record->more + i * step;

		if (more[0] >= btf.string_size)
			return false;
		if (btf_kind_in(record, BTF_MORE_TYPES) && more[1] > btf.last_id)
			return false;
	}
	return true;
}

static u32 *btf_function_slot(const char *name, size_t length)
{
	u32 slot = hash_64(hash_bytes(name, length), btf.function_bits);

	for (; btf.functions[slot]; slot = (slot + 1) % (1u << btf.function_bits))
		if (btf_name_is(btf_string(btf_record(btf.functions[slot])->name), name, length))
			break;
	return &btf.functions[slot];
}

/* Return: 0; -EINVAL, -ENOMEM. */
static int btf_index(void)
{
	u32 id, functions = 0;

	for (id = 1; id <= btf.last_id; id++) {
		if (!btf_is_sound(btf_record(id)))
			return -EINVAL;
		functions += btf_kind(btf_record(id)) == BTF_KIND_FUNC;
	}
	for (btf.function_bits = 1; 1u << btf.function_bits < 2 * functions; btf.function_bits++)
		;
	btf.functions = kcalloc(1ul << btf.function_bits, sizeof(*btf.functions), GFP_KERNEL);
	if (!btf.functions)
		return -ENOMEM;
	for (id = 1; id <= btf.last_id; id++) {
		const char *name = btf_string(btf_record(id)->name);

		if (btf_kind(btf_record(id)) == BTF_KIND_FUNC)
			*btf_function_slot(name, strlen(name)) = id;
	}
	return 0;
}

static void btf_forget(void)
{
	if (btf.last_id)
		kfree(btf.records);
	kfree(btf.functions);
	btf.records = btf_no_records;
	btf.functions = NULL;
	btf.strings = NULL;
	btf.last_id = 0;
}

/* Return: whether @bytes at @offset behind the header are within @size, and aligned to @align. */
static bool btf_part_fits(const struct btf_header *header, u32 offset, u32 bytes, size_t size,
			  u32 align)
{
	u64 start = (u64)header->header_size + offset;

	return start + bytes <= size && start % align == 0;
}

int btf_load(const void *data, size_t size)
{
	const struct btf_header *header = data;
	const u32 *types;
	s64 count;
	int error;

	btf_forget();
	if (size < sizeof(*header) || (u64)data % 4 || header->magic != BTF_MAGIC ||
	    header->version != BTF_VERSION || header->header_size < sizeof(*header) ||
	    !btf_part_fits(header, header->type_offset, header->type_size, size, 4) ||
	    !btf_part_fits(header, header->string_offset, header->string_size, size, 1) ||
	    header->type_size % 4 || !header->string_size)
		return -EINVAL;
	types = (const void *)((const u8 *)data + header->header_size + header->type_offset);
	btf.strings = (const char *)data + header->header_size + header->string_offset;
	btf.string_size = header->string_size;
	count = btf_walk(types, header->type_size / 4, NULL);
	if (count <= 0 || btf.strings[0] || btf.strings[btf.string_size - 1]) {
		btf_forget();
		return -EINVAL;
	}
	btf.records = kmalloc_array(count + 1, sizeof(*btf.records), GFP_KERNEL);
	if (!btf.records) {
		btf_forget();
		return -ENOMEM;
	}
	btf.records[BTF_VOID] = &btf_void_record;
	btf_walk(types, header->type_size / 4, btf.records);
	btf.last_id = (u32)count;
	error = btf_index();
	if (error)
		btf_forget();
	return error;
}

bool btf_find_function(const char *name, size_t length, struct btf_function *function)
{
	u32 id = btf.functions ? *btf_function_slot(name, length) : BTF_VOID;
	u32 prototype = btf_record(id)->type;
	const struct btf_record *record = btf_record(prototype);
	const struct btf_raw_param *params = (const void *)record->more;

	if (!id)
		return false;
	*function = (struct btf_function){
		.type = prototype, .param_count = btf_count(record), .return_type = record->type};
	if (function->param_count && !params[function->param_count - 1].type) {
		function->is_variadic = true;
		function->param_count--;
	}
	return true;
}
