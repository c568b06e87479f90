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

static DEFINE_MUTEX(fgraph_mutex);

/* [fgraph_mutex] to change; read in any context. */
static struct fgraph_user *fgraph_users[FGRAPH_USERS];

void fgraph_init_task(struct task_struct *task)
{
	unsigned long page;

	if (READ_ONCE(task->trace.fgraph))
		return;
	page = __get_free_pages(GFP_KERNEL | __GFP_ZERO, 0);
	if (cmpxchg(&task->trace.fgraph, NULL, (struct fgraph_stack *)page))
		free_pages(page, 0);
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
	int depth = stack ? (int)READ_ONCE(stack->depth) : 0;
	int i;

	for (i = depth - 1 - *index; i >= 0; i--) {
		const struct fgraph_frame *frame = &stack->frames[i];

		if (frame->where == where && frame->ret != (u64)return_to_handler) {
			*index = depth - i;
			return frame->ret;
		}
	}
	return (u64)return_to_handler;
}

int register_fgraph_user(struct fgraph_user *user)
{
	static u32 generation;
	int error = user->bit ? -EBUSY : 0;
	u32 slot;

	mutex_lock(&fgraph_mutex);
	for (slot = 0; slot < FGRAPH_USERS && fgraph_users[slot]; slot++)
		;
	if (!error && slot == FGRAPH_USERS)
		error = -ENOSPC;
	if (!error)
		error = fgraph_init_all_tasks();
	if (!error) {
		unwind_recover_return_address = fgraph_real_return_address;
		WRITE_ONCE(unwind_return_to_handler, (u64)return_to_handler);
		user->slot = slot;
		user->generation = ++generation;
		WRITE_ONCE(fgraph_users[slot], user);
		WRITE_ONCE(user->bit, 1ul << slot);
	}
	mutex_unlock(&fgraph_mutex);
	return error;
}

void unregister_fgraph_user(struct fgraph_user *user)
{
	mutex_lock(&fgraph_mutex);
	if (user->bit) {
		WRITE_ONCE(user->bit, 0);
		WRITE_ONCE(fgraph_users[user->slot], NULL);
		ftrace_wait_for_list(); /* fgraph_return() has preemption off, as a callback has */
	}
	mutex_unlock(&fgraph_mutex);
}

/*
 * The slot was another's when this task last used it: frames that still bear its bit are
 * nobody's. Should an interrupt come in between, it has done all of this and left no frame.
 */
noinline void fgraph_begin(struct fgraph_stack *stack, const struct fgraph_user *user)
{
	struct fgraph_task *task = &stack->user[user->slot];
	u64 bit = 1ul << user->slot;
	u32 i;

	for (i = 0; i < stack->depth; i++)
		stack->frames[i].marks &= ~(bit << FGRAPH_MARK_USER | bit << FGRAPH_MARK_ROOT |
					    bit << FGRAPH_MARK_HIDDEN);
	barrier(); /* pairs with fgraph_tell() */
	*task = (struct fgraph_task){.generation = user->generation};
}

/*
 * The return address is replaced already: by another user of the same call, whose frame is
 * shared; or by the call that this one took the place of, jumping here, which needs a second one.
 * Return: the shared frame, or NULL.
 */
noinline struct fgraph_frame *fgraph_share(struct fgraph_stack *stack, u64 marks, u64 ip,
					   u64 *where)
{
	struct fgraph_frame *frame = &stack->frames[stack->depth - 1];
	u64 bit = (marks | marks >> FGRAPH_MARK_ROOT | marks >> FGRAPH_MARK_HIDDEN) & 0xffff;

	if (!stack->depth || frame->where != where || frame->func != ip || (frame->marks & bit))
		return NULL;
	frame->marks |= marks;
	return frame;
}

/*
 * Tells those who pushed the frame, unless others have their slots now. The mark is looked at
 * last: fgraph_begin() in an interrupt takes it away first and writes the generation then.
 */
static __always_inline void fgraph_tell(struct fgraph_stack *stack, struct fgraph_frame *frame,
					u64 end, u32 count)
{
	u32 users = frame->marks & 0xffff;

	for (; users; users &= users - 1) {
		u32 slot = __builtin_ctz(users);
		struct fgraph_user *user = READ_ONCE(fgraph_users[slot]);

		if (likely(user && user->generation == READ_ONCE(stack->user[slot].generation) &&
			   (READ_ONCE(frame->marks) & 1ul << slot)))
			user->exit(user, stack, frame, end, count);
	}
}

/*
 * The top frame belongs to a function that did not return the way it was called, or is
 * another's: the one for @where is further down. Those above it have ended as well.
 */
static noinline struct fgraph_frame *fgraph_drop_frames(struct fgraph_stack *stack, u64 *where,
							u64 end, u32 count)
{
	while (stack->depth) {
		struct fgraph_frame *frame = &stack->frames[stack->depth - 1];

		if (frame->where == where)
			return frame;
		fgraph_tell(stack, frame, end, count);
		barrier();
		stack->depth--;
	}
	panic("fgraph: %s/%d returns from %p, which no frame is about", current->comm, current->pid,
	      where);
}

/*
 * The bit of ftrace_recursion.h for the rest of fgraph_return(). Each entry has its exit, so
 * where a callback would give up, this one goes on, and only keeps the task on its processor.
 */
static __always_inline u32 fgraph_recursion_bit(u32 count)
{
	u32 bit = TRACE_RECURSION_OFFSET;

	if (unlikely(!trace_context_is_plain(count)))
		bit = trace_recursion_bit(count);
	return bit ? bit : PREEMPT_OFFSET;
}

void fgraph_return(u64 *where)
{
	u64 end = local_clock();
	u32 count = preempt_count();
	u32 bit = fgraph_recursion_bit(count);
	struct fgraph_stack *stack = current->trace.fgraph;
	struct fgraph_frame *frame = &stack->frames[stack->depth - 1];

	trace_recursion_set(bit);
	if (unlikely(!stack->depth || frame->where != where))
		frame = fgraph_drop_frames(stack, where, end, count);
	fgraph_tell(stack, frame, end, count);
	WRITE_ONCE(*where, frame->ret);
	barrier(); /* who interrupts may take the frame from here on */
	WRITE_ONCE(stack->depth, stack->depth - 1);
	trace_recursion_exit(bit);
}

void fgraph_count_sleep(bool count)
{
	WRITE_ONCE(fgraph_sleep_is_left_out, !count);
}

void fgraph_sched_switch(struct task_struct *prev, struct task_struct *next)
{
	struct fgraph_stack *out = prev->trace.fgraph, *in = next->trace.fgraph;
	u64 now = local_clock();
	u32 i;

	if (out)
		out->switched_out = now;
	if (!in || !in->switched_out)
		return;
	for (i = 0; i < in->depth; i++)
		in->frames[i].start += now - in->switched_out;
	in->switched_out = 0;
}
