/* SPDX-License-Identifier: MIT */
/*
 * What a processor does when there is nothing to do: its idle task, the only
 * one of its class, halts until an interrupt brings work.
 */
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "kernel/panic.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/time/tick.h"
#include "trace/events/power.h"

/* Sleeps until the next interrupt. Interrupts are off before and afterwards. */
static noinline void default_idle(void)
{
	trace_cpu_idle(1);
	safe_halt();
	local_irq_disable();
	trace_cpu_idle(PWR_EVENT_EXIT);
}

/*
 * need_resched() is tested with interrupts off. Whoever sets it from outside
 * sends an interrupt after it; that stays pending, and `sti; hlt` lets it in only
 * when the processor halts: so it wakes up, and no wake-up is slept through.
 */
static noinline void do_idle(void)
{
	local_irq_disable();
	while (!need_resched()) {
		tick_nohz_idle_stop_tick();
		default_idle();
	}
	tick_nohz_idle_exit();
	local_irq_enable();
	schedule_idle();
}

void cpu_startup_entry(void)
{
	/* So that the first look at the queue is not put off until an interrupt. */
	__need_resched = 1;
	for (;;)
		do_idle();
}

static void enqueue_task_idle(struct rq *rq, struct task_struct *p, u32 flags)
{
	panic("sched: the idle task %s was woken", p->comm);
}

static void dequeue_task_idle(struct rq *rq, struct task_struct *p, u32 flags)
{
	panic("sched: the idle task %s went to sleep, state %x", p->comm, p->__state);
}

static struct task_struct *pick_next_task_idle(struct rq *rq)
{
	return rq->idle;
}

static void put_prev_task_idle(struct rq *rq, struct task_struct *p)
{
	update_curr(rq);
}

static void task_tick_idle(struct rq *rq, struct task_struct *p)
{
	update_curr(rq);
}

static void check_preempt_curr_idle(struct rq *rq, struct task_struct *p)
{
	resched_curr(rq);
}

static void yield_task_idle(struct rq *rq)
{
}

static u32 select_task_rq_idle(struct task_struct *p)
{
	return task_cpu(p);
}

const struct sched_class idle_sched_class = {
	.rank = 0,
	.enqueue_task = enqueue_task_idle,
	.dequeue_task = dequeue_task_idle,
	.pick_next_task = pick_next_task_idle,
	.put_prev_task = put_prev_task_idle,
	.task_tick = task_tick_idle,
	.check_preempt = check_preempt_curr_idle,
	.yield_task = yield_task_idle,
	.select_task_rq = select_task_rq_idle,
};
