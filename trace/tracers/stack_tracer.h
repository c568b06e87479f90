/* SPDX-License-Identifier: MIT */
/*
 * The stack tracer: the deepest stack that was ever seen at the entry of a function,
 * and who used it up. It is no tracer of current_tracer and runs beside any.
 */
#pragma once

#include "trace/core/ftrace.h"

/* Outermost callers beyond so many are not kept. */
#define STACK_TRACER_ENTRIES 256

/* One frame of the deepest stack. */
struct stack_tracer_entry {
	u64 ip;	   /* where it goes on when what it has called returns */
	u32 depth; /* bytes from the top of the stack to where that is kept */
};

/* Which functions it looks at. */
extern struct ftrace_filter stack_tracer_filter;

/* Context: task, may sleep. Return: 0 or as register_ftrace_function(). */
int stack_tracer_enable(bool on);
bool stack_tracer_is_enabled(void);

/* The depth that is to be exceeded, in bytes: that of the deepest stack, unless set. */
u64 stack_tracer_max_size(void);
void stack_tracer_set_max_size(u64 bytes);

/*
 * Copies entry number @index, the innermost is 0. Any context but NMI.
 * Return: how many there are; @entry is unchanged if @index is not below that.
 */
u32 stack_tracer_entry(u32 index, struct stack_tracer_entry *entry);

/* stacktrace, stacktrace_filter=PATTERN[,PATTERN]... Early; for kernel/params.c. */
int stack_tracer_param(const char *value);
int stack_tracer_param_filter(const char *value);
/* Obeys them. Context: task, from initcalls. Return: 0 or as register_ftrace_function(). */
int stack_tracer_init(void);
