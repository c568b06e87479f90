/* SPDX-License-Identifier: MIT */
/*
 * The format BTF, version 1, as Linux's Documentation/bpf/btf.rst describes it: a header, type
 * records one behind the other, and strings. The first record has id 1. What the files of this
 * room share.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

#define BTF_MAGIC   0xeb9f
#define BTF_VERSION 1

struct btf_header {
	u16 magic;
	u8 version;
	u8 flags;
	u32 header_size;
	u32 type_offset; /* from the end of the header, in bytes, as all here */
	u32 type_size;
	u32 string_offset;
	u32 string_size;
};

/* Bits 24 to 28 of info. */
enum btf_kind {
	BTF_KIND_VOID,
	BTF_KIND_INT,
	BTF_KIND_PTR,
	BTF_KIND_ARRAY,
	BTF_KIND_STRUCT,
	BTF_KIND_UNION,
	BTF_KIND_ENUM,
	BTF_KIND_FWD,
	BTF_KIND_TYPEDEF,
	BTF_KIND_VOLATILE,
	BTF_KIND_CONST,
	BTF_KIND_RESTRICT,
	BTF_KIND_FUNC,
	BTF_KIND_FUNC_PROTO,
	BTF_KIND_VAR,
	BTF_KIND_DATASEC,
	BTF_KIND_FLOAT,
	BTF_KIND_DECL_TAG,
	BTF_KIND_TYPE_TAG,
	BTF_KIND_ENUM64,
	BTF_KINDS
};

struct btf_record {
	u32 name; /* where it begins in the strings, as all names; 0: none */
	u32 info;
	union {
		u32 size; /* in bytes */
		u32 type;
	};
	u32 more[]; /* by kind: one of the following, or info's count of them */
};

/* More of BTF_KIND_INT: one word; its bits 24 to 27 are */
#define BTF_INT_SIGNED 0x1u
#define BTF_INT_CHAR   0x2u
#define BTF_INT_BOOL   0x4u

struct btf_array {
	u32 type;
	u32 index_type;
	u32 count;
};

/* Of STRUCT and UNION. */
struct btf_raw_member {
	u32 name;
	u32 type;
	u32 place; /* in bits; if the struct has the flag, bits 24 to 31 are a bitfield's width */
};

struct btf_enumerator {
	u32 name;
	u32 value;
	u32 high; /* of ENUM64 alone; not there in ENUM */
};

/* Of FUNC_PROTO; the last one is 0, 0 for "...". */
struct btf_raw_param {
	u32 name;
	u32 type;
};

static inline u32 btf_kind(const struct btf_record *record)
{
	return record->info >> 24 & 31;
}

/* How many members, enumerators or parameters. */
static inline u32 btf_count(const struct btf_record *record)
{
	return record->info & 0xffff;
}

/* A struct has bitfields in the newer form; an enum is signed. */
static inline bool btf_flag(const struct btf_record *record)
{
	return record->info >> 31;
}

/* The record of a type; that of void for an id that there is not. */
const struct btf_record *btf_record(u32 id);
/* Return: the largest id. */
u32 btf_last_id(void);
/* A name that a record has. */
const char *btf_string(u32 at);
/* The same type without typedef, const and the like. Return: its id. */
u32 btf_strip(u32 id);

/* Whether @text is the @length bytes at @name. */
bool btf_name_is(const char *text, const char *name, size_t length);
