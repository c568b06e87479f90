/* SPDX-License-Identifier: MIT */
/* The command: starts the workers, waits, says what they did. */
#include "kernel/mm/slab.h"
#include "kernel/sched/completion.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/output.h"
#include "kernel/shell/stdio.h"
#include "kernel/smp/cpumask.h"
#include "kernel/stress/stress.h"
#include "kernel/time/clock.h"
#include "lib/compiler.h"
#include "lib/errno.h"
#include "lib/printf.h"
#include "lib/strerror.h"
#include "lib/string.h"

#define LOADS_MAX	8
#define SECONDS_DEFAULT 5

const struct stress_load stress_loads[] = {
	{"sched", "tasks that wake each other, move, begin and end", stress_sched},
	{"mm", "pages, objects and areas, taken and given back", stress_mm},
	{"vfs", "files, directories and pipes", stress_vfs},
	{"timer", "timers and sleeps of 100 us", stress_timer},
	{"work", "work items, some delayed, on all processors", stress_work},
	{"irq", "interrupts that processors send each other", stress_irq},
	{"call", "calls of stress_call_target, not part of all", stress_call},
	{0},
};

/* One run of the command. Workers touch it until they have called complete(). */
struct stress_run {
	const struct stress_load *loads[LOADS_MAX];
	u32 load_count, cpus, worker_count;
	u64 duration_ns, limit;
	bool stop;
	struct completion ended; /* once per worker */
	struct stress_task {
		struct stress_run *run;
		struct stress_worker worker;
		pid_t pid;
	} * tasks;
};

bool stress_goes_on(struct stress_worker *w)
{
	w->operations++;
	if (w->operations >= w->limit || w->failure)
		return false;
	cond_resched();
	return !READ_ONCE(*w->stop);
}

void stress_fail(struct stress_worker *w, const char *what, int error)
{
	if (w->failure)
		return;
	w->failure = what;
	w->error = error;
}

static int stress_worker_main(void *data)
{
	struct stress_task *task = data;
	struct stress_worker *w = &task->worker;
	int failed;

	w->load->run(w);
	failed = w->failure ? 1 : 0;
	complete(&task->run->ended);
	return failed;
}

static int stress_start_worker(struct stress_run *run, const struct stress_load *load, u32 cpu)
{
	struct stress_task *started = &run->tasks[run->worker_count];
	struct task_struct *task;
	char name[TASK_COMM_LEN];

	*started = (struct stress_task){.run = run};
	started->worker = (struct stress_worker){.load = load,
						 .cpu = cpu,
						 .cpus = run->cpus,
						 .limit = run->limit,
						 .stop = &run->stop};
	snprintf(name, sizeof(name), "stress-%s/%u", load->name, cpu);
	task = copy_process(stress_worker_main, started, name);
	if (IS_ERR(task))
		return cmd_fail("%s: no task can be made", name);
	set_cpus_allowed_ptr(task, cpumask_of(cpu));
	started->pid = task->pid;
	run->worker_count++;
	wake_up_new_task(task);
	put_task_struct(task);
	return 0;
}

/* Waits for the time, or for workers that have a number of operations to do; or for a kill. */
static void stress_wait(struct stress_run *run)
{
	u32 ended = 0;

	if (run->limit == ~0ul)
		cmd_sleep_until(ktime_get_ns() + run->duration_ns);
	else
		while (ended < run->worker_count && !wait_for_completion_interruptible(&run->ended))
			ended++;
	WRITE_ONCE(run->stop, true);
	for (; ended < run->worker_count; ended++)
		wait_for_completion(&run->ended);
}

static int stress_report(const struct stress_run *run, const struct stress_load *load, u64 ns)
{
	u64 operations = 0;
	int status = 0;

	for (u32 i = 0; i < run->worker_count; i++) {
		const struct stress_worker *w = &run->tasks[i].worker;

		if (w->load != load)
			continue;
		operations += w->operations;
		if (w->failure)
			status = cmd_fail("%s on CPU %u: %s: %s", load->name, w->cpu, w->failure,
					  w->error ? strerror(w->error) : "wrong result");
	}
	cmd_printf("%-6s %10lu operations on %u CPU%s in %lu.%03lu s\n", load->name, operations,
		   run->cpus, run->cpus == 1 ? "" : "s", ns / NSEC_PER_SEC,
		   ns / NSEC_PER_MSEC % 1000);
	return status;
}

static int stress_run_all(struct stress_run *run)
{
	u64 begin = ktime_get_ns();
	int status = 0;

	run->tasks = kcalloc(run->load_count * run->cpus, sizeof(*run->tasks), GFP_KERNEL);
	if (!run->tasks)
		return cmd_fail("no memory");
	init_completion(&run->ended);
	for (u32 i = 0; i < run->load_count && !status; i++)
		for (u32 cpu = 0; cpu < run->cpus && !status; cpu++)
			status = stress_start_worker(run, run->loads[i], cpu);
	if (status)
		run->duration_ns = run->limit = 0;
	stress_wait(run);
	begin = ktime_get_ns() - begin;
	for (u32 i = 0; i < run->load_count; i++)
		status |= stress_report(run, run->loads[i], begin);
	for (u32 i = 0; i < run->worker_count; i++)
		kernel_wait4(run->tasks[i].pid, NULL, 0);
	kfree(run->tasks);
	return status;
}

/* Adds the load of that name, or all of them. Return: 0 or 1. */
static int stress_add_load(struct stress_run *run, const char *name)
{
	bool all = !strcmp(name, "all"), found = false;

	for (const struct stress_load *load = stress_loads; load->name; load++) {
		if (all ? load->run == stress_call : strcmp(name, load->name) != 0)
			continue;
		found = true;
		if (run->load_count < LOADS_MAX)
			run->loads[run->load_count++] = load;
	}
	return found ? 0 : cmd_fail("%s: no such load", name);
}

static int stress_list(void)
{
	for (const struct stress_load *load = stress_loads; load->name; load++)
		cmd_printf("%-6s %s\n", load->name, load->summary);
	return 0;
}

static int stress_option(struct stress_run *run, int letter, const char *value)
{
	unsigned long number;

	switch (letter) {
	case 't':
		return cmd_duration(value, &run->duration_ns);
	case 'n':
		if (cmd_number(value, &run->limit))
			return 1;
		return run->limit ? 0 : cmd_fail("-n takes 1 or more");
	case 'c':
		if (cmd_number(value, &number))
			return 1;
		if (!number || number > num_online_cpus())
			return cmd_fail("-c takes 1 to %u", num_online_cpus());
		run->cpus = number;
		return 0;
	}
	return 2;
}

int cmd_stress(int argc, char **argv)
{
	struct stress_run run = {.duration_ns = SECONDS_DEFAULT * NSEC_PER_SEC, .limit = ~0ul};
	struct cmd_options options = cmd_options_begin(argc, argv);
	int letter, failed;

	run.cpus = num_online_cpus();
	/* Options and loads in any order. */
	do {
		letter = cmd_next_option(&options, "t:c:n:");
		failed = 0;
		if (letter)
			failed = stress_option(&run, letter, options.value);
		else if (options.index < argc)
			failed = stress_add_load(&run, argv[options.index++]);
	} while (!failed && options.index < argc);
	if (failed)
		return failed;
	return run.load_count ? stress_run_all(&run) : stress_list();
}
