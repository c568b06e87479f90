/* SPDX-License-Identifier: MIT */
/* Trampolines: the code a switched-on site calls, made for each struct ftrace_ops. */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/types.h"
#include "trace/core/ftrace.h"

/* In executable memory, so a site's 32-bit call reaches it. */
struct ftrace_trampoline {
	u64 start, end; /* its instructions */
	u64 call;	/* the call of the callback, five bytes */
	ftrace_func_t func;
};

/*
 * Makes the trampoline of @ops->func, with the register saving that @ops->flags
 * ask for. Context: task, may sleep; or boot. Return: it, or NULL: no memory.
 */
struct ftrace_trampoline *ftrace_trampoline_create(struct ftrace_ops *ops);

/*
 * Frees it, once no task can be inside it: sleeps until that is so. No site may
 * call it any more. Context: task, sleeps.
 */
void ftrace_trampoline_destroy(struct ftrace_trampoline *trampoline);

/* Makes it call @func. Context: task, may sleep. Return: as text_patch_batch(). */
int ftrace_trampoline_set_func(struct ftrace_trampoline *trampoline, ftrace_func_t func);

/* What a site with several users calls; @regs: one of them wants all registers. */
u64 ftrace_list_trampoline_address(bool regs);

/*
 * Whether @address is inside a trampoline. A backtrace asks: the frame after
 * such a return address belongs to a function that has not made its own yet,
 * whose caller is found in the word above the frame.
 * Context: any, NMI included.
 */
bool ftrace_is_trampoline(u64 address);

/* Where one is. The host reads these, too. */
struct live_trampoline {
	u64 start;
	u64 size; /* bytes; 0: there is none */
};

/* Return: the size of the trampoline of an ops that @address is in, which begins at *@start; 0 if
 * it is in none. Context: any, NMI included.
 */
u64 ftrace_find_trampoline(u64 address, u64 *start);

/*
 * Return: the size of the first trampoline that begins at @address or above, at *@start; 0 if
 * there is none. One that is made or ends meanwhile may be missed. Context: any.
 */
u64 ftrace_next_trampoline(u64 address, u64 *start);

/*
 * All registers of the traced function at its first instruction. Only for an
 * ops with FTRACE_OPS_FL_SAVE_REGS, in its callback. A changed general register
 * is what the function gets; to go elsewhere, change fregs->return_ip.
 */
static inline struct pt_regs *ftrace_get_regs(struct ftrace_regs *fregs)
{
	return (struct pt_regs *)fregs - 1;
}
