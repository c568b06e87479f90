/* SPDX-License-Identifier: MIT */
/*
 * The real-time class: a queue per priority, the best queue's first task runs.
 * The running task stays in its queue, at the front, so that one that must make
 * room for a better one goes on before its equals. Among processors the best
 * tasks run wherever they may: see push_rt_task() and pull_rt_task().
 */
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "lib/bitops.h"

/* SCHED_RR: the turn of each among equals, in ticks: 100 ms. */
#define RR_TICKS 25

cpumask_t rt_overload_mask;

static void update_rt_overload(struct rq *rq)
{
	if (rq->rt.nr_running > 1)
		set_bit(rq->cpu, &rt_overload_mask);
	else if (cpumask_test_cpu(rq->cpu, rt_overload_mask))
		clear_bit(rq->cpu, &rt_overload_mask);
}

static void enqueue_task_rt(struct rq *rq, struct task_struct *p, u32 flags)
{
	update_curr(rq);
	p->se.rr_ticks_left = RR_TICKS;
	list_add_tail(&p->se.run_list, &rq->rt.queue[p->prio]);
	__set_bit(p->prio, rq->rt.bitmap);
	rq->rt.nr_running++;
	update_rt_overload(rq);
}

static void dequeue_task_rt(struct rq *rq, struct task_struct *p, u32 flags)
{
	update_curr(rq);
	list_del(&p->se.run_list);
	if (list_empty(&rq->rt.queue[p->prio]))
		__clear_bit(p->prio, rq->rt.bitmap);
	rq->rt.nr_running--;
	update_rt_overload(rq);
}

/* The priority of the best task, or MAX_RT_PRIO. */
static int rt_highest_prio(const struct rq *rq)
{
	if (rq->rt.bitmap[0])
		return __ffs(rq->rt.bitmap[0]);
	return rq->rt.bitmap[1] ? (int)(64 + __ffs(rq->rt.bitmap[1])) : MAX_RT_PRIO;
}

static struct task_struct *pick_next_task_rt(struct rq *rq)
{
	int best;

	if (!rq->rt.nr_running)
		return NULL;
	best = rt_highest_prio(rq);
	return list_first_entry(&rq->rt.queue[best], struct task_struct, se.run_list);
}

static void put_prev_task_rt(struct rq *rq, struct task_struct *p)
{
	update_curr(rq);
}

static void task_tick_rt(struct rq *rq, struct task_struct *p)
{
	update_curr(rq);
	if (p->policy != SCHED_RR || --p->se.rr_ticks_left)
		return;
	p->se.rr_ticks_left = RR_TICKS;
	if (!list_is_last(&p->se.run_list, &rq->rt.queue[p->prio])) {
		list_move_tail(&p->se.run_list, &rq->rt.queue[p->prio]);
		resched_curr(rq);
	}
}

static void check_preempt_curr_rt(struct rq *rq, struct task_struct *p)
{
	if (p->prio < rq->curr->prio)
		resched_curr(rq);
}

static void yield_task_rt(struct rq *rq)
{
	struct task_struct *p = rq->curr;

	list_move_tail(&p->se.run_list, &rq->rt.queue[p->prio]);
}

/* Where it ran, if it would run there at once; else where the worst task runs. */
static u32 select_task_rq_rt(struct task_struct *p)
{
	cpumask_t allowed = p->cpus_allowed & READ_ONCE(cpu_online_mask);
	u32 cpu, best = task_cpu(p);
	int worst = -1;

	if (cpumask_test_cpu(best, allowed) && READ_ONCE(cpu_rq(best)->curr_prio) > p->prio)
		return best;
	for_each_cpu (cpu, allowed) {
		int prio = READ_ONCE(cpu_rq(cpu)->curr_prio);

		if (prio > worst) {
			worst = prio;
			best = cpu;
		}
	}
	return best;
}

/* The best task that waits in @rq, is better than @prio, and may run somewhere in @where. */
static struct task_struct *pick_waiting_rt(struct rq *rq, cpumask_t where, int prio)
{
	struct task_struct *p;
	int i;

	for (i = 0; i < prio && i < MAX_RT_PRIO; i++) {
		list_for_each_entry (p, &rq->rt.queue[i], se.run_list) {
			if (!task_running_on(rq, p) && !p->on_cpu && (p->cpus_allowed & where))
				return p;
		}
	}
	return NULL;
}

void push_rt_task(struct rq *rq)
{
	struct task_struct *p;
	u32 cpu = rq->cpu;

	spin_lock(&rq->lock);
	p = pick_waiting_rt(rq, READ_ONCE(cpu_online_mask) & ~cpumask_of(cpu), MAX_RT_PRIO);
	if (p)
		cpu = select_task_rq_rt(p);
	if (cpu != rq->cpu && READ_ONCE(cpu_rq(cpu)->curr_prio) > p->prio) {
		detach_task(rq, p, cpu);
		spin_unlock(&rq->lock);
		attach_task(p);
	} else {
		spin_unlock(&rq->lock);
	}
}

void pull_rt_task(struct rq *rq)
{
	cpumask_t overloaded = READ_ONCE(rt_overload_mask) & ~cpumask_of(rq->cpu);
	int prio = rt_highest_prio(rq);
	struct task_struct *p;
	u32 cpu;

	for_each_cpu (cpu, overloaded) {
		struct rq *other = cpu_rq(cpu);

		spin_unlock(&rq->lock);
		spin_lock(&other->lock);
		p = pick_waiting_rt(other, cpumask_of(rq->cpu), prio);
		if (p)
			detach_task(other, p, rq->cpu);
		spin_unlock(&other->lock);
		if (p)
			attach_task(p);
		spin_lock(&rq->lock);
		prio = rt_highest_prio(rq);
	}
	update_rq_clock(rq);
}

const struct sched_class rt_sched_class = {
	.rank = 2,
	.enqueue_task = enqueue_task_rt,
	.dequeue_task = dequeue_task_rt,
	.pick_next_task = pick_next_task_rt,
	.put_prev_task = put_prev_task_rt,
	.task_tick = task_tick_rt,
	.check_preempt = check_preempt_curr_rt,
	.yield_task = yield_task_rt,
	.select_task_rq = select_task_rq_rt,
};
