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
 * to. A frame has one user: where two follow the same call, the second frame returns
 * to the first. A frame stays good when its user goes: then nobody is told, and the
 * function returns all the same. A function that never returns leaves its frame
 * behind, below those that come later or until the task ends.
 */
#pragma once

#include "kernel/sched/task.h"
#include "lib/compiler.h"
#include "lib/types.h"
#include "trace/core/ftrace.h"

/* Calls a task can be followed into; deeper ones are counted and not followed. */
#define FGRAPH_DEPTH 67
/* How many users there may be at once. */
#define FGRAPH_USERS 16

/* A call that has not returned. */
struct fgraph_frame {
	u64 ret;    /* where it returns to */
	u64 func;   /* its site */
	u64 *where; /* the word of the stack that holds return_to_handler instead of ret */
	u64 start;  /* local_clock() when it began; later if sleep is not counted */
	u64 id;	    /* of its user when it was pushed; 0 while it is not in use, or being filled */
	u64 own;    /* the user's, while its frame is in use */
	u32 depth;  /* frames of the same user below it */
	u32 unused;
};

/* In fgraph_frame.id: marks of the user's own. Above them a number, below the user's slot. */
#define FGRAPH_MARKS	0xf0000ul
#define FGRAPH_SLOT(id) ((u16)(id))
#define FGRAPH_ID_SHIFT 20

/* What a task keeps for one user, whose own all but the id is; for fgraph_task(). */
struct fgraph_task {
	u64 id; /* of the user that the rest is about */
	u32 open;
	u32 hidden;
};

/* A task's, written by itself alone. */
struct fgraph_stack {
	struct fgraph_frame *top; /* the first one not in use; all below are */
	struct fgraph_frame *end; /* top when all are in use */
	u64 switched_out;	  /* local_clock() when it last left its processor; 0: not noted */
	u32 overrun;		  /* calls that found no room */
	u32 unused;
	struct fgraph_task user[FGRAPH_USERS];
	struct fgraph_frame frames[FGRAPH_DEPTH + 1]; /* the first: below all, depth -1 */
};

/* One who wants to be told. The owner sets the functions, the rest is the core's. */
struct fgraph_user {
	u64 id; /* each registration has its own; 0: not registered */
	bool sleep_is_left_out;
	/*
	 * A call that the user pushed has returned at @end (local_clock()), with preempt_count
	 * @count. In the end it calls fgraph_pop() and trace_recursion_exit(@bit). exit() is to
	 * be quick: the frame has no marks, @count is plain (trace_context_is_plain()) and @bit
	 * TRACE_RECURSION_OFFSET. Otherwise exit_uncommon() is called. @retval: what was in %rax.
	 * The arguments come in the order of registers that the hottest exit() wants them in.
	 * Context: any, NMI included; preemption is off. What they call may be traced, and is
	 * ignored.
	 */
	void (*exit)(struct fgraph_user *user, u32 count, u64 retval, u64 end,
		     struct fgraph_frame *frame, struct fgraph_stack *stack);
	void (*exit_uncommon)(struct fgraph_user *user, u32 count, u64 retval, u64 end,
			      struct fgraph_frame *frame, struct fgraph_stack *stack, u32 bit);
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

/*
 * What a traced function returns to, @address being its __builtin_return_address(0): the graph
 * tracer may have replaced that. To be called by what it calls itself. Any context.
 */
u64 fgraph_caller(u64 address);

/* What @stack keeps for @user, fresh if it was another's. Context: a callback, preemption off. */
static __always_inline struct fgraph_task *fgraph_task(struct fgraph_stack *stack,
						       const struct fgraph_user *user)
{
	struct fgraph_task *task = &stack->user[FGRAPH_SLOT(user->id)];

	if (unlikely(task->id != user->id))
		*task = (struct fgraph_task){.id = user->id};
	return task;
}

/* Whether the top frame can be filled at once: there is room, and the frame below is the user's. */
static __always_inline bool fgraph_is_plain(const struct fgraph_stack *stack,
					    const struct fgraph_frame *top, u64 id)
{
	return likely(top < stack->end && top[-1].id == id);
}

/* Return: the depth of the next frame for the user @id. */
u32 fgraph_find_depth(struct fgraph_stack *stack, u64 id);

/* Fills @frame, the top one, but for its start, and has the call at @ip return to it. */
static __always_inline void fgraph_fill(struct fgraph_stack *stack, struct fgraph_frame *frame,
					u64 id, u64 ip, u32 depth, struct ftrace_regs *fregs)
{
	/* First, so that who interrupts uses the next one. */
	WRITE_ONCE(stack->top, frame + 1);
	barrier();
	frame->ret = fregs->parent_ip;
	frame->func = ip;
	frame->where = &fregs->parent_ip;
	frame->depth = depth;
	frame->id = id;
	barrier(); /* a backtrace may come from an NMI: it looks for the frame from now on */
	WRITE_ONCE(fregs->parent_ip, (u64)return_to_handler);
}

/*
 * From a callback: has the call at @ip, which began at @start, followed. @id: the user's,
 * with marks. Context: any, NMI included; preemption off. Return: NULL if there is no room.
 */
static __always_inline struct fgraph_frame *fgraph_push(struct fgraph_stack *stack, u64 id, u64 ip,
							u64 start, struct ftrace_regs *fregs)
{
	struct fgraph_frame *frame = stack->top;

	if (unlikely(frame >= stack->end)) {
		stack->overrun++;
		return NULL;
	}
	fgraph_fill(stack, frame, id, ip, fgraph_find_depth(stack, id), fregs);
	frame->start = start;
	return frame;
}

/* The way back. */
static __always_inline void fgraph_pop(struct fgraph_stack *stack, struct fgraph_frame *frame)
{
	WRITE_ONCE(*frame->where, frame->ret);
	WRITE_ONCE(frame->id, 0);
	barrier(); /* who interrupts may take the frame from here on */
	WRITE_ONCE(stack->top, frame);
}

/* Whether the time a task is off its processor counts in the frames of @user. Task, may sleep. */
void fgraph_count_sleep(struct fgraph_user *user, bool count);
