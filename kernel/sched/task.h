/* SPDX-License-Identifier: MIT */
/*
 * What the kernel knows of a task: one struct task_struct per thread of
 * execution, the idle task of each processor included.
 */
#pragma once

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/percpu.h"
#include "kernel/locks/spinlock.h"
#include "kernel/sched/wait_queue.h"
#include "lib/list.h"
#include "lib/timerqueue.h"

struct files_struct;
struct fs_struct;
struct mm_struct;
struct kthread;
struct shell_process;
struct sched_class;
struct fgraph_stack;

#define TASK_COMM_LEN 16
/* A kernel stack; an unmapped guard page lies below it. */
#define THREAD_SIZE (16 * 1024ul)

/* task_struct.__state; the bits are Linux's, as sched_switch prints them. */
#define TASK_RUNNING	     0x0000u
#define TASK_INTERRUPTIBLE   0x0001u /* a kill wakes it */
#define TASK_UNINTERRUPTIBLE 0x0002u
#define __TASK_STOPPED	     0x0004u
#define TASK_DEAD	     0x0080u /* has called do_exit(), will never run again */
#define TASK_WAKING	     0x0200u /* try_to_wake_up() is choosing a processor */
#define TASK_NOLOAD	     0x0400u /* not counted in the load average */
#define TASK_NEW	     0x0800u /* not yet started by wake_up_new_task() */
#define TASK_IDLE	     (TASK_UNINTERRUPTIBLE | TASK_NOLOAD)
#define TASK_NORMAL	     (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE)

/* task_struct.exit_state. */
#define EXIT_DEAD   0x0010u /* nobody waits for it: it vanishes by itself */
#define EXIT_ZOMBIE 0x0020u /* keeps its exit code for kernel_wait4() */

/* task_struct.flags; the bits are Linux's. */
#define PF_IDLE		  0x00000002u
#define PF_EXITING	  0x00000004u
#define PF_WQ_WORKER	  0x00000020u
#define PF_KTHREAD	  0x00200000u /* serves the kernel: cannot be killed */
#define PF_NO_SETAFFINITY 0x04000000u

/* Scheduling policies, Linux's numbers. */
#define SCHED_NORMAL 0
#define SCHED_FIFO   1 /* runs until it sleeps, yields or a better one comes */
#define SCHED_RR     2 /* the same, but takes turns with its equals */

/* task_struct.prio: smaller is better. 0-99 real time, 100-139 fair (120 is nice 0). */
#define MAX_RT_PRIO  100
#define DEFAULT_PRIO 120
#define MAX_PRIO     140
#define MIN_NICE     (-20)
#define MAX_NICE     19

/* Signal numbers a task can be killed with. */
#define SIGINT	2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15

/* Room for the tracer, which alone reads and writes it; zero in a new task. */
struct task_trace {
	u32 recursion; /* one bit per context level that is inside a callback */
	u32 flags;
	struct fgraph_stack *fgraph; /* trace/core/fgraph.h; NULL until it is needed */
};

/* What the scheduling classes keep per task. All of it: [rq]. */
struct sched_entity {
	struct timerqueue_node fair_node; /* in the fair queue while it waits; expires: vruntime */
	struct list_head run_list;	  /* in the list its class keeps, running or waiting */
	u64 vruntime;		   /* ns, weighted by nice: the fair class runs the smallest */
	u64 exec_start;		   /* ns, start of the time not yet accounted */
	u64 sum_exec_runtime;	   /* ns on a processor since the task was created */
	u64 prev_sum_exec_runtime; /* its value when the task was last picked */
	u32 weight;		   /* 1024 at nice 0 */
	u32 rr_ticks_left;	   /* SCHED_RR: ticks until its equals get a turn */
};

/*
 * Who may change a member:
 *  [const] set at creation	[self] the task itself	[atomic] atomic operations
 *  [rq]    the lock of the run queue of processor .cpu
 *  [pi]    .pi_lock		[tl]   tasklist_lock
 */
struct task_struct {
	u64 sp;	     /* saved stack pointer while not running: arch/x86_64/switch.asm */
	void *stack; /* [const] lowest byte of THREAD_SIZE bytes */
	u32 __state; /* [self] to sleep, [pi] and [rq] to wake: kernel/sched/sched.h */
	u32 flags;   /* [self] PF_ */
	atomic_t usage;
	atomic_t stack_usage; /* 0: the stack is given back, or about to be */

	u32 on_cpu;	  /* [rq] runs now, or its registers are still being saved */
	u32 on_rq;	  /* [rq] counted in its run queue, running or waiting */
	u32 cpu;	  /* [pi] and [rq] the processor it runs or last ran on */
	u64 cpus_allowed; /* [pi] and [rq] bit N: may run on processor N */
	int prio;	  /* [rq] what the scheduler goes by */
	int static_prio;  /* [rq] 120 + nice */
	u32 policy;	  /* [rq] SCHED_ */
	u32 rt_priority;  /* [rq] 1 (worst) to 99 (best); 0 when SCHED_NORMAL */
	const struct sched_class *sched_class; /* [rq] */
	struct sched_entity se;
	spinlock_t pi_lock;	      /* one waker at a time; taken before a run queue's lock */
	u64 nvcsw;		      /* [rq] switches because it slept */
	u64 nivcsw;		      /* [rq] switches because another was better */
	bool uninterruptible_counted; /* [rq] its sleep is in rq->nr_uninterruptible */

	pid_t pid;		  /* [const] */
	pid_t tgid;		  /* [const] */
	char comm[TASK_COMM_LEN]; /* [self] always ends with 0: set_task_comm() */
	u64 start_time;		  /* [const] ns since boot */
	u64 utime;		  /* ns in user mode */
	u32 pending_signal;	  /* [atomic] 0, or the signal that kills it */
	u32 exit_state;		  /* [tl] 0 or EXIT_ */
	int exit_code;		  /* [self] until exit_state is set: Linux's wait status */

	struct mm_struct *mm;	     /* NULL for kernel threads */
	struct files_struct *files;  /* open files, or NULL */
	struct fs_struct *fs;	     /* current directory, or NULL */
	struct kthread *kthread;     /* [const] of threads made by kthread_create(), else NULL */
	struct shell_process *shell; /* [self] of the shell's commands (kernel/shell/), else NULL */

	struct task_struct *parent;	      /* [tl] gets the exit code */
	struct list_head tasks;		      /* [tl] all tasks but the idle ones */
	struct list_head children;	      /* [tl] */
	struct list_head sibling;	      /* [tl] in parent->children */
	struct wait_queue_head wait_chldexit; /* where it waits for its children */

	struct task_trace trace; /* [self] */
};

DECLARE_PER_CPU(struct task_struct *, current_task);

/* The task that runs here. Valid from sched_early_init() on. Context: any. */
static __always_inline struct task_struct *get_current(void)
{
	return current_task;
}
#define current get_current()

/* CPU 0's idle task; it also is who runs kmain(). */
extern struct task_struct init_task;

static __always_inline u32 task_cpu(const struct task_struct *task)
{
	return READ_ONCE(task->cpu);
}

static __always_inline int task_nice(const struct task_struct *task)
{
	return task->static_prio - DEFAULT_PRIO;
}

static __always_inline bool is_idle_task(const struct task_struct *task)
{
	return task->flags & PF_IDLE;
}

/* The first byte above the task's stack. */
static __always_inline u64 task_stack_top(const struct task_struct *task)
{
	return (u64)task->stack + THREAD_SIZE;
}

/* Whether @task was killed: a sleep ends early with -EINTR, and a long loop should give up. */
static __always_inline bool signal_pending(const struct task_struct *task)
{
	return unlikely(READ_ONCE(task->pending_signal) != 0);
}

/* The letter of `ps`: R running, S, D (uninterruptible), T, Z (zombie), X (dead), I (idle). */
char task_state_to_char(const struct task_struct *task);

/**
 * kernel_thread() - make a new task and let it run.
 * @fn:    what it runs; its return value (0 to 255) becomes the exit code.
 * @arg:   handed to @fn; stays the caller's unless the two agree otherwise.
 * @comm:  its name, cut to 15 bytes.
 *
 * The child of the caller: it inherits nice value, processors allowed, and a
 * copy of open files and current directory. Somebody must kernel_wait4() for it.
 * For threads that serve the kernel use kthread_run().
 *
 * Context: task, may sleep. Return: its pid, or -ENOMEM, or -EAGAIN: no pid left.
 */
pid_t kernel_thread(int (*fn)(void *arg), void *arg, const char *comm);

/**
 * copy_process() - the same, but the task does not run yet.
 *
 * Context: task, may sleep. Return: the task with a reference for the caller, who starts it with
 * wake_up_new_task(); or ERR_PTR(-ENOMEM), ERR_PTR(-EAGAIN).
 */
struct task_struct *copy_process(int (*fn)(void *arg), void *arg, const char *comm);

/* Ends the caller. @code: Linux's wait status, exit code << 8 or the signal. Context: task. */
void __noreturn do_exit(int code);

/* kernel_wait4(): do not sleep. */
#define WNOHANG 1

/**
 * kernel_wait4() - wait for a child to exit, and forget it.
 * @pid:     the child, or -1 for any.
 * @status:  where the wait status goes (exit code << 8, or the signal); may be NULL.
 * @options: 0 or WNOHANG.
 *
 * Context: task, sleeps. Return: the child's pid; 0 if WNOHANG and none has exited; -ECHILD if
 * there is no such child; -EINTR if the caller was killed.
 */
pid_t kernel_wait4(pid_t pid, int *status, int options);

/* Waits for the child @pid as kernel_wait4() does. Return: 0 or its error. */
int wait_for_task_exit(pid_t pid, int *status);

/*
 * Marks @task as killed by @sig and wakes it if it sleeps interruptibly. It
 * ends itself when it notices. Kernel threads (PF_KTHREAD) and init ignore it.
 * Context: any but NMI; the caller holds a reference.
 */
void send_sig(int sig, struct task_struct *task);

/* Forgets that the task was killed; for a shell, which Ctrl-C does not end. */
void flush_signals(struct task_struct *task);

static inline void kill_task(struct task_struct *task)
{
	send_sig(SIGTERM, task);
}

/* The task stays readable until put_task_struct(), even after its exit. Context: any but NMI. */
static inline void get_task_struct(struct task_struct *task)
{
	atomic_inc(&task->usage);
}

void put_task_struct(struct task_struct *task);

/*
 * Keeps the stack of a task that may end meanwhile, for reading it. Context: any.
 * Return: false if it is gone; else put_task_stack() when done, not from an NMI.
 */
bool try_get_task_stack(struct task_struct *task);
void put_task_stack(struct task_struct *task);

/* Context: any but NMI. Return: the task with a reference for the caller, or NULL. */
struct task_struct *find_get_task_by_pid(pid_t pid);

/*
 * For walking all tasks without holding a lock: pid = 0 first, then the last pid + 1.
 * Return: the task with the smallest pid >= @pid, with a reference; NULL at the end.
 */
struct task_struct *get_next_task(pid_t pid);

/*
 * Guards the list of all tasks and who is whose parent. Taken with interrupts
 * off, as a sysrq walks the list from an interrupt.
 */
extern spinlock_t tasklist_lock;
/* [tasklist_lock] every task but the idle ones, oldest first, by .tasks. */
extern struct list_head task_list;

/* Cuts @comm to 15 bytes. Context: any; readers may see a mixture for a moment, always ended. */
void set_task_comm(struct task_struct *task, const char *comm);
