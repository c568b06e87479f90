/* SPDX-License-Identifier: MIT */
/*
 * The heart of the scheduler: schedule() picks the best task of this processor
 * and switches to it. Which one is best is the matter of the classes (fair.c,
 * rt.c, idle.c); how a sleeper comes back, of wakeup.c.
 */
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/switch.h"
#include "kernel/oops.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/smp/smp.h"
#include "kernel/time/clock.h"
#include "kernel/watchdog.h"
#include "trace/core/fgraph_hooks.h"
#include "trace/core/pid_hooks.h"
#include "trace/events/sched.h"
#include "trace/output/saved_cmdlines.h"

DEFINE_PER_CPU(u32, __preempt_count);
DEFINE_PER_CPU(u32, __need_resched);
DEFINE_PER_CPU(struct task_struct *, current_task);
DEFINE_PER_CPU(struct rq, runqueues);

bool scheduler_running;

/* Best first: pick_next_task() asks them in this order. */
static const struct sched_class *const sched_classes[] = {
	&rt_sched_class,
	&fair_sched_class,
	&idle_sched_class,
};

/* How __schedule() was entered. */
enum sched_mode {
	SM_NONE,    /* the task asked for it, perhaps to sleep */
	SM_PREEMPT, /* it must make room, and goes on later whatever its state says */
};

void update_rq_clock(struct rq *rq)
{
	u64 now = local_clock();

	/* Another processor's counter may be a little behind. */
	if (now > rq->clock)
		rq->clock = now;
}

void enqueue_task(struct rq *rq, struct task_struct *p, u32 flags)
{
	update_rq_clock(rq);
	p->sched_class->enqueue_task(rq, p, flags);
	WRITE_ONCE(rq->nr_running, rq->nr_running + 1);
}

void dequeue_task(struct rq *rq, struct task_struct *p, u32 flags)
{
	update_rq_clock(rq);
	p->sched_class->dequeue_task(rq, p, flags);
	WRITE_ONCE(rq->nr_running, rq->nr_running - 1);
}

void activate_task(struct rq *rq, struct task_struct *p, u32 flags)
{
	enqueue_task(rq, p, flags);
	WRITE_ONCE(p->on_rq, TASK_ON_RQ_QUEUED);
}

void deactivate_task(struct rq *rq, struct task_struct *p, u32 flags)
{
	WRITE_ONCE(p->on_rq, flags & DEQUEUE_SLEEP ? 0 : TASK_ON_RQ_MIGRATING);
	dequeue_task(rq, p, flags);
}

void resched_curr(struct rq *rq)
{
	u32 *need_resched_there = per_cpu_ptr(__need_resched, rq->cpu);

	if (xchg(need_resched_there, 1) == 0 && rq->cpu != smp_processor_id())
		smp_send_reschedule(rq->cpu);
}

void check_preempt_curr(struct rq *rq, struct task_struct *p)
{
	if (p->sched_class == rq->curr->sched_class)
		p->sched_class->check_preempt(rq, p);
	else if (p->sched_class->rank > rq->curr->sched_class->rank)
		resched_curr(rq);
}

/* Sleeping where it is forbidden: says so once, and repairs the count, so that life goes on. */
static __cold noinline void schedule_bug(struct task_struct *prev)
{
	static u32 reported;

	if (xchg(&reported, 1) == 0) {
		printk(KERN_ERR "BUG: scheduling while atomic: %s/%d, preempt_count %08x\n",
		       prev->comm, prev->pid, preempt_count());
		dump_stack();
	}
	__preempt_count = PREEMPT_OFFSET;
}

/*
 * Takes @prev out of the queue if it wants to sleep. A task that was killed, or
 * woken since it set its state, stays. One that may no longer run here leaves
 * too, for finish_task_switch() to move. Return: the state it sleeps in, or 0.
 */
static u32 deactivate_prev(struct rq *rq, struct task_struct *prev, enum sched_mode mode)
{
	u32 state = READ_ONCE(prev->__state);

	if (mode != SM_PREEMPT && state != TASK_RUNNING) {
		if (!(state & TASK_INTERRUPTIBLE) || !signal_pending(prev)) {
			if ((state & TASK_UNINTERRUPTIBLE) && !(state & TASK_NOLOAD)) {
				prev->uninterruptible_counted = true;
				rq->nr_uninterruptible++;
			}
			deactivate_task(rq, prev, DEQUEUE_SLEEP);
			return state;
		}
		WRITE_ONCE(prev->__state, TASK_RUNNING);
	}
	if (unlikely(!cpumask_test_cpu(rq->cpu, prev->cpus_allowed)) && !is_idle_task(prev))
		deactivate_task(rq, prev, 0);
	return 0;
}

/* The best task here; with nothing to do here, one from elsewhere; at last the idle one. */
static noinline struct task_struct *pick_next_task(struct rq *rq, struct task_struct *prev)
{
	struct task_struct *p;
	u32 i;

	if (unlikely(rt_overload_mask) && (prev->prio < MAX_RT_PRIO || !rq->nr_running))
		pull_rt_task(rq);
	if (!rq->nr_running)
		newidle_balance(rq);
	prev->sched_class->put_prev_task(rq, prev);
	for (i = 0; i < ARRAY_SIZE(sched_classes); i++) {
		p = sched_classes[i]->pick_next_task(rq);
		if (p)
			break;
	}
	p->se.exec_start = rq->clock;
	p->se.prev_sum_exec_runtime = p->se.sum_exec_runtime;
	return p;
}

/*
 * The second half of a switch, on the stack and in the name of the task that
 * now runs; @prev is who ran before. Enables interrupts.
 */
static noinline void finish_task_switch(struct task_struct *prev)
{
	struct rq *rq = this_rq();
	/* Read before on_cpu is 0: from there on a sleeper may be woken, and change. */
	bool dead = READ_ONCE(prev->__state) == TASK_DEAD;
	bool moves = prev->on_rq == TASK_ON_RQ_MIGRATING;
	bool push = rq->rt.nr_running > 1;

	/* Its registers are saved: pairs with the load in try_to_wake_up(). */
	smp_store_release(&prev->on_cpu, 0);
	spin_unlock(&rq->lock);
	if (unlikely(moves)) {
		set_task_cpu(prev, select_task_rq(prev));
		attach_task(prev);
	}
	if (unlikely(push))
		push_rt_task(rq);
	local_irq_enable();
	if (unlikely(dead)) {
		trace_cmdline_sched_process_exit(prev);
		put_task_stack(prev);
		put_task_struct(prev);
	}
}

/*
 * Goes on in @next. The call to __switch_to_asm() returns when this task runs
 * again, perhaps on another processor: rq is then not this one's any more.
 */
static noinline void context_switch(struct rq *rq, struct task_struct *prev,
				    struct task_struct *next)
{
	WRITE_ONCE(next->on_cpu, 1);
	trace_pids_sched_switch(next);
	trace_fgraph_sched_switch(prev, next);
	prev = __switch_to_asm(prev, next);
	barrier();
	finish_task_switch(prev);
}

/* The heart. Preemption is off: the count is 1, and 2 across the switch, in every task. */
static noinline void __schedule(enum sched_mode mode)
{
	struct rq *rq = this_rq();
	struct task_struct *prev = current, *next;
	u32 sleeps;

	if (unlikely(preempt_count() != PREEMPT_OFFSET))
		schedule_bug(prev);
	local_irq_disable();
	spin_lock(&rq->lock);
	update_rq_clock(rq);
	touch_softlockup_watchdog_sched();
	sleeps = deactivate_prev(rq, prev, mode);
	next = pick_next_task(rq, prev);
	__need_resched = 0;
	if (likely(prev != next)) {
		rq->nr_switches++;
		if (sleeps)
			prev->nvcsw++;
		else
			prev->nivcsw++;
		rq->curr = next;
		WRITE_ONCE(rq->curr_prio, next == rq->idle ? MAX_PRIO : next->prio);
		trace_sched_switch(mode == SM_PREEMPT, prev, next, sleeps);
		context_switch(rq, prev, next);
	} else {
		spin_unlock(&rq->lock);
		local_irq_enable();
	}
}

void schedule(void)
{
	do {
		preempt_disable();
		__schedule(SM_NONE);
		preempt_enable_no_resched();
	} while (need_resched());
}

/* The idle task sleeps otherwise: its state is always running, and preemption is off already. */
void schedule_idle(void)
{
	do {
		__schedule(SM_NONE);
	} while (need_resched());
}

/*
 * Under pi_lock, as a waker that saw an earlier state may be about to write
 * TASK_RUNNING; after this none finds a state to wake from. Preemption is off,
 * as finish_task_switch() takes whoever leaves in this state for dead.
 */
void do_task_dead(void)
{
	preempt_disable();
	spin_lock_irq(&current->pi_lock);
	WRITE_ONCE(current->__state, TASK_DEAD);
	spin_unlock_irq(&current->pi_lock);
	__schedule(SM_NONE);
	panic("sched: %s/%d runs after its end", current->comm, current->pid);
}

void schedule_tail(struct task_struct *prev)
{
	finish_task_switch(prev);
	preempt_enable();
}

void preempt_schedule(void)
{
	if (preempt_count() || irqs_disabled())
		return;
	do {
		preempt_disable();
		__schedule(SM_PREEMPT);
		preempt_enable_no_resched();
	} while (need_resched());
}

/* What the tracer itself calls after a hit: tracing this entry would bring it back here. */
notrace void preempt_schedule_notrace(void)
{
	if (preempt_count() || irqs_disabled())
		return;
	do {
		preempt_disable();
		__schedule(SM_PREEMPT);
		preempt_enable_no_resched();
	} while (need_resched());
}

void preempt_schedule_irq(void)
{
	do {
		preempt_disable();
		local_irq_enable();
		__schedule(SM_PREEMPT);
		local_irq_disable();
		preempt_enable_no_resched();
	} while (need_resched());
}

void yield(void)
{
	struct rq *rq;

	local_irq_disable();
	rq = this_rq();
	spin_lock(&rq->lock);
	update_rq_clock(rq);
	current->sched_class->yield_task(rq);
	spin_unlock(&rq->lock);
	local_irq_enable();
	schedule();
}

bool cond_resched(void)
{
	if (!need_resched() || preempt_count() || irqs_disabled())
		return false;
	preempt_schedule();
	return true;
}

void scheduler_tick(void)
{
	struct rq *rq = this_rq();
	struct task_struct *curr = rq->curr;

	spin_lock(&rq->lock);
	update_rq_clock(rq);
	curr->sched_class->task_tick(rq, curr);
	trigger_load_balance(rq);
	spin_unlock(&rq->lock);
	calc_global_load();
}

void __might_sleep(const char *file, int line, bool *reported)
{
	if (likely(!preempt_count() && !irqs_disabled()))
		return;
	if (!scheduler_running || *reported)
		return;
	*reported = true;
	printk(KERN_ERR "BUG: sleeping in atomic context at %s:%d: %s/%d, preempt_count %08x%s\n",
	       file, line, current->comm, current->pid, preempt_count(),
	       irqs_disabled() ? ", interrupts off" : "");
	dump_stack();
}
