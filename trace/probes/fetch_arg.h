/* SPDX-License-Identifier: MIT */
/*
 * The arguments of probes: `[NAME=]PLACE[:TYPE]`, values that a hit finds in registers and memory
 * and puts into its record.
 *
 *	PLACE	:= %REGISTER | $stack | $stackN | $argN | $retval | $comm | \NUMBER | \"TEXT"
 *		 | @ADDRESS | @SYMBOL[+OFFSET] | +OFFSET(PLACE) | -OFFSET(PLACE)
 *		 | PARAMETER { '->' MEMBER | '.' MEMBER }
 *	TYPE	:= ELEMENT[ '[' COUNT ']' ] | string | string'['COUNT']' | symstr
 *	ELEMENT	:= u8 to u64, s8 to s64, x8 to x64, char, symbol, bWIDTH@OFFSET/BITS
 *
 * string[COUNT] is so many pointers to strings. Memory is read where it may be missing: a number
 * is 0 then, a text "(fault)". A place becomes a start and a list of offsets; each but the last
 * is added and leads on to the address that is there.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/seq_buf.h"
#include "lib/types.h"

#define FETCH_DEREFS_MAX 12
#define FETCH_TEXT_MAX	 63 /* characters of PLACE:TYPE */
#define FETCH_NAME_MAX	 32 /* with its NUL */
#define FETCH_ARRAY_MAX	 64
#define FETCH_ARGS_MAX	 128
#define FETCH_RECORD_MAX 4000 /* bytes with all that is in it: it fits a page of a ring */
#define FETCH_BYTES_MAX	 3072 /* of those, without texts */

enum fetch_form {
	FETCH_UNSIGNED,
	FETCH_SIGNED,
	FETCH_HEX,
	FETCH_CHAR,
	FETCH_SYMBOL,
	FETCH_STRING, /* the text that is there */
	FETCH_SYMSTR, /* the name of the value as an address */
};

struct fetch_type {
	const char *name;
	const char *field;  /* what format files call it */
	const char *format; /* of one value, for tools */
	u8 size;	    /* of one value in the record */
	u8 form;	    /* enum fetch_form */
};

enum fetch_start {
	FETCH_REGISTER, /* at @base in struct pt_regs */
	FETCH_CONSTANT, /* @base */
	FETCH_COMM,	/* address of the task's name */
	FETCH_LITERAL,	/* of @literal */
};

struct fetch_arg {
	const struct fetch_type *type;
	u8 start;	/* enum fetch_start */
	bool in_memory; /* what the last offset leads to is the value itself, of @load bytes */
	bool is_word;	/* nothing but all of a register */
	u8 load;
	u8 count;		 /* elements of an array; 0: it is none */
	u8 shift_up, shift_down; /* of a bit field; 0 both: none */
	u8 deref_count;
	u16 offset; /* in the record */
	s64 base;
	s64 deref[FETCH_DEREFS_MAX];
	char literal[FETCH_TEXT_MAX];

	char name[FETCH_NAME_MAX + 8]; /* of the field: with [COUNT] */
	u8 name_length;		       /* without it */
	u16 text_length;
	const char *text; /* as it was written; the caller's, who may forget it, as the next */
	u32 word;	  /* where in the line it was */
};

/* Where arguments are wanted, and what is wrong with the one that was parsed last. */
struct fetch_parser {
	u64 function;	      /* the first byte of one, probed there or at its return; else 0 */
	bool at_return;	      /* of @function */
	bool no_registers;    /* the user cannot name them */
	const char *mistake;  /* lives for ever */
	const char *position; /* of the mistake, in the word */
};

/*
 * Understands @word, which it cuts up; @number, from 1, gives a name to what has none. All of
 * @arg is filled in, but not where in the record it is. Task.
 * Return: 0 or -EINVAL, a mistake is noted.
 */
int fetch_arg_parse(struct fetch_parser *parser, struct fetch_arg *arg, char *word, u32 number);

/* Whether @name can be one of C. */
bool fetch_is_identifier(const char *name);

static inline u32 fetch_arg_values(const struct fetch_arg *arg)
{
	return arg->count ? arg->count : 1;
}

/* Bytes of the record's fixed part that it takes. */
static inline u32 fetch_arg_bytes(const struct fetch_arg *arg)
{
	return arg->type->size * fetch_arg_values(arg);
}

static __always_inline u64 fetch_register(const struct fetch_arg *arg, const struct pt_regs *regs)
{
	return *(const u64 *)((const char *)regs + arg->base);
}

/*
 * Puts the values into a record, of which @fixed bytes (a multiple of 4, the last word being
 * theirs) are followed by the texts, if there are any: up to FETCH_RECORD_MAX. The text that does
 * not fit ends in "...", and those after it are that. Return: the record's size, a multiple of 4.
 * Context: any, NMI included.
 */
u32 fetch_args(const struct fetch_arg *args, u32 count, const struct pt_regs *regs, void *record,
	       u32 fixed);

/* Appends " NAME=VALUE" from a record. Any context. */
void fetch_arg_print(const struct fetch_arg *arg, struct seq_buf *seq, const void *record);
/* Appends its parts of a print fmt: of the text, and of what follows that. */
void fetch_arg_format(const struct fetch_arg *arg, struct seq_buf *seq);
void fetch_arg_operands(const struct fetch_arg *arg, struct seq_buf *seq);
