/* SPDX-License-Identifier: MIT */
/* Shadow stacks: who has one, who is told of the ends of calls, and the way back. */
#include "trace/core/fgraph.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/page.h"
#include "arch/x86_64/unwind.h"
#include "kernel/locks/mutex.h"
#include "kernel/mm/page_alloc.h"
#include "kernel/panic.h"
#include "kernel/sched/rq.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "trace/core/fgraph_hooks.h"
#include "trace/core/ftrace_recursion.h"
#include "trace/core/ftrace_wait.h"

_Static_assert(sizeof(struct fgraph_stack) <= PAGE_SIZE, "one page a task");

bool fgraph_in_use;
bool fgraph_sleep_is_left_out;
/* [fgraph_mutex] local_clock() when that became true. */
static u64 fgraph_sleep_since;

static DEFINE_MUTEX(fgraph_mutex);

/* In the place of a user where there is none. No frame has its id. */
static struct fgraph_user fgraph_nobody = {.id = ~0ul};

/* [fgraph_mutex] to change; read in any context. */
static struct fgraph_user *fgraph_users[FGRAPH_USERS] = {
	[0 ... FGRAPH_USERS - 1] = &fgraph_nobody,
};

void fgraph_init_task(struct task_struct *task)
{
	struct fgraph_stack *stack;

	if (READ_ONCE(task->trace.fgraph))
		return;
	stack = (struct fgraph_stack *)__get_free_pages(GFP_KERNEL | __GFP_ZERO, 0);
	if (!stack)
		return;
	stack->frames[0].depth = -1u;
	stack->top = &stack->frames[1];
	stack->end = &stack->frames[FGRAPH_DEPTH + 1];
	if (cmpxchg(&task->trace.fgraph, NULL, stack))
		free_pages((unsigned long)stack, 0);
}

void fgraph_free_task(struct task_struct *task)
{
	free_pages((unsigned long)task->trace.fgraph, 0);
	task->trace.fgraph = NULL;
}

/*
 * Tasks that are made meanwhile are either in the list already or see fgraph_in_use:
 * trace_fgraph_new_task() comes after they are listed. Return: 0 or -ENOMEM.
 */
static int fgraph_init_all_tasks(void)
{
	struct task_struct *task;
	pid_t pid = 0;
	u32 cpu;

	WRITE_ONCE(fgraph_in_use, true);
	for_each_possible_cpu (cpu) {
		task = cpu_rq(cpu)->idle;
		if (task)
			fgraph_init_task(task);
		if (task && !task->trace.fgraph)
			return -ENOMEM;
	}
	while ((task = get_next_task(pid)) != NULL) {
		bool ready;

		pid = task->pid + 1;
		fgraph_init_task(task);
		ready = task->trace.fgraph;
		put_task_struct(task);
		if (!ready)
			return -ENOMEM;
	}
	return 0;
}

/* For unwind_recover_return_address. Safe with a task that runs elsewhere: frames stay memory. */
static u64 fgraph_real_return_address(struct task_struct *task, int *index, u64 *where)
{
	struct fgraph_stack *stack = task ? READ_ONCE(task->trace.fgraph) : NULL;
	const struct fgraph_frame *top, *frame;

	if (!stack)
		return (u64)return_to_handler;
	top = READ_ONCE(stack->top);
	for (frame = top - 1 - *index; frame > stack->frames; frame--) {
		if (frame->where == where && frame->ret != (u64)return_to_handler) {
			*index = (int)(top - frame);
			return frame->ret;
		}
	}
	return (u64)return_to_handler;
}

/* Some user may have another wish. fgraph_mutex is held. */
static void fgraph_note_sleep(void)
{
	bool left_out = false;
	u32 slot;

	for (slot = 0; slot < FGRAPH_USERS; slot++)
		left_out |= fgraph_users[slot]->sleep_is_left_out;
	if (left_out && !fgraph_sleep_is_left_out)
		WRITE_ONCE(fgraph_sleep_since, local_clock());
	WRITE_ONCE(fgraph_sleep_is_left_out, left_out);
}

u64 fgraph_caller(u64 address)
{
	const struct fgraph_stack *stack = current->trace.fgraph;
	const struct fgraph_frame *frame;

	if (likely(address != (u64)return_to_handler) || !stack)
		return address;
	for (frame = READ_ONCE(stack->top) - 1; frame > stack->frames; frame--)
		if (frame->ret != (u64)return_to_handler)
			return frame->ret;
	return address;
}

int register_fgraph_user(struct fgraph_user *user)
{
	static u64 generation;
	int error = user->id ? -EBUSY : 0;
	u32 slot;

	mutex_lock(&fgraph_mutex);
	for (slot = 0; slot < FGRAPH_USERS && fgraph_users[slot] != &fgraph_nobody; slot++)
		;
	if (!error && slot == FGRAPH_USERS)
		error = -ENOSPC;
	if (!error)
		error = fgraph_init_all_tasks();
	if (!error) {
		unwind_recover_return_address = fgraph_real_return_address;
		WRITE_ONCE(unwind_return_to_handler, (u64)return_to_handler);
		WRITE_ONCE(user->id, ++generation << FGRAPH_ID_SHIFT | slot);
		WRITE_ONCE(fgraph_users[slot], user);
		fgraph_note_sleep();
	}
	mutex_unlock(&fgraph_mutex);
	return error;
}

void unregister_fgraph_user(struct fgraph_user *user)
{
	mutex_lock(&fgraph_mutex);
	if (user->id) {
		WRITE_ONCE(fgraph_users[FGRAPH_SLOT(user->id)], &fgraph_nobody);
		ftrace_wait_for_list(); /* fgraph_return() has preemption off, as a callback has */
		WRITE_ONCE(user->id, 0);
		fgraph_note_sleep();
	}
	mutex_unlock(&fgraph_mutex);
}

/* The first frame is given to who comes first, who so finds the depth at once the next time. */
noinline u32 fgraph_find_depth(struct fgraph_stack *stack, u64 id)
{
	struct fgraph_frame *frame = stack->top - 1;

	id &= ~FGRAPH_MARKS;
	if (frame == stack->frames)
		frame->id = id;
	while (frame > stack->frames && (frame->id & ~FGRAPH_MARKS) != id)
		frame--;
	return frame->depth + 1;
}

/* As return_to_handler.asm saves it. */
static __always_inline u64 fgraph_retval(const u64 *where)
{
	return where[-2];
}

/* @bit is set. Nobody may want to know of the end any more. */
static noinline void fgraph_end_frame(u32 bit, u32 count, u64 retval, u64 end,
				      struct fgraph_frame *frame, struct fgraph_stack *stack)
{
	struct fgraph_user *user = READ_ONCE(fgraph_users[FGRAPH_SLOT(frame->id)]);

	if (user->id == (frame->id & ~FGRAPH_MARKS))
		return user->exit_uncommon(user, count, retval, end, frame, stack, bit);
	fgraph_pop(stack, frame);
	trace_recursion_exit(bit);
}

/*
 * The top frame belongs to a function that did not return the way it was called: the one for
 * @where is further down. Those above it have ended as well, unnoticed.
 */
static noinline struct fgraph_frame *fgraph_drop_frames(struct fgraph_stack *stack, u64 *where)
{
	struct fgraph_frame *frame = stack->top - 1;

	while (frame > stack->frames && frame->where != where)
		frame--;
	if (frame == stack->frames)
		panic("fgraph: %s/%d returns from %p, which no frame is about", current->comm,
		      current->pid, where);
	while (stack->top > frame + 1) {
		stack->top[-1].id = 0;
		barrier();
		WRITE_ONCE(stack->top, stack->top - 1);
	}
	return frame;
}

/*
 * In an interrupt or a callback, or with the wrong frame on top. Each beginning has its end, so
 * where a callback would give up, this one goes on, and only keeps the task on its processor.
 */
static noinline void fgraph_return_uncommon(u64 *where, u32 count, u64 retval, u64 end)
{
	u32 bit = trace_recursion_bit(count);
	struct fgraph_stack *stack = current->trace.fgraph;

	if (!bit)
		bit = PREEMPT_OFFSET;
	trace_recursion_set(bit);
	fgraph_end_frame(bit, count, retval, end, fgraph_drop_frames(stack, where), stack);
}

/*
 * Hot. The user's exit() does the rest; the compiler makes the call of it a jump. All that is
 * called here takes what it shares with exit() in the same place.
 */
__hot_return void fgraph_return(u64 *where)
{
	u64 end = local_clock(), retval;
	struct fgraph_stack *stack;
	struct fgraph_frame *frame;
	struct fgraph_user *user;
	u32 count;

	__asm__ volatile(""
			 : "+r"(end)::"memory"); /* what follows may have the clock's registers */
	retval = fgraph_retval(where);
	count = preempt_count();
	stack = current->trace.fgraph;
	frame = stack->top - 1;
	if (unlikely(!trace_context_is_plain(count) || frame->where != where))
		return fgraph_return_uncommon(where, count, retval, end);
	trace_recursion_set(TRACE_RECURSION_OFFSET);
	user = READ_ONCE(fgraph_users[FGRAPH_SLOT(frame->id)]);
	if (unlikely(user->id != frame->id))
		return fgraph_end_frame(TRACE_RECURSION_OFFSET, count, retval, end, frame, stack);
	user->exit(user, count, retval, end, frame, stack);
}

void fgraph_count_sleep(struct fgraph_user *user, bool count)
{
	mutex_lock(&fgraph_mutex);
	WRITE_ONCE(user->sleep_is_left_out, !count);
	fgraph_note_sleep();
	mutex_unlock(&fgraph_mutex);
}

void fgraph_sched_switch(struct task_struct *prev, struct task_struct *next)
{
	struct fgraph_stack *out = prev->trace.fgraph, *in = next->trace.fgraph;
	u64 now = local_clock();
	struct fgraph_frame *frame;

	if (out)
		out->switched_out = now;
	if (!in || in->switched_out <= READ_ONCE(fgraph_sleep_since))
		return; /* it left before anyone wanted to know */
	for (frame = &in->frames[1]; frame < in->top; frame++)
		if (READ_ONCE(fgraph_users[FGRAPH_SLOT(frame->id)])->sleep_is_left_out)
			frame->start += now - in->switched_out;
}
