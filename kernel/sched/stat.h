/* SPDX-License-Identifier: MIT */
/*
 * The scheduler's figures, for /proc, ps and top. They are read without locks:
 * each is right, but two may be of different moments.
 */
#pragma once

#include "kernel/sched/task.h"

/* ns that processor @cpu was idle since boot, the present idle period included. */
u64 get_cpu_idle_time_ns(u32 cpu);
/* Context switches of processor @cpu, or of all. */
u64 nr_context_switches_cpu(u32 cpu);
u64 nr_context_switches(void);
/* Tasks that run or wait for a processor, idle tasks not counted. */
u32 nr_running(void);
u32 nr_running_cpu(u32 cpu);
/* Tasks that are counted as load though they sleep. */
u64 nr_uninterruptible(void);

/* ns that @task has run, up to now if it runs. */
u64 task_sched_runtime(struct task_struct *task);

/* Tasks there are, and that were ever made. */
u32 get_nr_processes(void);
u64 get_total_forks(void);

/* Load averages over 1, 5 and 15 minutes, in units of 1 / LOAD_ONE. Context: any but NMI. */
#define LOAD_SHIFT  11
#define LOAD_ONE    (1ul << LOAD_SHIFT)
#define LOAD_INT(x) ((x) >> LOAD_SHIFT)
#define LOAD_CENTI(x)                                                              \
	(((x) & (LOAD_ONE - 1)) * 100 >> LOAD_SHIFT) /* two digits after the point \
						      */
void get_avenrun(u64 loads[3]);

/* The last pid given out: the last word of /proc/loadavg. */
pid_t get_last_pid(void);

/* Prints all tasks with their stacks to the log, for sysrq-t; and one. Context: any but NMI. */
void show_state(void);
void sched_show_task(struct task_struct *task);
