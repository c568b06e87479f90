/* SPDX-License-Identifier: MIT */
/* Going on in another task: the only place where a processor changes stacks on purpose. */
#pragma once

#include "lib/types.h"

struct task_struct;

/*
 * What task->sp points to while the task does not run; drawn in switch.asm. The
 * address of .rbp is what a frame pointer would be: return_address lies above it.
 */
struct switch_frame {
	u64 r15, r14, r13, r12;
	u64 rbx, rbp;
	u64 return_address;
};

/*
 * Saves the registers of @prev, which runs, and goes on in @next where that
 * called this, with its `current` and stack. Context: interrupts off,
 * preempt_count 2. Return, in the next call's name: who ran before it here.
 */
struct task_struct *__switch_to_asm(struct task_struct *prev, struct task_struct *next);

/*
 * Builds the frame on the stack of @task, which never ran, so that the first
 * switch to it goes to ret_from_fork(). @fn(@arg) is what it then runs.
 */
void arch_setup_new_task(struct task_struct *task, int (*fn)(void *arg), void *arg);

/* switch.asm: calls new_task_entry() with what arch_setup_new_task() was given. */
void ret_from_fork(void);

/* kernel/sched/fork.c: the first C function of a new task. @prev ran before. */
void new_task_entry(struct task_struct *prev, int (*fn)(void *arg), void *arg);
