/* SPDX-License-Identifier: MIT */
/* Is anybody inside? Looking at all stacks of a stopped machine, and waiting for each processor. */
#include "trace/core/ftrace_wait.h"

#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/task.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/sleep.h"
#include "kernel/workqueue.h"
#include "lib/errno.h"

/* Between two looks. */
#define LOOK_AGAIN_MS 4

struct stack_search {
	u64 start, end;
	u32 sleepers_taken; /* who makes it 1 looks at the tasks that do not run */
	bool found;	    /* any processor may set it */
};

static void search_words(struct stack_search *search, u64 from, const struct task_struct *task)
{
	const u64 *word = (const u64 *)from;
	const u64 *top = (const u64 *)task_stack_top(task);

	if (from < (u64)task->stack || from >= (u64)top)
		return;
	for (; word < top; word++)
		if (*word - search->start < search->end - search->start)
			WRITE_ONCE(search->found, true);
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

	search_words(search, (u64)__builtin_frame_address(0), current);
	if (idle && idle != current)
		search_words(search, idle->sp, idle);
	if (xchg(&search->sleepers_taken, 1))
		return 0;
	list_for_each_entry (task, &task_list, tasks) {
		if (!task->on_cpu)
			search_words(search, task->sp, task);
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
