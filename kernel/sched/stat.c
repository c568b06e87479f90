/* SPDX-License-Identifier: MIT */
/* The scheduler's figures for others to read. */
#include "kernel/sched/stat.h"

#include "kernel/oops.h"
#include "kernel/printk.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/time/clock.h"

/* An idle task runs whenever nobody else does, so its run time is the idle time. */
u64 get_cpu_idle_time_ns(u32 cpu)
{
	struct task_struct *idle = cpu_rq(cpu)->idle;

	return idle ? task_sched_runtime(idle) : 0;
}

u64 nr_context_switches_cpu(u32 cpu)
{
	return READ_ONCE(cpu_rq(cpu)->nr_switches);
}

u64 nr_context_switches(void)
{
	u64 sum = 0;
	u32 cpu;

	for_each_online_cpu (cpu)
		sum += nr_context_switches_cpu(cpu);
	return sum;
}

u32 nr_running_cpu(u32 cpu)
{
	return READ_ONCE(cpu_rq(cpu)->nr_running);
}

u32 nr_running(void)
{
	u32 sum = 0, cpu;

	for_each_online_cpu (cpu)
		sum += nr_running_cpu(cpu);
	return sum;
}

u64 nr_uninterruptible(void)
{
	s64 sum = 0;
	u32 cpu;

	for_each_online_cpu (cpu)
		sum += READ_ONCE(cpu_rq(cpu)->nr_uninterruptible);
	/* While one is moved from queue to queue the sum can be off by it. */
	return sum > 0 ? sum : 0;
}

u64 task_sched_runtime(struct task_struct *p)
{
	struct rq *rq;
	u64 flags, ns;

	flags = local_irq_save();
	rq = task_rq_lock(p);
	if (task_running_on(rq, p)) {
		update_rq_clock(rq);
		update_curr(rq);
	}
	ns = p->se.sum_exec_runtime;
	spin_unlock(&rq->lock);
	local_irq_restore(flags);
	return ns;
}

char task_state_to_char(const struct task_struct *p)
{
	u32 state = READ_ONCE(p->__state);

	if (p->exit_state)
		return p->exit_state == EXIT_ZOMBIE ? 'Z' : 'X';
	if (state == TASK_DEAD)
		return 'X';
	if (state == TASK_IDLE)
		return 'I';
	if (state & TASK_INTERRUPTIBLE)
		return 'S';
	if (state & TASK_UNINTERRUPTIBLE)
		return 'D';
	return state & __TASK_STOPPED ? 'T' : 'R';
}

void sched_show_task(struct task_struct *p)
{
	pr_info("task:%-15s state:%c pid:%-5d cpu:%-2u flags:0x%08x\n", p->comm,
		task_state_to_char(p), p->pid, task_cpu(p), p->flags);
	if (p == current)
		dump_stack();
	else if (p->on_cpu)
		pr_info(" running on CPU %u\n", task_cpu(p));
	else if (try_get_task_stack(p)) {
		show_stack(p);
		put_task_stack(p);
	}
}

void show_state(void)
{
	struct task_struct *p;
	pid_t pid = 1;

	for (; (p = get_next_task(pid)); pid++) {
		pid = p->pid;
		sched_show_task(p);
		put_task_struct(p);
	}
}
