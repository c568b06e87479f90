/* SPDX-License-Identifier: MIT */
/* Values as text, by their types. */
#include "kernel/btf/btf.h"
#include "kernel/btf/btf_format.h"
#include "lib/ctype.h"
#include "lib/seq_buf.h"

static u64 btf_extend_as(const struct btf_type *type, u64 value)
{
	u32 unused = type->size < 8 ? 64 - 8 * type->size : 0;

	if (unused == 64)
		return value; /* void: nobody knows */
	return type->is_signed ? (u64)((s64)(value << unused) >> unused)
			       : value << unused >> unused;
}

u64 btf_extend(u32 id, u64 value)
{
	struct btf_type type;

	btf_resolve(id, &type);
	return btf_extend_as(&type, value);
}

/* The constant of the enum @id that is @value. Return: NULL if there is none. */
static const char *btf_enumerator_name(u32 id, u64 value)
{
	const struct btf_record *record = btf_record(id);
	bool wide = btf_kind(record) == BTF_KIND_ENUM64;
	const u32 *more = record->more;
	u32 i;

	for (i = 0; i < btf_count(record); i++, more += wide ? 3 : 2)
		if (more[1] == (u32)value && (!wide || more[2] == value >> 32))
			return btf_string(more[0]);
	return NULL;
}

void btf_print(struct seq_buf *seq, u32 id, u64 value)
{
	struct btf_type type;
	const char *name;

	btf_resolve(id, &type);
	value = btf_extend_as(&type, value);
	switch (type.form) {
	case BTF_IS_BOOL:
		seq_buf_puts(seq, value ? "true" : "false");
		return;
	case BTF_IS_ENUM:
		name = btf_enumerator_name(type.id, value);
		if (name) {
			seq_buf_puts(seq, name);
			return;
		}
		break;
	case BTF_IS_INT:
		if (type.is_char && isprint((u8)value)) {
			seq_buf_printf(seq, "'%c'", (u8)value);
			return;
		}
		break;
	default:
		seq_buf_printf(seq, "0x%lx", value);
		return;
	}
	/* What has the highest bit is an address, flags, or less than nothing. */
	seq_buf_printf(seq, type.is_signed ? "%ld" : (s64)value < 0 ? "0x%lx" : "%lu", value);
}
