/* SPDX-License-Identifier: MIT */
/*
 * The kernel's own types: what parameters its functions have, what is where in its structs.
 * pahole makes the table of the debug information when the kernel is built, in the format BTF
 * (Linux's Documentation/bpf/btf.rst); btf_init() checks it once and all of it, so whoever
 * asks later gets answers and no faults. Without a table everything is unknown.
 *
 * A type is known by its id. Names of types, parameters and members live as long as the kernel.
 * A name to be found is given with its length, as it stands in a longer text.
 *
 * Context of everything here but btf_init(): any, NMI included. It may be traced, so callbacks
 * ask beforehand for what they need.
 */
#pragma once

#include "lib/compiler.h"
#include "lib/types.h"

struct seq_buf;

#define BTF_VOID 0u /* the id of void, and of what is not known */

/* What a type is, typedef, const, volatile and the like taken away. */
enum btf_form {
	BTF_IS_VOID, /* or a function, or a struct that is not known */
	BTF_IS_INT,
	BTF_IS_BOOL,
	BTF_IS_ENUM,
	BTF_IS_POINTER,
	BTF_IS_STRUCT, /* or a union */
	BTF_IS_ARRAY,
};

struct btf_type {
	enum btf_form form;
	u32 id;		  /* of the type itself, without typedef and the like */
	u32 size;	  /* in bytes, all of an array; 0: void, or not known */
	u32 target;	  /* id of what a pointer points to, or of an array's elements */
	u32 count;	  /* elements of an array */
	bool is_signed;	  /* an integer or enum */
	bool is_char;	  /* char: of text, not a small number */
	bool is_string;	  /* char * or char [N] */
	const char *name; /* struct, union, enum or integer; "" if it has none */
};

struct btf_member {
	const char *name; /* "" for an anonymous struct or union */
	u32 type;
	u32 offset;    /* of its first byte, or of the storage unit of a bitfield */
	u32 size;      /* in bytes; of the unit to read for a bitfield: 1, 2, 4 or 8 */
	u8 bit_offset; /* of a bitfield: how far to shift the unit right, */
	u8 bit_width;  /* and how many bits it has; 0: not a bitfield */
};

/* Where a parameter arrives, in words: 0 to 5 are di, si, dx, cx, r8, r9. */
#define BTF_REGISTERS 6
/* Word 6 + n is word n of the stack above the return address. */
#define BTF_NOWHERE -1 /* a struct that is handed over in memory */

struct btf_param {
	const char *name; /* "" if it has none */
	u32 type;
	s32 word;  /* the first of its words, or BTF_NOWHERE */
	u32 words; /* how many: 1, or 2 of a struct of more than 8 bytes */
};

struct btf_function {
	u32 type;	 /* id of its prototype */
	u32 param_count; /* without "..." */
	u32 return_type; /* BTF_VOID: nothing */
	bool is_variadic;
};

/* Checks and indexes the kernel's table. Boot; memory can be allocated. */
void btf_init(void);
/*
 * The same for @size bytes at @data, which stay there. Return: 0; -EINVAL if it is not a sound
 * table, -ENOMEM: nothing is known then.
 */
int btf_load(const void *data, size_t size);

/* Return: whether the function is known. */
bool btf_find_function(const char *name, size_t length, struct btf_function *function);
/* The same by the address of its first byte, or of any byte in it. */
bool btf_function_at(u64 ip, struct btf_function *function);
/* Parameter number @index, from 0. Return: whether there is one. */
bool btf_param(const struct btf_function *function, u32 index, struct btf_param *param);
bool btf_find_param(const struct btf_function *function, const char *name, size_t length,
		    struct btf_param *param);

/* What @id is; a bad id is void. */
void btf_resolve(u32 id, struct btf_type *type);
/*
 * A member of a struct or union, those of anonymous ones in it included; @id may be a typedef.
 * Return: 0; -EINVAL if @id is neither, -ENOENT if it has no such member.
 */
int btf_find_member(u32 id, const char *name, size_t length, struct btf_member *member);

/*
 * A value of @id as text. @value has it in its low bytes, whatever is above. Numbers in decimal,
 * pointers, structs of up to eight bytes and what is too large for s64 as 0x..., bool as true or
 * false, char as 'c', constants of an enum by name.
 */
void btf_print(struct seq_buf *seq, u32 id, u64 value);
/* The low bytes of @value, of which @id says how many there are, extended as it says. */
u64 btf_extend(u32 id, u64 value);
