/* SPDX-License-Identifier: MIT */
/*
 * The scheduler's own beginning: the task that has been running all the time
 * gets a name, run queues are made ready, and at last the first two real tasks
 * start.
 */
#include "arch/x86_64/cpu_init.h"
#include "kernel/panic.h"
#include "kernel/sched/fork.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/wait.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "trace/core/fgraph_hooks.h"

struct task_struct init_task = {
	.stack = cpu0_init_stack.stack,
	.usage = ATOMIC_INIT(2),
	.stack_usage = ATOMIC_INIT(1),
	.flags = PF_IDLE | PF_KTHREAD,
	.comm = "swapper/0",
	.on_cpu = 1,
	.cpus_allowed = 1,
	.prio = DEFAULT_PRIO,
	.static_prio = DEFAULT_PRIO,
	.sched_class = &idle_sched_class,
	.se.weight = 1024,
	.pi_lock = SPINLOCK_INIT,
	.parent = &init_task,
	.children = LIST_HEAD_INIT(init_task.children),
	.wait_chldexit = WAIT_QUEUE_HEAD_INIT(init_task.wait_chldexit),
};

void sched_early_init(void)
{
	current_task = &init_task;
	/* What runs before there is anything to switch to is not to be switched away from. */
	__preempt_count = PREEMPT_OFFSET;
}

/* Makes @idle the idle task of @cpu, whose queue is ready. */
static void setup_idle_task(struct task_struct *idle, u32 cpu)
{
	struct rq *rq = cpu_rq(cpu);

	snprintf(idle->comm, sizeof(idle->comm), "swapper/%u", cpu);
	idle->__state = TASK_RUNNING;
	idle->cpu = cpu;
	idle->cpus_allowed = cpumask_of(cpu);
	idle->prio = DEFAULT_PRIO; /* as ps and traces show it */
	idle->sched_class = &idle_sched_class;
	idle->on_cpu = 1;
	idle->parent = &init_task;
	rq->idle = idle;
	rq->curr = idle;
	rq->curr_prio = MAX_PRIO;
}

static void rq_init(u32 cpu)
{
	struct rq *rq = cpu_rq(cpu);
	u32 i;

	spin_lock_init(&rq->lock);
	rq->cpu = cpu;
	INIT_LIST_HEAD(&rq->cfs.tasks);
	for (i = 0; i < MAX_RT_PRIO; i++)
		INIT_LIST_HEAD(&rq->rt.queue[i]);
}

void sched_init(void)
{
	fork_init();
	rq_init(0);
	setup_idle_task(&init_task, 0);
	sched_balance_init();
}

struct task_struct *fork_idle(u32 cpu)
{
	struct task_struct *idle = alloc_idle_task();
	struct task_struct **current_there = per_cpu_ptr(current_task, cpu);
	u32 *preempt_count_there = per_cpu_ptr(__preempt_count, cpu);

	if (!idle)
		return ERR_PTR(-ENOMEM);
	rq_init(cpu);
	setup_idle_task(idle, cpu);
	trace_fgraph_new_task(idle);
	*current_there = idle;
	*preempt_count_there = PREEMPT_OFFSET;
	return idle;
}

/* Runs @fn as a child of init_task. Return: the task, which never goes away. */
static struct task_struct *start_first_task(int (*fn)(void *arg), const char *comm, u32 flags)
{
	struct kernel_clone_args args = {
		.fn = fn, .comm = comm, .flags = flags, .parent = &init_task};
	struct task_struct *p = clone_task(&args);

	if (IS_ERR(p))
		panic("sched: cannot make %s: error %ld", comm, PTR_ERR(p));
	get_task_struct(p);
	return p;
}

void rest_init(int (*init_fn)(void *arg))
{
	/* In this order: init is number 1. */
	init_pid1_task = start_first_task(init_fn, "init", 0);
	kthreadd_task = start_first_task(kthreadd, "kthreadd", PF_KTHREAD);
	scheduler_running = true;
	wake_up_new_task(init_pid1_task);
	wake_up_new_task(kthreadd_task);
	cpu_startup_entry();
}
