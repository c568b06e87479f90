/* SPDX-License-Identifier: MIT */
/* Registers, code bytes and backtraces, as an oops prints them. */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/nofault.h"
#include "arch/x86_64/unwind.h"
#include "kernel/kallsyms.h"
#include "kernel/oops.h"
#include "kernel/printk.h"
#include "kernel/sched/task.h"
#include "lib/seq_buf.h"

#define CODE_BYTES	  48 /* shown around the faulting instruction */
#define CODE_BYTES_BEFORE 32
#define FRAMES_MAX	  40 /* lines of a backtrace */

/* The bytes at and in front of @ip; the first of the instruction in <>. */
static void show_code(u64 ip)
{
	char text[CODE_BYTES * 3 + 8];
	struct seq_buf s;

	seq_buf_init(&s, text, sizeof(text));
	for (u64 at = ip - CODE_BYTES_BEFORE; at != ip - CODE_BYTES_BEFORE + CODE_BYTES; at++) {
		u8 byte;

		if (copy_from_kernel_nofault(&byte, (void *)at, 1))
			seq_buf_puts(&s, at == ip ? " <\?\?>" : " \?\?");
		else
			seq_buf_printf(&s, at == ip ? " <%02x>" : " %02x", byte);
	}
	pr_warn("Code:%s\n", seq_buf_str(&s));
}

/*
 * Prints the frames from where @state is. A frame that follows itself many times
 * is one line: unbounded recursion is what overflows stacks.
 */
static void show_trace(struct unwind_state *state)
{
	u64 stack = state->stack_low;

	pr_warn("Call Trace:\n");
	for (int lines = 0; !unwind_done(state) && lines < FRAMES_MAX; lines++) {
		bool interrupted = state->regs != NULL;
		u64 ip = state->ip;
		u64 repeated = 0;

		if (state->stack_low != stack)
			pr_warn(" (from here on, another stack)\n");
		stack = state->stack_low;
		while (unwind_next_frame(state) && state->ip == ip && !state->regs)
			repeated++;
		if (interrupted)
			pr_warn(" %pS (interrupted)\n", (void *)ip);
		else if (repeated)
			pr_warn(" %pB, and %lu times more\n", (void *)ip, repeated);
		else
			pr_warn(" %pB\n", (void *)ip);
	}
	if (!unwind_done(state))
		pr_warn(" ...\n");
}

void show_regs(struct pt_regs *regs)
{
	struct unwind_state state;

	show_regs_origin();
	pr_warn("RIP: %04lx:%pS\n", regs->cs, (void *)regs->ip);
	show_code(regs->ip);
	pr_warn("RSP: %04lx:%016lx EFLAGS: %08lx\n", regs->ss, regs->sp, regs->flags);
	pr_warn("RAX: %016lx RBX: %016lx RCX: %016lx\n", regs->ax, regs->bx, regs->cx);
	pr_warn("RDX: %016lx RSI: %016lx RDI: %016lx\n", regs->dx, regs->si, regs->di);
	pr_warn("RBP: %016lx R08: %016lx R09: %016lx\n", regs->bp, regs->r8, regs->r9);
	pr_warn("R10: %016lx R11: %016lx R12: %016lx\n", regs->r10, regs->r11, regs->r12);
	pr_warn("R13: %016lx R14: %016lx R15: %016lx\n", regs->r13, regs->r14, regs->r15);
	pr_warn("CR0: %016lx CR2: %016lx CR3: %016lx CR4: %016lx\n", read_cr0(), read_cr2(),
		read_cr3(), read_cr4());
	unwind_start(&state, NULL, regs);
	show_trace(&state);
}

void show_stack(struct task_struct *task)
{
	struct unwind_state state;

	unwind_start(&state, task, NULL);
	/* Without this function. */
	if (!task || task == current)
		unwind_next_frame(&state);
	show_trace(&state);
}
