/* SPDX-License-Identifier: MIT */
/*
 * What the files of the scheduler share: the run queue of each processor, the
 * scheduling classes, and the way a task gets from one queue to another.
 *
 * Locks, outermost first: tasklist_lock, a wait queue's lock, task->pi_lock,
 * rq->lock. Two run queues are never locked at once: a task that changes
 * queues is in neither for a moment (TASK_ON_RQ_MIGRATING).
 */
#pragma once

#include "arch/x86_64/percpu.h"
#include "kernel/locks/spinlock.h"
#include "kernel/sched/task.h"
#include "kernel/smp/cpumask.h"
#include "lib/list.h"
#include "lib/timerqueue.h"

/* task->on_rq. 0: asleep, dead, or about to be woken. */
#define TASK_ON_RQ_QUEUED    1u
#define TASK_ON_RQ_MIGRATING 2u /* whoever set it, and he alone, puts it into the next queue */

/* Flags of enqueue_task() and dequeue_task(). */
#define ENQUEUE_WAKEUP	1u /* it slept */
#define ENQUEUE_INITIAL 2u /* it never ran */
#define DEQUEUE_SLEEP	1u /* it goes to sleep */

/* Waiting tasks of the fair class. */
struct cfs_rq {
	struct timerqueue_head timeline; /* by vruntime; the running task is not in it */
	struct list_head tasks;		 /* all, the running one too; by task->se.run_list */
	u32 nr_running;
	u64 load;	  /* sum of the weights */
	u64 min_vruntime; /* ns; never goes back: where a task that comes is placed */
};

/* Tasks of the real-time class, the running one included. */
struct rt_rq {
	u64 bitmap[2];			     /* bit N: queue N is not empty */
	struct list_head queue[MAX_RT_PRIO]; /* by task->se.run_list */
	u32 nr_running;
};

struct rq {
	spinlock_t lock; /* of everything here; interrupts off */
	u32 cpu;
	u32 nr_running; /* all classes but idle; read by others without the lock */
	struct task_struct *curr;
	struct task_struct *idle;
	int curr_prio; /* curr->prio, MAX_PRIO when idle: for others, who may not follow curr */
	u64 clock;     /* ns: local_clock() as of update_rq_clock() */
	struct cfs_rq cfs;
	struct rt_rq rt;
	u64 nr_switches;
	s64 nr_uninterruptible; /* only the sum of all queues means something */
	u64 next_balance;	/* jiffy of the next load_balance() */
};

DECLARE_PER_CPU(struct rq, runqueues);

static __always_inline struct rq *cpu_rq(u32 cpu)
{
	return per_cpu_ptr(runqueues, cpu);
}

static __always_inline struct rq *this_rq(void)
{
	return this_cpu_ptr(runqueues);
}

static __always_inline struct rq *task_rq(const struct task_struct *p)
{
	return cpu_rq(task_cpu(p));
}

/*
 * A scheduling class: which of its tasks is next, and when one must make room.
 * All functions run with rq->lock held, but for select_task_rq: there p->pi_lock.
 */
struct sched_class {
	u32 rank; /* a higher class always runs first */
	void (*enqueue_task)(struct rq *rq, struct task_struct *p, u32 flags);
	void (*dequeue_task)(struct rq *rq, struct task_struct *p, u32 flags);
	/* Return: the next task, taken out of the waiting ones, or NULL. */
	struct task_struct *(*pick_next_task)(struct rq *rq);
	/* @p stops running; if on_rq it waits again. */
	void (*put_prev_task)(struct rq *rq, struct task_struct *p);
	/* @p, running, has met a tick. */
	void (*task_tick)(struct rq *rq, struct task_struct *p);
	/* @p was queued; rq->curr is of the same class: shall it make room? */
	void (*check_preempt)(struct rq *rq, struct task_struct *p);
	/* rq->curr lets others go first. */
	void (*yield_task)(struct rq *rq);
	/* Where to run @p, which is in no queue: an online processor of p->cpus_allowed. */
	u32 (*select_task_rq)(struct task_struct *p);
};

extern const struct sched_class rt_sched_class;
extern const struct sched_class fair_sched_class;
extern const struct sched_class idle_sched_class;

/* Processors with more than one real-time task: bit N for processor N; changed atomically. */
extern cpumask_t rt_overload_mask;

/* core.c */

static __always_inline bool task_running_on(const struct rq *rq, const struct task_struct *p)
{
	return rq->curr == p;
}

void update_rq_clock(struct rq *rq);
void enqueue_task(struct rq *rq, struct task_struct *p, u32 flags);
void dequeue_task(struct rq *rq, struct task_struct *p, u32 flags);
void activate_task(struct rq *rq, struct task_struct *p, u32 flags);
void deactivate_task(struct rq *rq, struct task_struct *p, u32 flags);
/* Asks the processor of @rq to reschedule. [rq->lock] */
void resched_curr(struct rq *rq);
/* @p was queued on @rq: reschedule if it is better than what runs. [rq->lock] */
void check_preempt_curr(struct rq *rq, struct task_struct *p);

/* Locks the queue @p is in, waiting out a migration. Interrupts off. */
struct rq *task_rq_lock(struct task_struct *p);

/* Says that @p belongs to @cpu. [p->pi_lock, or on_rq is MIGRATING] */
void set_task_cpu(struct task_struct *p, u32 cpu);
/* Takes @p, which waits in @rq, out, bound for @cpu. [rq->lock] */
void detach_task(struct rq *rq, struct task_struct *p, u32 cpu);
/* Puts a detached task into its queue. Interrupts off, no queue locked. */
void attach_task(struct task_struct *p);
/* An online processor @p may run on, chosen by its class. [p->pi_lock, or MIGRATING] */
u32 select_task_rq(struct task_struct *p);

/* The last thing a task does. */
void __noreturn do_task_dead(void);
/* What a new thread calls first: the second half of the switch to it. */
void schedule_tail(struct task_struct *prev);
void schedule_idle(void);

/* fair.c */

/* Accounts the time rq->curr has run since the last call. [rq->lock] */
void update_curr(struct rq *rq);
/* The weight of a nice value: 1024 at 0, a quarter more per step down. */
u32 nice_to_weight(int nice);

/* balance.c */

/* Nothing is left to run here: takes waiting tasks from others. [rq->lock; released meanwhile] */
void newidle_balance(struct rq *rq);
/* From the tick: evens out the queues from time to time. [rq->lock] */
void trigger_load_balance(struct rq *rq);
void sched_balance_init(void);
/* Whether processor @cpu has nothing to do. A hint: it may change at once. */
bool available_idle_cpu(u32 cpu);

/* rt.c */

/* Fetches real-time tasks that wait elsewhere and are better than what is here. [rq->lock; same] */
void pull_rt_task(struct rq *rq);
/* Sends a waiting real-time task to a processor that runs something worse. Interrupts off. */
void push_rt_task(struct rq *rq);

/* loadavg.c: from every tick. */
void calc_global_load(void);
