/* SPDX-License-Identifier: MIT */
/*
 * Walking up a stack by frame pointers. Not traced (Makefile): the tracer
 * records stacks, and NMIs do.
 *
 * The list of frame pointers is right wherever a call was made. Where an exception came, the
 * interrupted function may have no frame: then its return address is found
 * by looking at its first instructions.
 */
#include "arch/x86_64/unwind.h"

#include "arch/x86_64/cpu_init.h"
#include "arch/x86_64/nofault.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/traps.h"
#include "kernel/kallsyms.h"
#include "kernel/sched/task.h"
#include "lib/math.h"

/* NMI or double fault, and the task's. */
#define STACKS_MAX 3

u64 (*unwind_recover_return_address)(struct task_struct *task, int *index, u64 address, u64 *where);

static bool unwind_set_stack(struct unwind_state *state, u64 low)
{
	state->stack_low = low;
	state->stack_high = low + THREAD_SIZE;
	return true;
}

/* Finds the stack that @sp is on. Return: false if it is none that this walk may be on. */
static bool unwind_find_stack(struct unwind_state *state, u64 sp)
{
	u64 low = (u64)cpu0_init_stack.stack;

	if (!state->stacks_left)
		return false;
	state->stacks_left--;
	if (state->task)
		low = (u64)state->task->stack;
	/* A pointer into the guard page is what an overflow leaves: the frames are above it. */
	if (sp - (low - PAGE_SIZE) <= THREAD_SIZE + PAGE_SIZE)
		return unwind_set_stack(state, low);
	if (state->task == current && cpu_fault_stack(sp, &low))
		return unwind_set_stack(state, low);
	return false;
}

/* Reads a word that lies above all that was read before, on the same stack. */
static bool unwind_read(const struct unwind_state *state, u64 address, u64 *value)
{
	if (address % 8 || address < state->sp || address < state->stack_low ||
	    address > state->stack_high - 8)
		return false;
	*value = READ_ONCE(*(u64 *)address);
	return true;
}

static bool unwind_end(struct unwind_state *state)
{
	state->over = true;
	return false;
}

/* Goes to the context that @regs belong to, which may be on another stack. */
static bool unwind_to_regs(struct unwind_state *state, struct pt_regs *regs)
{
	state->trap_regs = NULL;
	if (user_mode(regs))
		return unwind_end(state);
	state->regs = regs;
	state->ip = regs->ip;
	state->bp = regs->bp;
	if (regs->sp >= state->sp && regs->sp <= state->stack_high)
		state->sp = regs->sp;
	else if (unwind_find_stack(state, regs->sp))
		state->sp = max(regs->sp, state->stack_low);
	else
		state->sp = state->stack_high; /* nothing can be read: this frame is the last */
	return true;
}

/*
 * Where the return address of an interrupted function is that has no frame:
 * before its push %rbp is done, at its ret, or if it is no function at all, as
 * after a call of a null pointer. Return: 0 if it has a frame.
 */
static u64 unwind_frameless(const struct pt_regs *regs)
{
	static const u8 set_frame[] = {0x48, 0x89, 0xe5}; /* mov %rsp, %rbp */
	struct kallsym sym;
	u64 offset, push;
	u8 code[24], here;

	if (!kernel_text_address(regs->ip) ||
	    copy_from_kernel_nofault(&here, (void *)regs->ip, 1) || here == 0xc3 /* ret */)
		return regs->sp;
	if (!kallsyms_lookup(regs->ip, &sym) ||
	    copy_from_kernel_nofault(code, (void *)sym.address, sizeof(code)))
		return 0;
	offset = regs->ip - sym.address;
	/* A traced function begins with a call or a NOP of 5 bytes. */
	push = code[0] == 0xe8 || (code[0] == 0x0f && code[1] == 0x1f) ? 5 : 0;
	if (offset <= push)
		return regs->sp;
	if (code[push] != 0x55 /* push %rbp */)
		return 0;
	for (u64 i = push + 1; i <= sizeof(code) - sizeof(set_frame); i++) {
		if (code[i] == set_frame[0] && code[i + 1] == set_frame[1] &&
		    code[i + 2] == set_frame[2])
			return offset <= i ? regs->sp + 8 : 0;
	}
	return 0;
}

bool unwind_next_frame(struct unwind_state *state)
{
	u64 frame = state->bp, where = 0;
	struct pt_regs *regs;

	if (state->over)
		return false;
	if (state->trap_regs)
		return unwind_to_regs(state, state->trap_regs);
	if (state->regs)
		where = unwind_frameless(state->regs);
	state->regs = NULL;
	if (!where) {
		if (!unwind_read(state, frame, &state->bp))
			return unwind_end(state);
		where = frame + 8;
	}
	if (!unwind_read(state, where, &state->ip) || !state->ip)
		return unwind_end(state);
	state->sp = where + 8;
	if (unwind_recover_return_address)
		state->ip = unwind_recover_return_address(state->task, &state->graph_index,
							  state->ip, (u64 *)where);
	regs = trap_frame_regs(state->bp, state->ip);
	if (regs && (u64)regs > state->sp && (u64)(regs + 1) <= state->stack_high)
		state->trap_regs = regs;
	return true;
}

noinline void unwind_start(struct unwind_state *state, struct task_struct *task,
			   struct pt_regs *regs)
{
	*state = (struct unwind_state){.task = task ? task : current, .stacks_left = STACKS_MAX};
	if (regs) {
		unwind_to_regs(state, regs);
	} else if (!task || task == current) {
		state->bp = (u64)__builtin_frame_address(0);
		state->sp = state->bp;
		if (unwind_find_stack(state, state->sp))
			unwind_next_frame(state);
		else
			unwind_end(state);
	} else if (!unwind_find_stack(state, task->sp)) {
		unwind_end(state);
	} else {
		/* What arch/x86_64/switch.asm pushed: five registers, %rbp, return address. */
		state->bp = task->sp + 5 * 8;
		state->sp = state->bp;
		unwind_next_frame(state);
	}
}

static unsigned int unwind_collect(struct unwind_state *state, u64 *entries, unsigned int max,
				   unsigned int skip)
{
	unsigned int count = 0;

	for (; !state->over && count < max; unwind_next_frame(state)) {
		if (skip)
			skip--;
		else
			entries[count++] = state->ip;
	}
	return count;
}

noinline unsigned int stack_trace_save(u64 *entries, unsigned int max, unsigned int skip)
{
	struct unwind_state state;

	unwind_start(&state, NULL, NULL);
	/* The first frame is this function's own. */
	return unwind_collect(&state, entries, max, skip + 1);
}

unsigned int stack_trace_save_task(struct task_struct *task, u64 *entries, unsigned int max,
				   unsigned int skip)
{
	struct unwind_state state;

	unwind_start(&state, task, NULL);
	return unwind_collect(&state, entries, max, skip);
}

unsigned int stack_trace_save_regs(struct pt_regs *regs, u64 *entries, unsigned int max,
				   unsigned int skip)
{
	struct unwind_state state;

	unwind_start(&state, NULL, regs);
	return unwind_collect(&state, entries, max, skip);
}
