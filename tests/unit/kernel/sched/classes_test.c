/* SPDX-License-Identifier: MIT */
/*
 * The fair and the real-time class on simulated processors: this file is the
 * rest of the scheduler, and time is what it says.
 */
#include "tests/unit/unit.h"

#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "lib/string.h"
#include "trace/events/sched.h"

#define MS   1000000ul
#define TICK (4 * MS)

DEFINE_PER_CPU(struct rq, runqueues);
u64 per_cpu_offset[64];
cpumask_t cpu_online_mask = 1;
u32 nr_cpu_ids = 1;

static bool resched_asked;
static struct task_struct idle = {.sched_class = &idle_sched_class, .prio = MAX_PRIO};
static struct task_struct tasks[8];

const struct sched_class idle_sched_class;

/* Nobody wants to know of the time tasks ran. */
struct static_key sched_stat_runtime_key;

void sched_stat_runtime_event(const struct task_struct *p, u64 runtime)
{
}

void resched_curr(struct rq *rq)
{
	resched_asked = true;
}

bool available_idle_cpu(u32 cpu)
{
	return false;
}

void update_rq_clock(struct rq *rq)
{
}

void detach_task(struct rq *rq, struct task_struct *p, u32 cpu)
{
	fail();
}

void attach_task(struct task_struct *p)
{
	fail();
}

void _raw_spin_lock(spinlock_t *lock)
{
}

void _raw_spin_unlock(spinlock_t *lock)
{
}

static struct rq *queue(void)
{
	return cpu_rq(0);
}

static int empty_queue(void **state)
{
	struct rq *rq = queue();
	u32 i;

	memset(rq, 0, sizeof(*rq));
	memset(tasks, 0, sizeof(tasks));
	INIT_LIST_HEAD(&rq->cfs.tasks);
	for (i = 0; i < MAX_RT_PRIO; i++)
		INIT_LIST_HEAD(&rq->rt.queue[i]);
	rq->curr = &idle;
	rq->idle = &idle;
	rq->clock = 1000 * MS;
	rq->curr_prio = idle.prio;
	return 0;
}

static struct task_struct *fair_task(u32 number, int nice)
{
	struct task_struct *p = &tasks[number];

	p->cpus_allowed = ~0ul;
	p->sched_class = &fair_sched_class;
	p->static_prio = DEFAULT_PRIO + nice;
	p->prio = p->static_prio;
	p->se.weight = nice_to_weight(nice);
	return p;
}

static struct task_struct *rt_task(u32 number, u32 policy, int prio)
{
	struct task_struct *p = &tasks[number];

	p->cpus_allowed = ~0ul;
	p->sched_class = &rt_sched_class;
	p->policy = policy;
	p->prio = prio;
	return p;
}

static void wake(struct task_struct *p, u32 flags)
{
	p->sched_class->enqueue_task(queue(), p, flags);
	p->on_rq = TASK_ON_RQ_QUEUED;
}

static void sleep_now(struct task_struct *p)
{
	p->on_rq = 0;
	p->sched_class->dequeue_task(queue(), p, DEQUEUE_SLEEP);
}

/* What __schedule() does, with one class. Return: who runs now. */
static struct task_struct *switch_task(const struct sched_class *class)
{
	struct rq *rq = queue();
	struct task_struct *p;

	resched_asked = false;
	if (rq->curr != &idle)
		rq->curr->sched_class->put_prev_task(rq, rq->curr);
	p = class->pick_next_task(rq);
	if (!p)
		p = &idle;
	p->se.exec_start = rq->clock;
	p->se.prev_sum_exec_runtime = p->se.sum_exec_runtime;
	rq->curr = p;
	rq->curr_prio = p->prio;
	return p;
}

static void run_for(u64 ns)
{
	u64 end = queue()->clock + ns;

	while (queue()->clock < end) {
		queue()->clock += TICK;
		queue()->curr->sched_class->task_tick(queue(), queue()->curr);
		if (resched_asked)
			switch_task(queue()->curr->sched_class);
	}
}

static void each_nice_step_is_a_quarter(void **state)
{
	int nice;

	assert_int_equal(nice_to_weight(0), 1024);
	for (nice = MIN_NICE; nice < MAX_NICE; nice++) {
		u32 heavy = nice_to_weight(nice), light = nice_to_weight(nice + 1);

		assert_in_range(heavy * 100, light * 118, light * 134);
	}
	assert_true(nice_to_weight(MAX_NICE) >= 14);
}

static void time_is_shared_by_weight(void **state)
{
	static const int nices[] = {0, 5, -5, 0};
	u64 weights = 0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(nices); i++) {
		wake(fair_task(i, nices[i]), ENQUEUE_INITIAL);
		weights += nice_to_weight(nices[i]);
	}
	switch_task(&fair_sched_class);
	run_for(100000 * MS);
	for (i = 0; i < ARRAY_SIZE(nices); i++) {
		u64 fair = 100000 * MS / weights * nice_to_weight(nices[i]);

		assert_in_range(tasks[i].se.sum_exec_runtime, fair * 97 / 100, fair * 103 / 100);
	}
}

static void equals_take_turns_in_the_order_they_came(void **state)
{
	u32 i;

	for (i = 0; i < 4; i++)
		wake(fair_task(i, 0), ENQUEUE_INITIAL);
	for (i = 0; i < 12; i++) {
		assert_ptr_equal(switch_task(&fair_sched_class), &tasks[i % 4]);
		queue()->clock += 10 * MS;
	}
}

static void a_sleeper_runs_soon_but_saves_nothing_up(void **state)
{
	struct task_struct *hog = fair_task(0, 0), *sleeper = fair_task(1, 0);

	wake(hog, ENQUEUE_INITIAL);
	wake(sleeper, ENQUEUE_INITIAL);
	switch_task(&fair_sched_class);
	if (queue()->curr == hog)
		queue()->clock += MS;
	switch_task(&fair_sched_class);
	assert_ptr_equal(queue()->curr, sleeper);
	sleep_now(sleeper);
	switch_task(&fair_sched_class);
	run_for(5000 * MS);
	wake(sleeper, ENQUEUE_WAKEUP);
	resched_asked = false;
	fair_sched_class.check_preempt(queue(), sleeper);
	assert_true(resched_asked);
	assert_ptr_equal(switch_task(&fair_sched_class), sleeper);
	/* The hog has its turn again after some milliseconds, not after 5 seconds. */
	run_for(20 * MS);
	assert_true(sleeper->se.sum_exec_runtime < 20 * MS);
}

static void a_task_alone_is_left_alone(void **state)
{
	wake(fair_task(0, 0), ENQUEUE_INITIAL);
	switch_task(&fair_sched_class);
	resched_asked = false;
	queue()->clock += 1000 * MS;
	fair_sched_class.task_tick(queue(), queue()->curr);
	assert_false(resched_asked);
}

static void yielding_lets_the_next_one_run(void **state)
{
	struct task_struct *first;

	wake(fair_task(0, 0), ENQUEUE_INITIAL);
	wake(fair_task(1, 0), ENQUEUE_INITIAL);
	first = switch_task(&fair_sched_class);
	fair_sched_class.yield_task(queue());
	assert_ptr_not_equal(switch_task(&fair_sched_class), first);
}

static void counts_return_to_zero(void **state)
{
	u32 i;

	for (i = 0; i < 3; i++)
		wake(fair_task(i, (int)i - 1), ENQUEUE_INITIAL);
	switch_task(&fair_sched_class);
	for (i = 0; i < 3; i++)
		sleep_now(&tasks[i]);
	assert_int_equal(queue()->cfs.nr_running, 0);
	assert_int_equal(queue()->cfs.load, 0);
	assert_true(list_empty(&queue()->cfs.tasks));
	assert_ptr_equal(switch_task(&fair_sched_class), &idle);
}

static void the_best_priority_runs_first(void **state)
{
	wake(rt_task(0, SCHED_FIFO, 98), 0);
	wake(rt_task(1, SCHED_FIFO, 10), 0);
	wake(rt_task(2, SCHED_FIFO, 70), 0);
	assert_ptr_equal(switch_task(&rt_sched_class), &tasks[1]);
	sleep_now(&tasks[1]);
	assert_ptr_equal(switch_task(&rt_sched_class), &tasks[2]);
	sleep_now(&tasks[2]);
	assert_ptr_equal(switch_task(&rt_sched_class), &tasks[0]);
}

static void fifo_equals_wait_until_the_first_one_sleeps(void **state)
{
	wake(rt_task(0, SCHED_FIFO, 50), 0);
	wake(rt_task(1, SCHED_FIFO, 50), 0);
	assert_ptr_equal(switch_task(&rt_sched_class), &tasks[0]);
	run_for(10000 * MS);
	assert_ptr_equal(queue()->curr, &tasks[0]);
	/* Interrupted by a better one, it goes on before its equal. */
	wake(rt_task(2, SCHED_FIFO, 1), 0);
	resched_asked = false;
	rt_sched_class.check_preempt(queue(), &tasks[2]);
	assert_true(resched_asked);
	assert_ptr_equal(switch_task(&rt_sched_class), &tasks[2]);
	sleep_now(&tasks[2]);
	assert_ptr_equal(switch_task(&rt_sched_class), &tasks[0]);
}

static void round_robin_equals_take_turns(void **state)
{
	u32 i;

	for (i = 0; i < 3; i++)
		wake(rt_task(i, SCHED_RR, 50), 0);
	switch_task(&rt_sched_class);
	run_for(3000 * MS);
	for (i = 0; i < 3; i++)
		assert_in_range(tasks[i].se.sum_exec_runtime, 900 * MS, 1100 * MS);
}

static void equal_priority_does_not_preempt(void **state)
{
	wake(rt_task(0, SCHED_FIFO, 50), 0);
	switch_task(&rt_sched_class);
	wake(rt_task(1, SCHED_FIFO, 50), 0);
	resched_asked = false;
	rt_sched_class.check_preempt(queue(), &tasks[1]);
	assert_false(resched_asked);
}

static void two_real_time_tasks_are_an_overload(void **state)
{
	wake(rt_task(0, SCHED_FIFO, 50), 0);
	assert_int_equal(rt_overload_mask, 0);
	wake(rt_task(1, SCHED_FIFO, 50), 0);
	assert_int_equal(rt_overload_mask, 1);
	sleep_now(&tasks[0]);
	assert_int_equal(rt_overload_mask, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(each_nice_step_is_a_quarter, empty_queue),
		cmocka_unit_test_setup(time_is_shared_by_weight, empty_queue),
		cmocka_unit_test_setup(equals_take_turns_in_the_order_they_came, empty_queue),
		cmocka_unit_test_setup(a_sleeper_runs_soon_but_saves_nothing_up, empty_queue),
		cmocka_unit_test_setup(a_task_alone_is_left_alone, empty_queue),
		cmocka_unit_test_setup(yielding_lets_the_next_one_run, empty_queue),
		cmocka_unit_test_setup(counts_return_to_zero, empty_queue),
		cmocka_unit_test_setup(the_best_priority_runs_first, empty_queue),
		cmocka_unit_test_setup(fifo_equals_wait_until_the_first_one_sleeps, empty_queue),
		cmocka_unit_test_setup(round_robin_equals_take_turns, empty_queue),
		cmocka_unit_test_setup(equal_priority_does_not_preempt, empty_queue),
		cmocka_unit_test_setup(two_real_time_tasks_are_an_overload, empty_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
