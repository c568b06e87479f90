/* SPDX-License-Identifier: MIT */
/*
 * Changing how, and where, a task is scheduled. What a queue knows of a task
 * depends on these values, so the task is taken out, changed, and put back.
 */
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "lib/errno.h"
#include "lib/math.h"

/* What is to be changed in sched_change(). */
struct sched_values {
	u32 policy;
	u32 rt_priority;
	int static_prio;
};

static void set_load_and_class(struct task_struct *p, const struct sched_values *to)
{
	p->policy = to->policy;
	p->rt_priority = to->rt_priority;
	p->static_prio = to->static_prio;
	p->se.weight = nice_to_weight(task_nice(p));
	if (to->policy == SCHED_NORMAL) {
		p->prio = p->static_prio;
		p->sched_class = &fair_sched_class;
	} else {
		p->prio = MAX_RT_PRIO - 1 - (int)to->rt_priority;
		p->sched_class = &rt_sched_class;
	}
}

/*
 * The running task is in no class's waiting queue, so it need not be picked
 * again: its new class finds it as rq->curr. [p->pi_lock]
 */
static void sched_change(struct task_struct *p, const struct sched_values *to)
{
	struct rq *rq = task_rq_lock(p);
	bool queued = p->on_rq;
	int old_prio = p->prio;

	if (queued)
		dequeue_task(rq, p, 0);
	set_load_and_class(p, to);
	if (queued)
		enqueue_task(rq, p, 0);
	if (task_running_on(rq, p)) {
		WRITE_ONCE(rq->curr_prio, p->prio);
		if (p->prio > old_prio)
			resched_curr(rq);
	} else if (queued) {
		check_preempt_curr(rq, p);
	}
	spin_unlock(&rq->lock);
}

int sched_setscheduler(struct task_struct *p, u32 policy, u32 rt_priority)
{
	struct sched_values to = {.policy = policy, .rt_priority = rt_priority};
	u64 flags;

	if (policy > SCHED_RR || is_idle_task(p))
		return -EINVAL;
	if (policy == SCHED_NORMAL ? rt_priority != 0 : rt_priority < 1 || rt_priority > 99)
		return -EINVAL;
	spin_lock_irqsave(&p->pi_lock, flags);
	to.static_prio = p->static_prio;
	sched_change(p, &to);
	spin_unlock_irqrestore(&p->pi_lock, flags);
	return 0;
}

void set_user_nice(struct task_struct *p, int nice)
{
	struct sched_values to;
	u64 flags;

	if (is_idle_task(p))
		return;
	spin_lock_irqsave(&p->pi_lock, flags);
	to.policy = p->policy;
	to.rt_priority = p->rt_priority;
	to.static_prio = DEFAULT_PRIO + max(MIN_NICE, min(nice, MAX_NICE));
	sched_change(p, &to);
	spin_unlock_irqrestore(&p->pi_lock, flags);
}

/* Moves @p, if it waits in @rq, where it may run. [p->pi_lock, rq->lock, which is released] */
static void move_queued_task(struct rq *rq, struct task_struct *p)
{
	detach_task(rq, p, select_task_rq(p));
	spin_unlock(&rq->lock);
	attach_task(p);
}

int set_cpus_allowed_ptr(struct task_struct *p, u64 mask)
{
	int error = 0;
	struct rq *rq;
	u64 flags;

	if (!(mask & READ_ONCE(cpu_online_mask)) || is_idle_task(p))
		return -EINVAL;
	spin_lock_irqsave(&p->pi_lock, flags);
	rq = task_rq_lock(p);
	if (p->flags & PF_NO_SETAFFINITY) {
		error = -EINVAL;
	} else {
		p->cpus_allowed = mask;
		if (p->on_rq && !cpumask_test_cpu(rq->cpu, mask)) {
			if (!p->on_cpu) {
				move_queued_task(rq, p);
				goto out;
			}
			/* It leaves when it is switched away from: finish_task_switch(). */
			resched_curr(rq);
		}
	}
	spin_unlock(&rq->lock);
out:
	spin_unlock_irqrestore(&p->pi_lock, flags);
	return error;
}
