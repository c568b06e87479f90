/* SPDX-License-Identifier: MIT */
/*
 * The ends of calls: how a user of call sites is told when a function returns.
 *
 * Its ftrace_ops callback pushes a frame on the task's shadow stack and puts the
 * address of return_to_handler in the place of the return address. The function
 * returns there, fgraph_return() tells those who pushed the frame, pops it, and
 * goes on where the function should have returned to.
 *
 * A task has one shadow stack, an interrupt or NMI uses that of the task it came
 * to. Several users of one call share a frame. A frame stays good when its user
 * goes: then nobody is told, and the function returns all the same. A function
 * that never returns leaves its frame behind, below those that come later or
 * until the task ends.
 */
#pragma once

#include "kernel/sched/task.h"
#include "lib/compiler.h"
#include "lib/types.h"
#include "trace/core/ftrace.h"

/* Calls a task can be followed into; deeper ones are counted and not followed. */
#define FGRAPH_DEPTH 80
/* How many users there may be at once. */
#define FGRAPH_USERS 16

/* A call that has not returned. */
struct fgraph_frame {
	u64 ret;    /* where it returns to */
	u64 func;   /* its site */
	u64 *where; /* the word of the stack that holds return_to_handler instead of ret */
	u64 start;  /* local_clock() when it began; later if sleep is not counted */
	u64 marks;  /* FGRAPH_MARK_... bits of its users */
};

/* What a user's bit says of the frame, by how far it is shifted to the left. */
#define FGRAPH_MARK_USER   0  /* wants to be told of its end */
#define FGRAPH_MARK_ROOT   16 /* the user's own */
#define FGRAPH_MARK_HIDDEN 32 /* the user's own */

/* What a task keeps for one user; all but generation is the user's own. */
struct fgraph_task {
	u32 generation; /* of the user that the rest is about */
	u16 depth;
	u8 open;
	u8 hidden;
};

/* A task's, written by itself alone. */
struct fgraph_stack {
	u32 depth;	  /* frames in use */
	u32 overrun;	  /* calls that found no room */
	u64 switched_out; /* local_clock() when it last left its processor; 0: not noted */
	struct fgraph_task user[FGRAPH_USERS];
	struct fgraph_frame frames[FGRAPH_DEPTH];
};

/* One who wants to be told. The owner sets exit and private; the rest is the core's. */
struct fgraph_user {
	/*
	 * A call that the user pushed has returned at @end (local_clock()); @count is the
	 * preempt_count it returned with. Context: any, NMI included; preemption is off. What
	 * it calls may be traced, and is ignored.
	 */
	void (*exit)(struct fgraph_user *user, struct fgraph_stack *stack,
		     struct fgraph_frame *frame, u64 end, u32 count);
	void *private;
	u64 bit; /* 0 while not registered */
	u32 slot;
	u32 generation; /* each registration has its own */
};

/*
 * Gives every task a shadow stack, if they have none yet, and @user a slot.
 * Context: task, may sleep. Return: 0; -EBUSY if it is registered; -ENOSPC with too
 * many users; -ENOMEM.
 */
int register_fgraph_user(struct fgraph_user *user);
/*
 * From its return on exit() is not running and will not be called. The ftrace_ops whose
 * callback pushes frames must be off. Context: task, sleeps.
 */
void unregister_fgraph_user(struct fgraph_user *user);

/* arch/x86_64/return_to_handler.asm */
extern const u8 return_to_handler[];
/* What it calls. @where: the word of the stack that the function's ret has just read. */
void fgraph_return(u64 *where);

/* The rare halves of the functions below. */
void fgraph_begin(struct fgraph_stack *stack, const struct fgraph_user *user);
struct fgraph_frame *fgraph_share(struct fgraph_stack *stack, u64 marks, u64 ip, u64 *where);

/* What @stack keeps for @user, fresh if it was another's. Context: a callback, preemption off. */
static __always_inline struct fgraph_task *fgraph_task(struct fgraph_stack *stack,
						       const struct fgraph_user *user)
{
	struct fgraph_task *task = &stack->user[user->slot];

	if (unlikely(task->generation != user->generation))
		fgraph_begin(stack, user);
	return task;
}

/*
 * From a callback: has the call at @ip followed. @marks: the user's bit, shifted as
 * FGRAPH_MARK_... say. The caller sets frame->start last.
 * Context: any, NMI included; preemption off. Return: NULL if there is no room.
 */
static __always_inline struct fgraph_frame *fgraph_push(struct fgraph_stack *stack, u64 marks,
							u64 ip, struct ftrace_regs *fregs)
{
	struct fgraph_frame *frame;
	u32 depth;

	if (unlikely(fregs->parent_ip == (u64)return_to_handler)) {
		frame = fgraph_share(stack, marks, ip, &fregs->parent_ip);
		if (frame)
			return frame;
	}
	depth = stack->depth;
	if (unlikely(depth >= FGRAPH_DEPTH)) {
		stack->overrun++;
		return NULL;
	}
	/* First, so that who interrupts uses the next one. */
	WRITE_ONCE(stack->depth, depth + 1);
	barrier();
	frame = &stack->frames[depth];
	frame->ret = fregs->parent_ip;
	frame->func = ip;
	frame->where = &fregs->parent_ip;
	frame->marks = marks;
	barrier(); /* a backtrace may come from an NMI: it looks for the frame from now on */
	WRITE_ONCE(fregs->parent_ip, (u64)return_to_handler);
	return frame;
}

/* Whether the time a task is off its processor is left out of its frames. Task, may sleep. */
void fgraph_count_sleep(bool count);
