/* SPDX-License-Identifier: MIT */
/* Self-tests of what processors do to each other: calls, NMIs, stopping the machine. */
#include "kernel/smp/smp.h"
#include "arch/x86_64/apic.h"
#include "arch/x86_64/atomic.h"
#include "arch/x86_64/cpu.h"
#include "arch/x86_64/irqflags.h"
#include "arch/x86_64/nmi.h"
#include "kernel/irq/irq_work.h"
#include "kernel/locks/mutex.h"
#include "kernel/sched/kthread.h"
#include "kernel/selftest/selftest.h"
#include "kernel/smp/stop_machine.h"
#include "kernel/time/clock.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"

#define TEST_CALLS	   60
#define TEST_STOPS	   100 /* shared by the CPUs: an emulator runs them in turn */
#define TEST_NMI_PERIOD_NS (200 * NSEC_PER_USEC)
#define TEST_WATCH_NS	   (20 * NSEC_PER_USEC)

/* One thread per CPU, and what it counts. */
struct test_thread {
	struct task_struct *task;
	u64 count;
	int error;
} __aligned(64);

static struct test_thread test_threads[NR_CPUS];

/* Starts @fn on every online CPU. */
static int selftest_start_threads(int (*fn)(void *data))
{
	u32 cpu;

	for_each_online_cpu (cpu) {
		struct test_thread *thread = &test_threads[cpu];

		*thread = (struct test_thread){0};
		thread->task = kthread_create_on_cpu(fn, thread, cpu, "selftest/%u", cpu);
		SELFTEST_EXPECT(!IS_ERR(thread->task), PTR_ERR(thread->task));
		get_task_struct(thread->task);
		wake_up_process(thread->task);
	}
	return 0;
}

/* Return: 0, or the first thread's error. */
static int selftest_stop_threads(void)
{
	int error = 0;
	u32 cpu;

	for_each_online_cpu (cpu) {
		kthread_stop(test_threads[cpu].task);
		put_task_struct(test_threads[cpu].task);
		if (!error)
			error = test_threads[cpu].error;
	}
	return error;
}

static void selftest_wait_for_stop(void)
{
	while (!kthread_should_stop())
		msleep(1);
}

static atomic_t test_hits[NR_CPUS];

static void selftest_hit(void *unused)
{
	atomic_inc(&test_hits[smp_processor_id()]);
}

static int selftest_call_all(void *data)
{
	struct test_thread *thread = data;

	for (int i = 0; i < TEST_CALLS && !thread->error; i++) {
		thread->error = on_each_cpu(selftest_hit, NULL, i % 2);
		if (!thread->error)
			thread->error =
				smp_call_function_single(cpumask_first(READ_ONCE(cpu_online_mask)),
							 selftest_hit, NULL, i % 3 == 0);
	}
	WRITE_ONCE(thread->count, TEST_CALLS);
	selftest_wait_for_stop();
	return 0;
}

static int selftest_threads_done(void)
{
	u32 cpu;

	for_each_online_cpu (cpu)
		while (READ_ONCE(test_threads[cpu].count) != TEST_CALLS)
			msleep(1);
	return selftest_stop_threads();
}

int selftest_smp_call(void)
{
	u32 first = cpumask_first(cpu_online_mask);
	int error, expected;
	u32 cpu;

	for_each_online_cpu (cpu)
		atomic_set(&test_hits[cpu], 0);
	error = selftest_start_threads(selftest_call_all);
	if (!error)
		error = selftest_threads_done();
	SELFTEST_EXPECT(!error, error);
	on_each_cpu(selftest_hit, NULL,
		    true); /* those that did not wait are before it in the queue */
	for_each_online_cpu (cpu) {
		expected = TEST_CALLS * num_online_cpus() * (cpu == first ? 2 : 1) + 1;
		SELFTEST_EXPECT(atomic_read(&test_hits[cpu]) == expected,
				atomic_read(&test_hits[cpu]));
	}
	return 0;
}

/* A CPU other than this one, while it stays this one; or this one if it is alone. */
static u32 selftest_other_cpu(void)
{
	u32 me = smp_processor_id(), first = cpumask_first(cpu_online_mask);

	if (me != first || num_online_cpus() == 1)
		return first;
	return cpumask_next(me, cpu_online_mask);
}

int selftest_smp_call_refusals(void)
{
	int error;

	local_irq_disable();
	error = smp_call_function_single(selftest_other_cpu(), selftest_hit, NULL, true);
	local_irq_enable();
	SELFTEST_EXPECT(error == (num_online_cpus() == 1 ? 0 : -EDEADLK), error);
	return 0;
}

static struct irq_work test_work;
static atomic_t test_nmis, test_works;

static void selftest_work_ran(struct irq_work *work)
{
	if (in_hardirq() && !in_nmi())
		atomic_inc(&test_works);
}

static bool selftest_queue_from_nmi(struct pt_regs *regs)
{
	irq_work_queue(&test_work);
	atomic_inc(&test_nmis); /* only now: who waits for it then waits for the work */
	return true;
}

int selftest_irq_work(void)
{
	if (!apic_present())
		return 0;
	init_irq_work(&test_work, selftest_work_ran);
	atomic_set(&test_nmis, 0);
	atomic_set(&test_works, 0);
	nmi_set_handler(selftest_queue_from_nmi);
	for (u32 i = 0; i < TEST_CALLS; i++) {
		nmi_send(cpumask_of(i % nr_cpu_ids));
		while (atomic_read(&test_nmis) <= (int)i)
			usleep_range(100, 200);
		irq_work_sync(&test_work);
	}
	nmi_set_handler(NULL);
	SELFTEST_EXPECT(atomic_read(&test_nmis) == TEST_CALLS, atomic_read(&test_nmis));
	SELFTEST_EXPECT(atomic_read(&test_works) == TEST_CALLS, atomic_read(&test_works));
	return 0;
}

static bool selftest_count_nmi(struct pt_regs *regs)
{
	atomic_inc(&test_nmis);
	return true;
}

int selftest_nmi(void)
{
	int error;

	if (!apic_present())
		return 0;
	atomic_set(&test_nmis, 0);
	nmi_set_handler(selftest_count_nmi);
	nmi_periodic_start(TEST_NMI_PERIOD_NS);
	error = selftest_smp_call();
	if (!error)
		error = selftest_hrtimer();
	nmi_periodic_stop();
	msleep(10);
	nmi_set_handler(NULL);
	SELFTEST_EXPECT(atomic_read(&test_nmis) > 0, atomic_read(&test_nmis));
	return error;
}

static int selftest_count_up(void *data)
{
	struct test_thread *thread = data;

	while (!kthread_should_stop())
		WRITE_ONCE(thread->count, thread->count + 1);
	return 0;
}

/* Runs in the stopped machine: nobody counts. */
static int selftest_watch_counters(void *data)
{
	u64 sum[2] = {0, 0};
	u32 cpu;

	for (int look = 0; look < 2; look++) {
		u64 end = ktime_get_ns() + TEST_WATCH_NS;

		for_each_online_cpu (cpu)
			sum[look] += READ_ONCE(test_threads[cpu].count);
		while (ktime_get_ns() < end)
			cpu_relax();
	}
	if (data)
		atomic_inc(data);
	return sum[0] == sum[1] && irqs_disabled() ? 0 : -EIO;
}

/* Another caller at the same time, on any CPU. */
static int selftest_stop_as_well(void *data)
{
	int error = 0;

	while (!kthread_should_stop()) {
		if (!error)
			error = stop_machine(selftest_watch_counters, NULL, NULL);
		usleep_range(500, 1000);
	}
	return error;
}

static int selftest_stop_often(void)
{
	cpumask_t all = READ_ONCE(cpu_online_mask);
	atomic_t runs;
	int error;

	for (u32 i = 0; i < TEST_STOPS / num_online_cpus() + 1; i++) {
		error = stop_machine(selftest_watch_counters, NULL, NULL);
		SELFTEST_EXPECT(!error, error);
		atomic_set(&runs, 0);
		error = stop_machine(selftest_watch_counters, &runs, &all);
		SELFTEST_EXPECT(!error, error);
		SELFTEST_EXPECT(atomic_read(&runs) == (int)num_online_cpus(), atomic_read(&runs));
	}
	return 0;
}

int selftest_stop_machine(void)
{
	struct task_struct *other;
	int error, other_error;

	error = selftest_start_threads(selftest_count_up);
	SELFTEST_EXPECT(!error, error);
	other = kthread_create(selftest_stop_as_well, NULL, "selftest/stop");
	SELFTEST_EXPECT(!IS_ERR(other), PTR_ERR(other));
	wake_up_process(other);
	nmi_periodic_start(TEST_NMI_PERIOD_NS);
	error = selftest_stop_often();
	nmi_periodic_stop();
	other_error = kthread_stop(other);
	selftest_stop_threads();
	SELFTEST_EXPECT(!error, error);
	SELFTEST_EXPECT(!other_error, other_error);
	return 0;
}

static int selftest_must_not_run(void *data)
{
	*(bool *)data = true;
	return 0;
}

static u32 test_deaf;

/* Takes no interrupt while test_deaf is 1; says 2 when it has begun. */
static int selftest_be_deaf(void *data)
{
	local_irq_disable();
	WRITE_ONCE(test_deaf, 2);
	while (READ_ONCE(test_deaf) == 2)
		cpu_relax();
	local_irq_enable();
	selftest_wait_for_stop();
	return 0;
}

int selftest_stop_machine_refusals(void)
{
	u32 other;
	struct task_struct *deaf;
	bool ran = false;
	int error;

	preempt_disable();
	other = selftest_other_cpu();
	error = stop_machine(selftest_must_not_run, &ran, NULL);
	preempt_enable();
	SELFTEST_EXPECT(error == -EDEADLK && !ran, error);
	if (num_online_cpus() == 1)
		return 0;
	deaf = kthread_create_on_cpu(selftest_be_deaf, NULL, other, "selftest/deaf");
	SELFTEST_EXPECT(!IS_ERR(deaf), PTR_ERR(deaf));
	test_deaf = 1;
	wake_up_process(deaf);
	while (READ_ONCE(test_deaf) != 2)
		msleep(1);
	error = stop_machine(selftest_must_not_run, &ran, NULL);
	WRITE_ONCE(test_deaf, 0);
	kthread_stop(deaf);
	SELFTEST_EXPECT(error == -ETIMEDOUT && !ran, error);
	error = stop_machine(selftest_must_not_run, &ran, NULL);
	SELFTEST_EXPECT(!error && ran, error);
	return 0;
}
