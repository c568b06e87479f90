/* SPDX-License-Identifier: MIT */
/* Is anybody inside? Looking at all stacks of a stopped machine, and waiting for each processor. */
#include "trace/core/ftrace_wait.h"

#include "arch/x86_64/unwind.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/task.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/sleep.h"
#include "kernel/workqueue.h"
#include "lib/errno.h"
#include "lib/math.h"

/* Between two looks. */
#define LOOK_AGAIN_MS 4

struct stack_search {
	u64 start, end;
	u32 sleepers_taken; /* who makes it 1 looks at the tasks that do not run */
	bool found;	    /* any processor may set it */
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

/*
 * On every processor at once: its own stack; its idle task's; on one, all sleeping
 * tasks'. An NMI cannot hide anything: it has returned when this runs there.
 */
static int search_stacks(void *data)
{
	struct stack_search *search = data;
	struct task_struct *idle = this_rq()->idle;
	struct task_struct *task;

	search_stack(search, NULL);
	if (idle && idle != current)
		search_stack(search, idle);
	if (xchg(&search->sleepers_taken, 1))
		return 0;
	list_for_each_entry (task, &task_list, tasks) {
		if (!task->on_cpu)
			search_stack(search, task);
	}
	return 0;
}

void ftrace_wait_for_range(u64 start, u64 end)
{
	const cpumask_t everybody = CPU_MASK_ALL;
	struct stack_search search = {.start = start, .end = end};
	int error;

	while (scheduler_running) {
		search.found = false;
		search.sleepers_taken = 0;
		error = stop_machine(search_stacks, &search, &everybody);
		if (!error && !search.found)
			return;
		msleep(LOOK_AGAIN_MS);
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
