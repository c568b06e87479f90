/* SPDX-License-Identifier: MIT */
/*
 * Sleeping, waking and choosing: what the rest of the kernel asks of the
 * scheduler. How it does it is in core.c; what it keeps, in rq.h.
 */
#pragma once

#include "kernel/sched/preempt.h"
#include "kernel/sched/task.h"

/*
 * Before schedule(), a task says how it wants to sleep, and then tests once
 * more what it waits for. The full barrier of set_current_state() pairs with
 * the one at the start of try_to_wake_up(): either the sleeper sees the
 * condition, or the waker sees the state.
 */
#define set_current_state(state)                        \
	do {                                            \
		(void)xchg(&current->__state, (state)); \
	} while (0)

/* Without the barrier: for going back to TASK_RUNNING. */
#define __set_current_state(state)                     \
	do {                                           \
		WRITE_ONCE(current->__state, (state)); \
	} while (0)

/* Starting. Each is called once, by kmain(), in this order. */

/* The very first: `current` is valid, it is init_task; locks work. Preemption is off. */
void sched_early_init(void);
/* Run queues exist: tasks can be made and woken; none runs yet. Needs kmalloc. */
void sched_init(void);
/* Makes pid 1, which runs @init_fn, and pid 2, kthreadd; then idles. Context: kmain's end. */
void __noreturn rest_init(int (*init_fn)(void *arg));
/*
 * Makes the idle task of processor @cpu, whose per-CPU area must exist, and makes it that
 * processor's `current`. The processor starts on task_stack_top() of it.
 * Return: the task, or ERR_PTR(-ENOMEM).
 */
struct task_struct *fork_idle(u32 cpu);
/* Where every processor ends up: runs what is runnable, else sleeps. Interrupts on or off. */
void __noreturn cpu_startup_entry(void);
/* False until rest_init(): nothing can sleep yet. */
extern bool scheduler_running;

/* Lets another task run; returns when it is the caller's turn, or it was woken. Context: task. */
void schedule(void);
/* Runs another task of the same merit, if there is one. Context: task. */
void yield(void);
/* A place in a long loop where another task may run. Context: task. Return: whether one did. */
bool cond_resched(void);
/* At the end of an interrupt: called with interrupts off and need_resched() set; so it returns. */
void preempt_schedule_irq(void);

/*
 * Makes @task runnable if its state is one of @state (0 if not: a wake-up too early or too late
 * is nothing). What was written before the call is seen by the task after it wakes.
 * Context: any but NMI. Return: whether it was woken.
 */
int try_to_wake_up(struct task_struct *task, u32 state);
int wake_up_process(struct task_struct *task);
/* For @task's first run. */
void wake_up_new_task(struct task_struct *task);

/* At each tick, on the processor that ticks, in its interrupt, interrupts off. */
void scheduler_tick(void);

/*
 * Bit N of @mask: may run on processor N. The caller itself, and a task that waits or sleeps, is
 * moved at once; one that runs elsewhere leaves at its next preemption point, which an IPI hastens.
 * Context: any but NMI. Return: 0, or -EINVAL if no processor of @mask is online or the task
 * is bound.
 */
int set_cpus_allowed_ptr(struct task_struct *task, u64 mask);
/* @rt_priority: 1 to 99 for SCHED_FIFO and SCHED_RR, 0 for SCHED_NORMAL. Return: 0 or -EINVAL. */
int sched_setscheduler(struct task_struct *task, u32 policy, u32 rt_priority);
/* @nice is clamped to -20 .. 19. Context: any but NMI. */
void set_user_nice(struct task_struct *task, int nice);

/* Reports once per place that sleeps where it must not. Costs two loads. */
void __might_sleep(const char *file, int line, bool *reported);
#define might_sleep()                                          \
	do {                                                   \
		static bool _reported;                         \
                                                               \
		__might_sleep(__FILE__, __LINE__, &_reported); \
	} while (0)
