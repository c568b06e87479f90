/* SPDX-License-Identifier: MIT */
/* Is anybody inside? Looking at the stack of each task in turn, and waiting for each processor. */
#include "trace/core/ftrace_wait.h"

#include "arch/x86_64/barrier.h"
#include "arch/x86_64/unwind.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/task.h"
#include "kernel/smp/smp.h"
#include "kernel/time/sleep.h"
#include "kernel/workqueue.h"
#include "lib/errno.h"
#include "lib/math.h"

/* Between two looks. */
#define LOOK_AGAIN_MS 4

struct stack_search {
	u64 start, end;
	struct task_struct *task; /* the one that is looked for */
	bool seen;		  /* its stack has been looked at */
	bool found;		  /* somebody is inside; any processor may set it */
};

static void search_address(struct stack_search *search, u64 address)
{
	if (address >= search->start && address < search->end)
		WRITE_ONCE(search->found, true);
}

/*
 * An interrupted function that calls nothing has made no frame, if it is not
 * traced: then a walk by frames misses its caller. The return address lies
 * somewhere between its stack pointer and the frame that is found next.
 */
static void search_interrupted(struct stack_search *search, const struct unwind_state *state)
{
	const u64 *word = (const u64 *)max(state->regs->sp, state->stack_low);
	const u64 *end = (const u64 *)min(state->bp, state->stack_high);

	for (; word < end; word++)
		search_address(search, *word);
}

/* Looks at the caller's own stack if @task is NULL. */
static void search_stack(struct stack_search *search, struct task_struct *task)
{
	struct unwind_state state;

	for (unwind_start(&state, task, NULL); !unwind_done(&state); unwind_next_frame(&state)) {
		search_address(search, state.ip);
		if (!state.regs)
			continue;
		search_address(search, state.regs->ip); /* the same, unless it is in a slot */
		search_interrupted(search, &state);
	}
}

/* In an interrupt of a processor: whatever runs there, and its idle task. */
static void search_processor(void *data)
{
	struct stack_search *search = data;
	struct task_struct *idle = this_rq()->idle;

	search_stack(search, NULL);
	if (idle && idle != current)
		search_stack(search, idle);
}

/* In an interrupt of the processor where the task ran a moment ago. */
static void search_running(void *data)
{
	struct stack_search *search = data;

	search->seen = current == search->task;
	if (search->seen)
		search_stack(search, NULL);
}

/* With its locks held a task is neither woken nor picked. */
static void search_waiting(struct stack_search *search)
{
	struct task_struct *task = search->task;
	struct rq *rq;
	u64 flags;

	spin_lock_irqsave(&task->pi_lock, flags);
	rq = task_rq_lock(task);
	search->seen = !smp_load_acquire(&task->on_cpu); /* pairs with finish_task_switch() */
	if (search->seen)
		search_stack(search, task);
	spin_unlock(&rq->lock);
	spin_unlock_irqrestore(&task->pi_lock, flags);
}

/* Return: whether the task is inside. */
static bool search_task(struct stack_search *search)
{
	search->found = false;
	if (!try_get_task_stack(search->task))
		return false; /* it has ended */
	do {
		search_waiting(search);
		if (!search->seen)
			smp_call_function_single(task_cpu(search->task), search_running, search,
						 true);
	} while (!search->seen);
	put_task_stack(search->task);
	return search->found;
}

/* Return: whether a processor is inside: what it has interrupted, an NMI, its idle task. */
static bool search_processors(struct stack_search *search)
{
	search->found = false;
	on_each_cpu(search_processor, search, true);
	return search->found;
}

void ftrace_wait_for_range(u64 start, u64 end)
{
	struct stack_search search = {.start = start, .end = end};
	pid_t pid;

	/* New ones cannot get there, so it is enough that each was seen outside once. */
	if (!scheduler_running)
		return;
	while (search_processors(&search))
		msleep(LOOK_AGAIN_MS);
	for (pid = 0; (search.task = get_next_task(pid)); pid++) {
		while (search_task(&search))
			msleep(LOOK_AGAIN_MS);
		pid = search.task->pid;
		put_task_struct(search.task);
	}
}

static void nothing_to_do(struct work_struct *work)
{
}

void ftrace_wait_for_list(void)
{
	struct work_struct work;
	u32 cpu;

	if (!scheduler_running)
		return;
	INIT_WORK(&work, nothing_to_do);
	for_each_online_cpu (cpu) {
		schedule_work_on(cpu, &work);
		flush_work(&work);
	}
}
