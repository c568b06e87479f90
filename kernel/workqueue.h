/* SPDX-License-Identifier: MIT */
/*
 * Work queues: functions that run soon, in a task that may sleep. Each
 * processor has one worker, kworker/N:0, which runs its items one after
 * another in the order they were queued; an item never runs on two at once.
 * An item that sleeps therefore delays those behind it.
 */
#pragma once

#include "kernel/time/timer.h"
#include "lib/list.h"
#include "lib/types.h"

struct work_struct;
typedef void (*work_func_t)(struct work_struct *work);

struct worker_pool;
struct workqueue_struct;

struct work_struct {
	unsigned long flags;	  /* bit 0: queued, or its timer runs; atomic bit operations */
	struct list_head entry;	  /* [pool->lock] */
	work_func_t func;	  /* set when the item is at rest */
	struct worker_pool *pool; /* [pool->lock] where it was queued last, or NULL */
	u64 sequence;		  /* [pool->lock] its number in that pool */
};

struct delayed_work {
	struct work_struct work;
	struct timer_list timer;
	struct workqueue_struct *wq; /* for the timer; set by queue_delayed_work() */
	u32 cpu;
};

#define WORK_CPU_UNBOUND 0xffffffffu /* the processor that asks */

/* The queue for everybody. */
extern struct workqueue_struct *system_wq;

#define WORK_INIT(name, fn)                                          \
	{                                                            \
		.entry = LIST_HEAD_INIT((name).entry), .func = (fn), \
	}
#define DECLARE_WORK(name, fn) struct work_struct name = WORK_INIT(name, fn)

void INIT_WORK(struct work_struct *work, work_func_t func);
void INIT_DELAYED_WORK(struct delayed_work *dwork, work_func_t func);

static inline struct delayed_work *to_delayed_work(struct work_struct *work)
{
	return container_of(work, struct delayed_work, work);
}

/* Starts the workers of all online processors; nothing may be queued before. Context: task. */
int workqueue_init(void);

/* A name for a group of items that can be waited for. Return: the queue, or NULL: no memory. */
struct workqueue_struct *alloc_workqueue(const char *name);
/* Waits for what is queued. Context: task. */
void destroy_workqueue(struct workqueue_struct *wq);

/*
 * Runs the item on the caller's processor, or on @cpu. It belongs to the queue until its function
 * starts, and may be queued again, or freed, from there on.
 * Context: any but NMI. Return: false if it was queued already.
 */
bool queue_work(struct workqueue_struct *wq, struct work_struct *work);
bool queue_work_on(u32 cpu, struct workqueue_struct *wq, struct work_struct *work);
bool schedule_work(struct work_struct *work);
bool schedule_work_on(u32 cpu, struct work_struct *work);
/* The same, @delay jiffies from now. */
bool queue_delayed_work(struct workqueue_struct *wq, struct delayed_work *dwork, u64 delay);
bool queue_delayed_work_on(u32 cpu, struct workqueue_struct *wq, struct delayed_work *dwork,
			   u64 delay);
bool schedule_delayed_work(struct delayed_work *dwork, u64 delay);

/*
 * Waits until the item, as it was queued before the call, has run. Not from an
 * item on the same processor. Context: task. Return: whether there was anything to wait for.
 */
bool flush_work(struct work_struct *work);
/* Waits for every item queued before the call; not from an item. Context: task. */
void flush_workqueue(struct workqueue_struct *wq);
/*
 * Takes the item back, or waits until it has run; afterwards it is at rest, provided nobody queues
 * it meanwhile (its own function may). Context: task. Return: whether it was taken back.
 */
bool cancel_work_sync(struct work_struct *work);
bool cancel_delayed_work_sync(struct delayed_work *dwork);
