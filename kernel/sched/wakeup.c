/* SPDX-License-Identifier: MIT */
/*
 * How a sleeping or new task becomes runnable, and how any task changes
 * processors.
 *
 * A sleeper sets its state, then tests its condition, then calls schedule().
 * A waker makes the condition true, then reads the state. Each side has a full
 * barrier in between, so at least one of them sees the other.
 */
#include "arch/x86_64/barrier.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "trace/events/sched.h"

struct rq *task_rq_lock(struct task_struct *p)
{
	struct rq *rq;

	for (;;) {
		rq = task_rq(p);
		spin_lock(&rq->lock);
		if (likely(rq == task_rq(p) && p->on_rq != TASK_ON_RQ_MIGRATING))
			return rq;
		spin_unlock(&rq->lock);
		cpu_relax();
	}
}

/* What a task keeps relative to its queue moves along: its lead over the others. */
void set_task_cpu(struct task_struct *p, u32 cpu)
{
	u64 from = READ_ONCE(task_rq(p)->cfs.min_vruntime);
	u64 to = READ_ONCE(cpu_rq(cpu)->cfs.min_vruntime);

	if (task_cpu(p) == cpu)
		return;
	trace_sched_migrate_task(p, cpu);
	p->se.vruntime = p->se.vruntime + to > from ? p->se.vruntime + to - from : 0;
	WRITE_ONCE(p->cpu, cpu);
}

void detach_task(struct rq *rq, struct task_struct *p, u32 cpu)
{
	deactivate_task(rq, p, 0);
	set_task_cpu(p, cpu);
}

void attach_task(struct task_struct *p)
{
	struct rq *rq = task_rq(p);

	spin_lock(&rq->lock);
	activate_task(rq, p, 0);
	check_preempt_curr(rq, p);
	spin_unlock(&rq->lock);
}

u32 select_task_rq(struct task_struct *p)
{
	cpumask_t allowed = p->cpus_allowed & READ_ONCE(cpu_online_mask);

	if (!(allowed & (allowed - 1)))
		return allowed ? cpumask_first(allowed) : 0;
	return p->sched_class->select_task_rq(p);
}

/* Into the queue and runnable. [rq->lock] */
static noinline void ttwu_do_activate(struct rq *rq, struct task_struct *p)
{
	if (p->uninterruptible_counted) {
		p->uninterruptible_counted = false;
		rq->nr_uninterruptible--;
	}
	activate_task(rq, p, ENQUEUE_WAKEUP);
	check_preempt_curr(rq, p);
	WRITE_ONCE(p->__state, TASK_RUNNING);
	trace_sched_wakeup(p);
}

/*
 * A task still in its queue has not gone to sleep yet: with the queue locked it
 * cannot, so it is enough to say that it runs. Return: whether it was so.
 */
static bool ttwu_runnable(struct task_struct *p)
{
	struct rq *rq = task_rq_lock(p);
	bool queued = p->on_rq;

	if (queued) {
		update_rq_clock(rq);
		if (!p->on_cpu)
			check_preempt_curr(rq, p);
		WRITE_ONCE(p->__state, TASK_RUNNING);
		trace_sched_wakeup(p);
	}
	spin_unlock(&rq->lock);
	return queued;
}

/* Puts it into the queue of the processor that was chosen. */
static noinline void ttwu_queue(struct task_struct *p, u32 cpu)
{
	struct rq *rq = cpu_rq(cpu);

	spin_lock(&rq->lock);
	ttwu_do_activate(rq, p);
	spin_unlock(&rq->lock);
}

int try_to_wake_up(struct task_struct *p, u32 state)
{
	int success = 0;
	u64 flags;

	spin_lock_irqsave(&p->pi_lock, flags);
	/* What the caller wrote before is seen by the sleeper: pairs with set_current_state(). */
	smp_mb();
	if (!(READ_ONCE(p->__state) & state))
		goto out;
	success = 1;
	trace_sched_waking(p);
	/* State before on_rq, as __schedule() writes them the other way round, under rq->lock. */
	smp_rmb();
	if (READ_ONCE(p->on_rq) && ttwu_runnable(p))
		goto out;
	WRITE_ONCE(p->__state, TASK_WAKING);
	/* Its old processor may still be saving its registers: pairs with finish_task_switch(). */
	while (smp_load_acquire(&p->on_cpu))
		cpu_relax();
	set_task_cpu(p, select_task_rq(p));
	ttwu_queue(p, task_cpu(p));
out:
	spin_unlock_irqrestore(&p->pi_lock, flags);
	return success;
}

int wake_up_process(struct task_struct *p)
{
	return try_to_wake_up(p, TASK_NORMAL);
}

void wake_up_new_task(struct task_struct *p)
{
	struct rq *rq;
	u64 flags;

	spin_lock_irqsave(&p->pi_lock, flags);
	WRITE_ONCE(p->__state, TASK_RUNNING);
	set_task_cpu(p, select_task_rq(p));
	rq = task_rq(p);
	spin_lock(&rq->lock);
	activate_task(rq, p, ENQUEUE_INITIAL);
	trace_sched_wakeup_new(p);
	check_preempt_curr(rq, p);
	spin_unlock(&rq->lock);
	spin_unlock_irqrestore(&p->pi_lock, flags);
}
