/* SPDX-License-Identifier: MIT */
/*
 * Expressions over the fields of a record or the arguments of a function:
 *
 *	expression := and { '||' and }		and := term { '&&' term }
 *	term	   := '!' term | '(' expression ')' | operand operator value
 *	operand	   := name { '->' member | '.' member } [ '.function' ]
 *	operator   := == != < <= > >= & ~
 *	value	   := number | string | CPUS{list} | function
 *
 * Numbers are decimal, 0x hexadecimal or 0 octal, with or without a `-`, and are converted
 * to the operand's type. `&` asks whether a common bit is set. Strings go by == != and, with
 * a pattern of lib/glob.h, ~; they stand in " or ', or without if they are one word.
 * CPUS{0,2-3} goes by == != &. A pointer with `.function` goes by == and != with a function's name
 * or an address in it. What a name means says who asks, by a struct predicate_names;
 * comm COMM, cpu CPU and common_cpu, if he knows none of that name, are those of who runs.
 *
 * The result is a flat list of tests, each of which says which one is next; predicate_matches()
 * of predicate_program.h asks them.
 */
#pragma once

#include "lib/types.h"
#include "trace/core/predicate_program.h"

struct trace_event;

/* Longest string in an expression, and how much of one in memory is looked at; with the NUL. */
#define PREDICATE_STRING_MAX 256u

/* What an operand is. */
enum predicate_kind {
	PREDICATE_OPAQUE, /* nothing to compare: a struct, an array of numbers */
	PREDICATE_NUMBER,
	PREDICATE_CPUMASK, /* a cpumask_t */
	PREDICATE_PID,	   /* of the task that runs; needs nothing else but its size, 4 */
	PREDICATE_CPU,
	PREDICATE_STRING,   /* size bytes at most, ends with a NUL before if it is shorter */
	PREDICATE_DATA_LOC, /* a u32, length << 16 | offset from the start, that says where it is */
	PREDICATE_POINTER,  /* to characters that end with a NUL */
	PREDICATE_COMM,	    /* of the task that runs; needs nothing else */
};

/* Where an operand is, from the start of what is looked at, and what. */
struct predicate_operand {
	enum predicate_kind kind;
	u32 offset;   /* from the start of the record, or of the struct that it is a member of */
	u32 size;     /* in bytes; of a number: 1, 2, 4 or 8 */
	u8 bit, bits; /* a number that is a bit field: its place in these bytes; bits 0: all */
	bool is_signed;
	const void *type; /* its type, for member(); NULL if it has no members */
};

/* What names mean. The owner embeds it; it is used during predicate_compile() alone. */
struct predicate_names {
	/* Return: whether @name (@length characters, no NUL) is known; @operand is filled then. */
	bool (*find)(const struct predicate_names *names, const char *name, size_t length,
		     struct predicate_operand *operand);
	/*
	 * Looks up a member. @pointer: `->`, the operand @of is a pointer to the struct; else `.`,
	 * it is the struct. NULL if nothing has members.
	 */
	bool (*member)(const struct predicate_names *names, const struct predicate_operand *of,
		       bool pointer, const char *name, size_t length,
		       struct predicate_operand *operand);
};

struct predicate_error {
	const char *text; /* lives for ever; Linux's words where it has some */
	u32 offset;	  /* in the expression: the caret's place */
	/* The same for an event filter, and what the write returns; -EINVAL for most. */
	u32 linux_offset;
	int linux_errno;
};

/*
 * Context: task, may sleep. Return: 0, predicate_free() is for *@result; -EINVAL, @error is filled;
 * -ENOMEM, @error likewise.
 */
int predicate_compile(const char *text, const struct predicate_names *names,
		      struct predicate **result, struct predicate_error *error);
/* Nobody may be looking at it. NULL is nothing. */
void predicate_free(struct predicate *predicate);

/* The same for the fields of @event, those of struct trace_entry included: filters, `if`. */
int event_predicate_compile(const struct trace_event *event, const char *text,
			    struct predicate **result, struct predicate_error *error);

/*
 * For a call of @function, as seen by a callback: its arguments by name, if the kernel's types
 * are known, $arg1 to $arg6, pid. predicate_matches() gets its struct ftrace_regs.
 */
int function_predicate_compile(const char *function, const char *text, struct predicate **result,
			       struct predicate_error *error);

/* What the evaluator has to know of who runs. Any context, preemption off. */
const char *predicate_current_comm(void);
u32 predicate_current_pid(void);
u32 predicate_current_cpu(void);
