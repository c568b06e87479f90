/* SPDX-License-Identifier: MIT */
/*
 * Walking up a stack by frame pointers.
 *
 * Every function pushes the caller's %rbp and points %rbp at it, so the frames
 * are a list: at bp the next bp, above it the return address. The entry code
 * does the same between the context it interrupted and the handler, and
 * trap_frame_regs() finds the saved registers: the walk goes on with the
 * interrupted ip, bp and sp, perhaps on another stack.
 *
 * Only memory inside a known stack is read, and each step must lead upwards
 * (or to another stack), so the walk neither faults nor runs for ever,
 * whatever the frames contain.
 */
#pragma once

#include "arch/x86_64/ptrace.h"
#include "lib/compiler.h"
#include "lib/types.h"

struct task_struct;

/* How the next frame is found. */
enum unwind_kind {
	UNWIND_FRAME,	   /* by %rbp */
	UNWIND_TRAMPOLINE, /* the same, and it is then a UNWIND_SITE */
	UNWIND_SITE, /* this one has got no further than its site: its return address is at sp */
	UNWIND_REGS, /* this one was interrupted, perhaps before it made its frame */
	UNWIND_TRAP, /* it was interrupted: trap_regs are its registers */
	UNWIND_OVER, /* there is none */
};

struct unwind_state {
	u64 ip; /* where this frame is executing */
	u64 bp; /* its frame pointer */
	u64 sp; /* the lowest address that may hold the next frame */
	enum unwind_kind kind;
	u32 stacks_left;	   /* changes of stack still allowed */
	u64 stack_low, stack_high; /* the stack that sp is on */
	struct task_struct *task;  /* whose stack it is; NULL before there are tasks */
	struct pt_regs *regs;	   /* if this frame was interrupted: its registers; else NULL */
	struct pt_regs *trap_regs;
	int graph_index; /* for unwind_recover_return_address() */
};

/* Whether there is no frame left; state->ip means nothing then. */
static __always_inline bool unwind_done(const struct unwind_state *state)
{
	return state->kind == UNWIND_OVER;
}

/*
 * Starts a walk, so that state->ip is in the first frame: that of the caller
 * for @task NULL, where @task sleeps, or the interrupted one with @regs.
 * A @task that runs on another CPU gives an arbitrary, but safe, result.
 * Context: any, NMI included; not traced.
 */
void unwind_start(struct unwind_state *state, struct task_struct *task, struct pt_regs *regs);

/* Goes to the caller of this frame. Return: false when there is none, as unwind_done() then says.
 */
bool unwind_next_frame(struct unwind_state *state);

/*
 * Return: whether this frame is return_to_handler's, to which functions return that the graph
 * tracer follows; an interrupt may find it among its callers. An unknown caller is no such frame:
 * the word for it is the handler's first address. Context: any; not traced.
 */
bool unwind_is_way_back(const struct unwind_state *state);

/**
 * stack_trace_save() - the return addresses of a stack, innermost first.
 * @entries: receives at most @max addresses
 * @skip:    innermost frames to leave out
 *
 * Three forms: the caller's own stack, beginning with its caller when @skip
 * is 0; a sleeping task's; an interrupted context's, beginning with its ip.
 *
 * Context: any, NMI included; not traced.
 * Return:  how many were written.
 */
unsigned int stack_trace_save(u64 *entries, unsigned int max, unsigned int skip);
unsigned int stack_trace_save_task(struct task_struct *task, u64 *entries, unsigned int max,
				   unsigned int skip);
unsigned int stack_trace_save_regs(struct pt_regs *regs, u64 *entries, unsigned int max,
				   unsigned int skip);

/*
 * The same from frame pointer @bp on, on the caller's own stack: the first entry is the
 * return address above it. For who knows where to begin; the quickest form.
 */
unsigned int stack_trace_save_frame(u64 bp, u64 *entries, unsigned int max);

/*
 * Set by the graph tracer, which puts the address of return_to_handler in the place of return
 * addresses: that address, 0 while there is no such tracer, and who knows the real one of
 * the stack word at @where. *@index starts at 0 and is the function's own. Set the function
 * first. Context of it: any; not traced.
 */
extern u64 unwind_return_to_handler;
extern u64 (*unwind_recover_return_address)(struct task_struct *task, int *index, u64 *where);
