/* SPDX-License-Identifier: MIT */
/*
 * What is printed when kernel code does something the processor refuses, and
 * what happens to the task that did it: it dies and the others go on, unless it
 * was in an interrupt, is an idle task or init, or oops=panic was given.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/compiler.h"
#include "lib/types.h"

struct task_struct;

/*
 * From here on this processor prints an oops: others wait, interrupts are off,
 * the console shows everything, tracing stops. die() calls it; whoever prints
 * something in front of die() calls it first. Context: any.
 */
void oops_enter(void);

/**
 * die() - an exception nobody handles.
 * @what:	what happened, "general protection fault" for example
 * @regs:	the registers at the faulting instruction
 * @error_code: the processor's, or 0
 *
 * Context: any, on the stack the exception arrived on.
 */
void die(const char *what, struct pt_regs *regs, u64 error_code) __noreturn __cold;

/* The same for a page fault at @address (%cr2); explains which access was refused and why. */
void page_fault_oops(struct pt_regs *regs, u64 error_code, u64 address) __noreturn __cold;

/*
 * The same for a double fault. On the double-fault stack. @address is %cr2: if it is in
 * the guard page of a stack, that stack has overflowed and its owner is named.
 */
void double_fault_oops(struct pt_regs *regs, u64 error_code, u64 address) __noreturn __cold;

/* Prints which CPU, task and context this is, in one line. Context: any. */
void show_regs_origin(void);

/* Prints registers, code bytes and backtrace of an interrupted context. Context: any. */
void show_regs(struct pt_regs *regs);

/* Prints the backtrace of @task, NULL for the caller. @task must not be running elsewhere. */
void show_stack(struct task_struct *task);

/* Prints who runs here and how it got here. Context: any. */
void dump_stack(void);
