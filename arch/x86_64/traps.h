/* SPDX-License-Identifier: MIT */
/*
 * Traps: how the processor gets into the kernel on its own. All 256 vectors go
 * through entry.asm, which saves the registers as a struct pt_regs and calls
 * trap_dispatch(): below 32 to the handler in a table, from 32 up to do_irq().
 *
 * The entry code links the interrupted function into the chain of frame
 * pointers, so a backtrace walks through a trap as through a call.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/types.h"

/* Exception vectors (SDM vol. 3, table 6-1). */
#define X86_TRAP_DE  0 /* divide error */
#define X86_TRAP_DB  1 /* debug: single step, watch point */
#define X86_TRAP_NMI 2
#define X86_TRAP_BP  3 /* breakpoint: int3 */
#define X86_TRAP_OF  4
#define X86_TRAP_BR  5
#define X86_TRAP_UD  6 /* invalid opcode */
#define X86_TRAP_NM  7
#define X86_TRAP_DF  8 /* double fault: on a stack of its own */
#define X86_TRAP_TS  10
#define X86_TRAP_NP  11
#define X86_TRAP_SS  12
#define X86_TRAP_GP  13 /* general protection */
#define X86_TRAP_PF  14 /* page fault */
#define X86_TRAP_MF  16
#define X86_TRAP_AC  17
#define X86_TRAP_MC  18
#define X86_TRAP_XF  19
#define NR_TRAPS     32

/* Error code of a page fault (SDM vol. 3, 4.7), in pt_regs.orig_ax. */
#define X86_PF_PROT  0x01ul /* the page was there, the access not allowed */
#define X86_PF_WRITE 0x02ul
#define X86_PF_USER  0x04ul
#define X86_PF_RSVD  0x08ul
#define X86_PF_INSTR 0x10ul

/* Interrupts are off. What it changes in @regs is what the interrupted code goes on with. */
typedef void (*trap_handler_t)(struct pt_regs *regs);

static inline bool user_mode(const struct pt_regs *regs)
{
	return regs->cs & 3;
}

/*
 * For walking the stack: @frame is a saved %rbp and @return_address the word next to
 * it. If that address is in the entry code, @frame is the frame the entry code made.
 * Context: any, not traced. Return: the interrupted registers, or NULL for any other frame.
 */
struct pt_regs *trap_frame_regs(unsigned long frame, unsigned long return_address);
