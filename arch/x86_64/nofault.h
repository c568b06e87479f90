/* SPDX-License-Identifier: MIT */
/*
 * Instructions that are allowed to fail. Each has an entry in the exception
 * table: where it is, and where to go on when it faults. Not traced.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/compiler.h"
#include "lib/types.h"

/* In an asm goto: the instruction at numeric label 1 may fault, and then goes to C label @label. */
#define EX_TABLE(label)                                 \
	"\n.pushsection __ex_table, \"a\", @progbits\n" \
	".quad 1b, %l[" #label "]\n"                    \
	".popsection"

/* Below this are the addresses of programs, and those that no register can mean. */
#define KERNEL_SPACE_START 0xffff800000000000ul

/* Reads one word at @from, which may be anything. Context: any, NMI included. Return: false: it
 * cannot be read. */
static __always_inline bool load_u64_nofault(u64 *to, const void *from)
{
	if ((u64)from < KERNEL_SPACE_START)
		return false;
	__asm__ goto volatile("1: mov %1, %0" EX_TABLE(fault)
			      : "=r"(*to)
			      : "m"(*(const u64 *)from)
			      :
			      : fault);
	return true;
fault:
	return false;
}

/*
 * Copies @bytes from kernel address @from, which may be anything.
 * Context: any, NMI included. Return: 0, or -EFAULT; @to is then partly written.
 */
int __must_check copy_from_kernel_nofault(void *to, const void *from, size_t bytes);

/*
 * Copies a string of at most @size bytes, the NUL always included.
 * Context: any, NMI included. Return: length without NUL, -E2BIG when cut, -EFAULT ("" then).
 */
ssize_t __must_check strncpy_from_kernel_nofault(char *to, const void *from, size_t size);

/* Moves @regs on to the fix-up of the instruction that faulted. Return: false if it has none. */
bool fixup_exception(struct pt_regs *regs);

/* Whether an instruction at @start to @end - 1 may fault, or is where to go on. Any context. */
bool exception_table_touches(u64 start, u64 end);
