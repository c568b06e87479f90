/* SPDX-License-Identifier: MIT */
/* How a task comes into being, and how what it was made of is given back. */
#include "kernel/sched/fork.h"

#include "arch/x86_64/switch.h"
#include "kernel/fs/fdtable.h"
#include "kernel/mm/slab.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/panic.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/pid.h"
#include "kernel/sched/rq.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/wait.h"
#include "kernel/time/clock.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"
#include "trace/core/fgraph_hooks.h"
#include "trace/core/pid_hooks.h"
#include "trace/events/sched.h"
#include "trace/events/signal.h"

static struct kmem_cache *task_struct_cache;

bool try_get_task_stack(struct task_struct *p)
{
	int usage = atomic_read(&p->stack_usage), found;

	for (; usage; usage = found) {
		found = cmpxchg(&p->stack_usage.counter, usage, usage + 1);
		if (found == usage)
			return true;
	}
	return false;
}

void put_task_stack(struct task_struct *p)
{
	void *stack = p->stack;

	if (!atomic_dec_and_test(&p->stack_usage))
		return;
	p->stack = NULL;
	if (free_kernel_stack(stack))
		wake_up_process(kthreadd_task); /* which may sleep, and so can unmap some */
}

static struct task_struct *alloc_task_struct(void)
{
	struct task_struct *p = kmem_cache_zalloc(task_struct_cache, GFP_KERNEL);

	if (!p)
		return NULL;
	p->stack = alloc_kernel_stack();
	if (!p->stack) {
		kmem_cache_free(task_struct_cache, p);
		return NULL;
	}
	return p;
}

/* A task that was never visible to anybody. */
static void free_new_task(struct task_struct *p)
{
	exit_files(p);
	exit_fs(p);
	free_kernel_stack(p->stack);
	kmem_cache_free(task_struct_cache, p);
}

void put_task_struct(struct task_struct *p)
{
	if (!atomic_dec_and_test(&p->usage))
		return;
	if (p->stack || p == current)
		panic("sched: the last reference to %s/%d went while it lives", p->comm, p->pid);
	trace_sched_process_free(p);
	free_kthread_struct(p);
	trace_fgraph_free_task(p);
	kmem_cache_free(task_struct_cache, p);
}

void set_task_comm(struct task_struct *p, const char *comm)
{
	char name[TASK_COMM_LEN] = "";
	u32 i;

	strscpy(name, comm, sizeof(name));
	/* The last byte is 0 and stays 0, whoever reads meanwhile. */
	for (i = 0; i < TASK_COMM_LEN - 1; i++)
		WRITE_ONCE(p->comm[i], name[i]);
}

/* What the scheduler keeps of a new task: as if it had never run. */
static noinline void sched_fork(struct task_struct *p)
{
	p->__state = TASK_NEW;
	p->cpu = task_cpu(current);
	p->cpus_allowed = CPU_MASK_ALL;
	p->static_prio = DEFAULT_PRIO;
	p->prio = DEFAULT_PRIO;
	p->policy = SCHED_NORMAL;
	p->sched_class = &fair_sched_class;
	p->se.weight = nice_to_weight(0);
}

/* What a child takes over from the caller; a real-time policy is not inherited. */
static int copy_from_parent(struct task_struct *p)
{
	int error;

	p->cpus_allowed = current->cpus_allowed;
	p->static_prio = current->static_prio;
	p->prio = current->static_prio;
	p->se.weight = nice_to_weight(task_nice(p));
	error = copy_files(p, false);
	return error ? error : copy_fs(p, false);
}

static struct task_struct *dup_task_struct(const struct kernel_clone_args *args)
{
	struct task_struct *p = alloc_task_struct();

	if (!p)
		return NULL;
	/* One reference for the scheduler, one for the list of all tasks. */
	atomic_set(&p->usage, 2);
	atomic_set(&p->stack_usage, 1);
	spin_lock_init(&p->pi_lock);
	INIT_LIST_HEAD(&p->children);
	init_waitqueue_head(&p->wait_chldexit);
	set_task_comm(p, args->comm);
	p->start_time = ktime_get_ns();
	p->flags = args->flags;
	p->kthread = args->kthread;
	sched_fork(p);
	arch_setup_new_task(p, args->fn, args->arg);
	return p;
}

noinline struct task_struct *clone_task(const struct kernel_clone_args *args)
{
	struct task_struct *p = dup_task_struct(args);
	struct task_struct *parent = args->parent ? args->parent : current;
	int error = 0;

	if (!p)
		return ERR_PTR(-ENOMEM);
	if (!args->parent)
		error = copy_from_parent(p);
	if (!error)
		error = min(attach_pid(p, parent), 0);
	if (error) {
		free_new_task(p);
		return ERR_PTR(error);
	}
	trace_pids_sched_process_fork(parent, p);
	trace_sched_process_fork(parent, p);
	trace_fgraph_new_task(p);
	return p;
}

struct task_struct *copy_process(int (*fn)(void *arg), void *arg, const char *comm)
{
	struct kernel_clone_args args = {.fn = fn, .arg = arg, .comm = comm};
	struct task_struct *p = clone_task(&args);

	if (!IS_ERR(p))
		get_task_struct(p);
	return p;
}

pid_t kernel_thread(int (*fn)(void *arg), void *arg, const char *comm)
{
	struct task_struct *p = copy_process(fn, arg, comm);
	pid_t pid;

	if (IS_ERR(p))
		return PTR_ERR(p);
	pid = p->pid;
	wake_up_new_task(p);
	put_task_struct(p);
	return pid;
}

void new_task_entry(struct task_struct *prev, int (*fn)(void *arg), void *arg)
{
	int result, signal;

	schedule_tail(prev);
	result = fn(arg);
	signal = (int)READ_ONCE(current->pending_signal);
	if (!signal)
		do_exit((result & 0xff) << 8);
	trace_signal_deliver(signal);
	do_exit(signal);
}

void fork_init(void)
{
	task_struct_cache = kmem_cache_create("task_struct", sizeof(struct task_struct), 64);
	if (!task_struct_cache)
		panic("sched: no memory for tasks");
}

struct task_struct *alloc_idle_task(void)
{
	struct kernel_clone_args args = {.comm = "swapper", .flags = PF_IDLE | PF_KTHREAD};

	return dup_task_struct(&args);
}
