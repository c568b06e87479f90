/* SPDX-License-Identifier: MIT */
/*
 * The fair class: everybody's share is proportional to his weight.
 *
 * Each task has a virtual run time, which advances while it runs, the slower the
 * heavier it is. Whoever has had least runs next, so all virtual times stay
 * close together. min_vruntime follows the last of them; a task that slept is
 * placed a little before it, and so runs soon, but cannot save up its sleep.
 */
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "trace/events/sched.h"

#define NICE_0_WEIGHT 1024u

/* In this time each waiting task runs once, if there are not too many of them. */
#define SCHED_LATENCY_NS (12 * NSEC_PER_MSEC)
/* Nobody runs for less than this before his equals may take over at a tick. */
#define MIN_GRANULARITY_NS (2 * NSEC_PER_MSEC)
/* By so much a task that wakes must be behind to take over at once. */
#define WAKEUP_GRANULARITY_NS (1 * NSEC_PER_MSEC)
/* How far before min_vruntime one that slept is placed. */
#define SLEEPER_CREDIT_NS (SCHED_LATENCY_NS / 2)

/* A quarter more per step: 10 % more of the processor against one equal. */
u32 nice_to_weight(int nice)
{
	u32 weight = NICE_0_WEIGHT << 10;

	for (; nice < 0; nice++)
		weight += weight / 4;
	for (; nice > 0; nice--)
		weight -= weight / 5;
	return weight >> 10;
}

/* @ns of real time, in the virtual time of @p. */
static u64 calc_delta_fair(u64 ns, const struct task_struct *p)
{
	return p->se.weight == NICE_0_WEIGHT ? ns : ns * NICE_0_WEIGHT / p->se.weight;
}

static struct task_struct *fair_first(const struct cfs_rq *cfs)
{
	struct timerqueue_node *node = timerqueue_getnext(&cfs->timeline);

	return node ? container_of(node, struct task_struct, se.fair_node) : NULL;
}

static bool runs_fair(const struct rq *rq)
{
	return rq->curr->sched_class == &fair_sched_class;
}

/* The least virtual time of the running and the waiting; but never back. */
static void update_min_vruntime(struct rq *rq)
{
	struct cfs_rq *cfs = &rq->cfs;
	struct task_struct *first = fair_first(cfs);
	u64 least = ~0ul;

	if (runs_fair(rq) && rq->curr->on_rq)
		least = rq->curr->se.vruntime;
	if (first)
		least = min(least, first->se.vruntime);
	if (least != ~0ul && least > cfs->min_vruntime)
		WRITE_ONCE(cfs->min_vruntime, least);
}

noinline void update_curr(struct rq *rq)
{
	struct task_struct *curr = rq->curr;
	u64 delta = rq->clock - curr->se.exec_start;

	if ((s64)delta <= 0)
		return;
	curr->se.exec_start = rq->clock;
	curr->se.sum_exec_runtime += delta;
	if (runs_fair(rq)) {
		curr->se.vruntime += calc_delta_fair(delta, curr);
		update_min_vruntime(rq);
		trace_sched_stat_runtime(curr, delta);
	}
}

static void fair_queue(struct cfs_rq *cfs, struct task_struct *p)
{
	p->se.fair_node.expires = p->se.vruntime;
	timerqueue_add(&cfs->timeline, &p->se.fair_node);
}

/* Where a task that was away joins the others. */
static void place_entity(struct cfs_rq *cfs, struct task_struct *p, u32 flags)
{
	u64 place = cfs->min_vruntime;

	if (flags & ENQUEUE_WAKEUP)
		place -= min(place, SLEEPER_CREDIT_NS);
	if (flags & (ENQUEUE_WAKEUP | ENQUEUE_INITIAL))
		p->se.vruntime = max(p->se.vruntime, place);
}

static void enqueue_task_fair(struct rq *rq, struct task_struct *p, u32 flags)
{
	struct cfs_rq *cfs = &rq->cfs;

	update_curr(rq);
	place_entity(cfs, p, flags);
	cfs->nr_running++;
	cfs->load += p->se.weight;
	list_add_tail(&p->se.run_list, &cfs->tasks);
	if (!task_running_on(rq, p))
		fair_queue(cfs, p);
}

static void dequeue_task_fair(struct rq *rq, struct task_struct *p, u32 flags)
{
	struct cfs_rq *cfs = &rq->cfs;

	update_curr(rq);
	if (!task_running_on(rq, p))
		timerqueue_del(&cfs->timeline, &p->se.fair_node);
	list_del(&p->se.run_list);
	cfs->load -= p->se.weight;
	cfs->nr_running--;
	update_min_vruntime(rq);
}

static struct task_struct *pick_next_task_fair(struct rq *rq)
{
	struct task_struct *p = fair_first(&rq->cfs);

	if (p)
		timerqueue_del(&rq->cfs.timeline, &p->se.fair_node);
	return p;
}

static void put_prev_task_fair(struct rq *rq, struct task_struct *p)
{
	update_curr(rq);
	if (p->on_rq == TASK_ON_RQ_QUEUED)
		fair_queue(&rq->cfs, p);
}

/* The real time @p may run before another must have its turn. */
static u64 sched_slice(const struct cfs_rq *cfs, const struct task_struct *p)
{
	u64 period = max(SCHED_LATENCY_NS, cfs->nr_running * MIN_GRANULARITY_NS);

	return period * p->se.weight / max(cfs->load, (u64)p->se.weight);
}

/* Has the running task had its slice, or got too far ahead of the first one that waits? */
static void check_preempt_tick(struct rq *rq, struct task_struct *curr)
{
	u64 slice = sched_slice(&rq->cfs, curr);
	u64 ran = curr->se.sum_exec_runtime - curr->se.prev_sum_exec_runtime;
	struct task_struct *first = fair_first(&rq->cfs);

	if (!first)
		return;
	if (ran > slice ||
	    (ran >= MIN_GRANULARITY_NS && curr->se.vruntime > first->se.vruntime + slice))
		resched_curr(rq);
}

static void task_tick_fair(struct rq *rq, struct task_struct *curr)
{
	update_curr(rq);
	if (rq->cfs.nr_running > 1)
		check_preempt_tick(rq, curr);
}

static void check_preempt_wakeup(struct rq *rq, struct task_struct *p)
{
	update_curr(rq);
	if (rq->curr->se.vruntime > p->se.vruntime + calc_delta_fair(WAKEUP_GRANULARITY_NS, p))
		resched_curr(rq);
}

/* As far as the first one that waits: among equals the one that came earlier is first. */
static void yield_task_fair(struct rq *rq)
{
	struct task_struct *first = fair_first(&rq->cfs);

	update_curr(rq);
	if (first)
		rq->curr->se.vruntime = max(rq->curr->se.vruntime, first->se.vruntime);
}

/*
 * Back to where it ran, if that is idle; else to the next idle one; and if all
 * are busy, to the shortest queue, its own one before others as short.
 */
static u32 select_task_rq_fair(struct task_struct *p)
{
	cpumask_t allowed = p->cpus_allowed & READ_ONCE(cpu_online_mask);
	u32 prev = task_cpu(p), cpu, best, shortest, i;

	best = cpumask_test_cpu(prev, allowed) ? prev : cpumask_first(allowed);
	shortest = READ_ONCE(cpu_rq(best)->nr_running);
	for (i = 0; i < nr_cpu_ids; i++) {
		cpu = (prev + i) % nr_cpu_ids;
		if (!cpumask_test_cpu(cpu, allowed))
			continue;
		if (available_idle_cpu(cpu))
			return cpu;
		if (READ_ONCE(cpu_rq(cpu)->nr_running) < shortest) {
			best = cpu;
			shortest = READ_ONCE(cpu_rq(cpu)->nr_running);
		}
	}
	return best;
}

const struct sched_class fair_sched_class = {
	.rank = 1,
	.enqueue_task = enqueue_task_fair,
	.dequeue_task = dequeue_task_fair,
	.pick_next_task = pick_next_task_fair,
	.put_prev_task = put_prev_task_fair,
	.task_tick = task_tick_fair,
	.check_preempt = check_preempt_wakeup,
	.yield_task = yield_task_fair,
	.select_task_rq = select_task_rq_fair,
};
