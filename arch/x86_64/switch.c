/* SPDX-License-Identifier: MIT */
/* The C half of the context switch, and the stack a new task begins on. */
#include "arch/x86_64/switch.h"

#include "kernel/sched/task.h"

_Static_assert(offsetof(struct task_struct, sp) == 0, "switch.asm stores it at offset 0");

/*
 * What belongs to a task besides its stack and registers changes here, on the
 * stack of @next. Kernel threads have nothing more than those.
 */
struct task_struct *__switch_to(struct task_struct *prev, struct task_struct *next);

struct task_struct *__switch_to(struct task_struct *prev, struct task_struct *next)
{
	return prev;
}

void arch_setup_new_task(struct task_struct *task, int (*fn)(void *arg), void *arg)
{
	/* As after a call: in ret_from_fork the stack is aligned to 16 bytes. */
	struct switch_frame *frame = (struct switch_frame *)(task_stack_top(task) - 16) - 1;

	*frame = (struct switch_frame){
		.rbx = (u64)fn,
		.r12 = (u64)arg,
		.return_address = (u64)ret_from_fork,
	};
	((u64 *)(frame + 1))[0] = 0;
	((u64 *)(frame + 1))[1] = 0;
	task->sp = (u64)frame;
}
