/* SPDX-License-Identifier: MIT */
/*
 * Work queues. Each processor has a pool: a list of items and one worker that
 * takes them in order. Because the order is kept, "has this item run?" is a
 * comparison of two numbers: each item gets the next number of its pool when it
 * is queued, and the pool remembers the last one it is done with.
 */
#include "kernel/workqueue.h"

#include "kernel/mm/slab.h"
#include "kernel/panic.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/wait.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/events/workqueue.h"

#define WORK_PENDING 0 /* bit number in work->flags */

/* A name: items of all queues share the pools. */
struct workqueue_struct {
	char name[24];
};

struct worker_pool {
	spinlock_t lock;
	struct list_head worklist;	  /* [lock] items that wait */
	struct work_struct *current_work; /* [lock] runs now; may be freed already */
	u64 queued;			  /* [lock] number of the last item that was queued */
	u64 finished;			  /* [lock] of the last that has run */
	struct task_struct *worker;	  /* NULL until workqueue_init() */
	u32 cpu;
	struct wait_queue_head more; /* the worker */
	struct wait_queue_head done; /* who waits for an item */
};

DEFINE_PER_CPU(struct worker_pool, worker_pools);

static struct workqueue_struct system_workqueue = {.name = "events"};
struct workqueue_struct *system_wq = &system_workqueue;

static struct worker_pool *cpu_pool(u32 cpu)
{
	return per_cpu_ptr(worker_pools, cpu);
}

void INIT_WORK(struct work_struct *work, work_func_t func)
{
	*work = (struct work_struct){.func = func};
	INIT_LIST_HEAD(&work->entry);
}

/* Into the list of @pool. [pool->lock] */
static noinline void insert_work(struct worker_pool *pool, struct work_struct *work)
{
	trace_workqueue_activate_work(work);
	work->pool = pool;
	work->sequence = ++pool->queued;
	list_add_tail(&work->entry, &pool->worklist);
	wake_up(&pool->more);
}

/* The processor to use for @cpu: itself, or the caller's if it has no worker. */
static u32 work_cpu(u32 cpu)
{
	return cpu < nr_cpu_ids && cpu_online(cpu) ? cpu : smp_processor_id();
}

/*
 * An item that runs elsewhere at this moment is queued there, behind itself, so
 * that it never runs on two processors at once. WORK_PENDING is the caller's.
 */
static noinline void __queue_work(u32 requested, struct workqueue_struct *wq,
				  struct work_struct *work)
{
	struct worker_pool *pool = cpu_pool(work_cpu(requested)), *last = READ_ONCE(work->pool);
	u64 flags;

	if (last && last != pool) {
		spin_lock_irqsave(&last->lock, flags);
		if (last->current_work == work) {
			trace_workqueue_queue_work(work, wq->name, requested, last->cpu);
			insert_work(last, work);
			spin_unlock_irqrestore(&last->lock, flags);
			return;
		}
		spin_unlock_irqrestore(&last->lock, flags);
	}
	spin_lock_irqsave(&pool->lock, flags);
	trace_workqueue_queue_work(work, wq->name, requested, pool->cpu);
	insert_work(pool, work);
	spin_unlock_irqrestore(&pool->lock, flags);
}

bool queue_work_on(u32 cpu, struct workqueue_struct *wq, struct work_struct *work)
{
	if (test_and_set_bit(WORK_PENDING, &work->flags))
		return false;
	preempt_disable();
	__queue_work(cpu, wq, work);
	preempt_enable();
	return true;
}

bool queue_work(struct workqueue_struct *wq, struct work_struct *work)
{
	return queue_work_on(WORK_CPU_UNBOUND, wq, work);
}

bool schedule_work(struct work_struct *work)
{
	return queue_work(system_wq, work);
}

bool schedule_work_on(u32 cpu, struct work_struct *work)
{
	return queue_work_on(cpu, system_wq, work);
}

static void delayed_work_timer_fn(struct timer_list *timer)
{
	struct delayed_work *dwork = container_of(timer, struct delayed_work, timer);

	__queue_work(dwork->cpu, dwork->wq, &dwork->work);
}

void INIT_DELAYED_WORK(struct delayed_work *dwork, work_func_t func)
{
	INIT_WORK(&dwork->work, func);
	timer_setup(&dwork->timer, delayed_work_timer_fn, 0);
	dwork->wq = NULL;
	dwork->cpu = WORK_CPU_UNBOUND;
}

bool queue_delayed_work_on(u32 cpu, struct workqueue_struct *wq, struct delayed_work *dwork,
			   u64 delay)
{
	if (!delay)
		return queue_work_on(cpu, wq, &dwork->work);
	if (test_and_set_bit(WORK_PENDING, &dwork->work.flags))
		return false;
	dwork->wq = wq;
	dwork->cpu = cpu;
	mod_timer(&dwork->timer, jiffies + delay);
	return true;
}

bool queue_delayed_work(struct workqueue_struct *wq, struct delayed_work *dwork, u64 delay)
{
	return queue_delayed_work_on(WORK_CPU_UNBOUND, wq, dwork, delay);
}

bool schedule_delayed_work(struct delayed_work *dwork, u64 delay)
{
	return queue_delayed_work(system_wq, dwork, delay);
}

/*
 * Runs the first item. From where WORK_PENDING is cleared the item may be queued
 * again, and the function may free it: it is not touched after that. [pool->lock, released
 * meanwhile]
 */
static noinline void process_one_work(struct worker_pool *pool)
{
	struct work_struct *work = list_first_entry(&pool->worklist, struct work_struct, entry);
	work_func_t func = work->func;
	u64 sequence = work->sequence;

	list_del_init(&work->entry);
	pool->current_work = work;
	clear_bit(WORK_PENDING, &work->flags);
	spin_unlock_irq(&pool->lock);
	trace_workqueue_execute_start(work, func);
	func(work);
	trace_workqueue_execute_end(work, func);
	cond_resched();
	spin_lock_irq(&pool->lock);
	pool->current_work = NULL;
	pool->finished = sequence;
	wake_up_all(&pool->done);
}

static int worker_thread(void *data)
{
	struct worker_pool *pool = data;

	for (;;) {
		wait_event_idle(pool->more, !list_empty(&pool->worklist));
		spin_lock_irq(&pool->lock);
		while (!list_empty(&pool->worklist))
			process_one_work(pool);
		spin_unlock_irq(&pool->lock);
	}
	return 0;
}

/*
 * Where the item is, or was queued last, with that pool locked. One that is
 * being queued to another pool at this moment does not wait or run in this one.
 * Return: NULL if it was never queued.
 */
static struct worker_pool *lock_work_pool(struct work_struct *work, u64 *flags)
{
	struct worker_pool *pool;

	while ((pool = READ_ONCE(work->pool))) {
		spin_lock_irqsave(&pool->lock, *flags);
		if (work->pool == pool)
			break;
		spin_unlock_irqrestore(&pool->lock, *flags);
	}
	return pool;
}

/* Whether the item that had number @sequence in @pool has run, or was taken back. */
static bool work_is_over(struct worker_pool *pool, struct work_struct *work, u64 sequence)
{
	bool over;
	u64 flags;

	spin_lock_irqsave(&pool->lock, flags);
	over = pool->finished >= sequence ||
	       (pool->current_work != work && list_empty(&work->entry));
	spin_unlock_irqrestore(&pool->lock, flags);
	return over;
}

bool flush_work(struct work_struct *work)
{
	struct worker_pool *pool;
	u64 flags, sequence;

	might_sleep();
	pool = lock_work_pool(work, &flags);
	if (!pool)
		return false;
	sequence = work->sequence;
	spin_unlock_irqrestore(&pool->lock, flags);
	if (work_is_over(pool, work, sequence))
		return false;
	if (pool->worker == current)
		panic("workqueue: an item on CPU %u waits for one behind it, %ps", pool->cpu,
		      work->func);
	wait_event(pool->done, work_is_over(pool, work, sequence));
	return true;
}

/* Takes a waiting item out of its list. Return: whether it was there; WORK_PENDING stays set. */
static bool steal_work(struct work_struct *work)
{
	struct worker_pool *pool;
	bool waited;
	u64 flags;

	pool = lock_work_pool(work, &flags);
	if (!pool)
		return false;
	waited = !list_empty(&work->entry);
	if (waited) {
		list_del_init(&work->entry);
		wake_up_all(&pool->done);
	}
	spin_unlock_irqrestore(&pool->lock, flags);
	return waited;
}

static bool work_runs(struct worker_pool *pool, struct work_struct *work)
{
	bool runs;
	u64 flags;

	spin_lock_irqsave(&pool->lock, flags);
	runs = pool->current_work == work;
	spin_unlock_irqrestore(&pool->lock, flags);
	return runs;
}

/*
 * With WORK_PENDING ours nobody can queue the item, so once it does not run any
 * more it is at rest. @timer: that of a delayed item, or NULL.
 */
static bool cancel_work_common(struct work_struct *work, struct timer_list *timer)
{
	struct worker_pool *pool;
	bool taken = false;

	might_sleep();
	while (test_and_set_bit(WORK_PENDING, &work->flags)) {
		taken = (timer && timer_delete(timer)) || steal_work(work);
		if (taken)
			break;
		/* Its timer fires, or somebody is just queueing it. */
		yield();
	}
	pool = READ_ONCE(work->pool);
	if (pool)
		wait_event(pool->done, !work_runs(pool, work));
	clear_bit(WORK_PENDING, &work->flags);
	return taken;
}

bool cancel_work_sync(struct work_struct *work)
{
	return cancel_work_common(work, NULL);
}

bool cancel_delayed_work_sync(struct delayed_work *dwork)
{
	return cancel_work_common(&dwork->work, &dwork->timer);
}

/* Whether @pool is done with all that was queued before number @sequence. */
static bool pool_is_over(struct worker_pool *pool, u64 sequence)
{
	bool over;
	u64 flags;

	spin_lock_irqsave(&pool->lock, flags);
	over = pool->finished >= sequence || (!pool->current_work && list_empty(&pool->worklist));
	spin_unlock_irqrestore(&pool->lock, flags);
	return over;
}

void flush_workqueue(struct workqueue_struct *wq)
{
	struct worker_pool *pool;
	u64 sequence;
	u32 cpu;

	might_sleep();
	for_each_online_cpu (cpu) {
		pool = cpu_pool(cpu);
		sequence = READ_ONCE(pool->queued);
		wait_event(pool->done, pool_is_over(pool, sequence));
	}
}

struct workqueue_struct *alloc_workqueue(const char *name)
{
	struct workqueue_struct *wq = kzalloc(sizeof(*wq), GFP_KERNEL);

	if (wq)
		strscpy(wq->name, name, sizeof(wq->name));
	return wq;
}

void destroy_workqueue(struct workqueue_struct *wq)
{
	flush_workqueue(wq);
	kfree(wq);
}

int workqueue_init(void)
{
	struct worker_pool *pool;
	struct task_struct *worker;
	u32 cpu;

	for_each_online_cpu (cpu) {
		pool = cpu_pool(cpu);
		pool->cpu = cpu;
		spin_lock_init(&pool->lock);
		INIT_LIST_HEAD(&pool->worklist);
		init_waitqueue_head(&pool->more);
		init_waitqueue_head(&pool->done);
		worker = kthread_create_on_cpu(worker_thread, pool, cpu, "kworker/%u:0", cpu);
		if (IS_ERR(worker))
			return PTR_ERR(worker);
		worker->flags |= PF_WQ_WORKER;
		pool->worker = worker;
		wake_up_process(worker);
	}
	return 0;
}
