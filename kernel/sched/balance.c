/* SPDX-License-Identifier: MIT */
/*
 * Keeping all processors busy. A processor that runs dry takes waiting tasks
 * from the fullest queue at once (newidle_balance); a busy one looks now and
 * then, from SCHED_SOFTIRQ, whether another has at least two more than it
 * (load_balance). Real-time tasks do not wait for that: they are pushed and
 * pulled to wherever they are the best.
 *
 * Only one queue is locked at a time: tasks are detached from theirs, and then
 * attached to the new one.
 */
#include "arch/x86_64/irqflags.h"
#include "kernel/irq/softirq.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/time/clock.h"
#include "lib/bitops.h"

/* Jiffies between two looks of a busy processor. */
#define BALANCE_INTERVAL 16

bool available_idle_cpu(u32 cpu)
{
	const struct rq *rq = cpu_rq(cpu);

	return READ_ONCE(rq->curr) == rq->idle && !READ_ONCE(rq->nr_running);
}

/* Whether @p, of @rq, can be taken to @cpu: it waits, and may run there. [rq->lock] */
static bool can_migrate_task(const struct rq *rq, const struct task_struct *p, u32 cpu)
{
	return !task_running_on(rq, p) && !p->on_cpu && cpumask_test_cpu(cpu, p->cpus_allowed);
}

/* The fullest queue of at least @least tasks, some of them fair, that is not @cpu's; or NULL. */
static struct rq *find_busiest_queue(u32 cpu, u32 least)
{
	struct rq *busiest = NULL, *rq;
	u32 other;

	for_each_online_cpu (other) {
		rq = cpu_rq(other);
		if (other == cpu || !READ_ONCE(rq->cfs.nr_running) ||
		    READ_ONCE(rq->nr_running) < least)
			continue;
		least = READ_ONCE(rq->nr_running) + 1;
		busiest = rq;
	}
	return busiest;
}

/* Takes up to @count fair tasks out of @busiest, those longest in it first, into @list. */
static noinline u32 detach_tasks(struct rq *busiest, u32 cpu, u32 count, struct list_head *list)
{
	struct task_struct *p, *next;
	u32 detached = 0;

	list_for_each_entry_safe (p, next, &busiest->cfs.tasks, se.run_list) {
		if (detached == count)
			break;
		if (!can_migrate_task(busiest, p, cpu))
			continue;
		detach_task(busiest, p, cpu);
		list_add_tail(&p->se.run_list, list);
		detached++;
	}
	return detached;
}

static void attach_tasks(struct list_head *list)
{
	struct task_struct *p;

	while (!list_empty(list)) {
		p = list_first_entry(list, struct task_struct, se.run_list);
		list_del(&p->se.run_list);
		attach_task(p);
	}
}

/*
 * Moves half the difference between the fullest queue and that of @cpu here.
 * Interrupts off, no queue locked. Return: how many came.
 */
static noinline u32 load_balance(u32 cpu)
{
	u32 here = READ_ONCE(cpu_rq(cpu)->nr_running), there, moved = 0;
	struct rq *busiest = find_busiest_queue(cpu, here + 2);
	LIST_HEAD(tasks);

	if (!busiest)
		return 0;
	spin_lock(&busiest->lock);
	there = busiest->nr_running;
	if (there >= here + 2)
		moved = detach_tasks(busiest, cpu, (there - here) / 2, &tasks);
	spin_unlock(&busiest->lock);
	attach_tasks(&tasks);
	return moved;
}

void newidle_balance(struct rq *rq)
{
	spin_unlock(&rq->lock);
	load_balance(rq->cpu);
	spin_lock(&rq->lock);
	update_rq_clock(rq);
}

/* SCHED_SOFTIRQ. */
static void run_rebalance_domains(void)
{
	local_irq_disable();
	load_balance(smp_processor_id());
	local_irq_enable();
}

/*
 * An idle processor has no tick and so does not look by itself: a busy one whose tasks wait wakes
 * it. Its queue is not locked, so this may be missed; there is a next tick.
 */
static void kick_idle_cpu(struct rq *rq)
{
	struct task_struct *p;
	u32 cpu;

	list_for_each_entry (p, &rq->cfs.tasks, se.run_list) {
		if (task_running_on(rq, p))
			continue;
		for_each_cpu (cpu, p->cpus_allowed & READ_ONCE(cpu_online_mask)) {
			if (available_idle_cpu(cpu)) {
				resched_curr(cpu_rq(cpu));
				return;
			}
		}
	}
}

void trigger_load_balance(struct rq *rq)
{
	if (rq->nr_running > 1)
		kick_idle_cpu(rq);
	if (time_before(jiffies, rq->next_balance))
		return;
	rq->next_balance = jiffies + BALANCE_INTERVAL;
	raise_softirq_irqoff(SCHED_SOFTIRQ);
}

void sched_balance_init(void)
{
	open_softirq(SCHED_SOFTIRQ, run_rebalance_domains);
}
