/* SPDX-License-Identifier: MIT */
/* ps and top: the tasks there are, and what they do. */
#include "kernel/mm/mm.h"
#include "kernel/mm/vmalloc.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/stat.h"
#include "kernel/shell/cmds/commands.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/cmds/output.h"
#include "kernel/shell/stdio.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "lib/math.h"
#include "lib/printf.h"
#include "lib/sort.h"
#include "lib/string.h"

#define TOP_TASKS_MAX 1024
#define TOP_ROWS      18

/* Writes MINUTES:SECONDS.HUNDREDTHS. */
static void format_cpu_time(char *text, size_t bytes, u64 ns)
{
	u64 hundredths = ns / 10000000;

	snprintf(text, bytes, "%lu:%02lu.%02lu", hundredths / 6000, hundredths / 100 % 60,
		 hundredths % 100);
}

static void ps_print(struct task_struct *task)
{
	char time[24];

	format_cpu_time(time, sizeof(time), task_sched_runtime(task));
	cmd_printf("%5d %5d %c %3u %3d %9s %s\n", task->pid, task->parent ? task->parent->pid : 0,
		   task_state_to_char(task), task_cpu(task), task->prio, time, task->comm);
}

int cmd_ps(int argc, char **argv)
{
	struct task_struct *task;
	pid_t next = 0;

	cmd_puts("  PID  PPID S CPU PRI      TIME COMMAND\n");
	while ((task = get_next_task(next)) && !cmd_interrupted()) {
		next = task->pid + 1;
		ps_print(task);
		put_task_struct(task);
	}
	return 0;
}

/* What top knows of one task. */
struct top_task {
	pid_t pid;
	char state;
	u32 cpu;
	u64 runtime_ns; /* since it began */
	u64 recent_ns;	/* since the table before */
	char comm[TASK_COMM_LEN];
};

struct top {
	struct top_task *now, *before; /* sorted by pid */
	u32 count, count_before;
	u64 time_ns, time_before_ns;
};

static void top_collect(struct top *top)
{
	struct task_struct *task;
	pid_t next = 0;

	top->count = 0;
	top->time_ns = ktime_get_ns();
	while (top->count < TOP_TASKS_MAX && (task = get_next_task(next))) {
		struct top_task *row = &top->now[top->count++];

		next = task->pid + 1;
		*row = (struct top_task){.pid = task->pid,
					 .state = task_state_to_char(task),
					 .cpu = task_cpu(task),
					 .runtime_ns = task_sched_runtime(task)};
		strscpy(row->comm, task->comm, sizeof(row->comm));
		put_task_struct(task);
	}
}

/* Both tables are sorted by pid: one walk finds who was there before. */
static void top_compare(struct top *top)
{
	u32 old = 0;

	for (u32 i = 0; i < top->count; i++) {
		struct top_task *row = &top->now[i];

		while (old < top->count_before && top->before[old].pid < row->pid)
			old++;
		row->recent_ns = row->runtime_ns;
		if (old < top->count_before && top->before[old].pid == row->pid)
			row->recent_ns -= min(top->before[old].runtime_ns, row->runtime_ns);
	}
}

static int top_order(const void *a, const void *b)
{
	const struct top_task *left = a, *right = b;

	if (left->recent_ns != right->recent_ns)
		return left->recent_ns > right->recent_ns ? -1 : 1;
	return left->pid < right->pid ? -1 : left->pid > right->pid;
}

static int top_pid_order(const void *a, const void *b)
{
	const struct top_task *left = a, *right = b;

	return left->pid < right->pid ? -1 : left->pid > right->pid;
}

static void top_print_head(const struct top *top)
{
	struct sysinfo memory;
	u64 loads[3];

	get_avenrun(loads);
	si_meminfo(&memory);
	cmd_printf("top - up %lu s, %u tasks, %u running, load %lu.%02lu %lu.%02lu %lu.%02lu\n",
		   top->time_ns / NSEC_PER_SEC, top->count, nr_running(), LOAD_INT(loads[0]),
		   LOAD_CENTI(loads[0]), LOAD_INT(loads[1]), LOAD_CENTI(loads[1]),
		   LOAD_INT(loads[2]), LOAD_CENTI(loads[2]));
	cmd_printf("%u CPUs; memory %lu KiB, %lu KiB free; %lu context switches\n\n",
		   num_online_cpus(), memory.managed / 1024, memory.freeram / 1024,
		   nr_context_switches());
	cmd_puts("  PID S CPU  %CPU      TIME COMMAND\n");
}

static void top_print(struct top *top)
{
	u64 elapsed = max(top->time_ns - top->time_before_ns, 1ul);

	top_print_head(top);
	sort(top->now, top->count, sizeof(*top->now), top_order);
	for (u32 i = 0; i < min(top->count, (u32)TOP_ROWS); i++) {
		const struct top_task *row = &top->now[i];
		u64 permille = row->recent_ns * 1000 / elapsed;
		char time[24];

		format_cpu_time(time, sizeof(time), row->runtime_ns);
		cmd_printf("%5d %c %3u %3lu.%lu %9s %s\n", row->pid, row->state, row->cpu,
			   permille / 10, permille % 10, time, row->comm);
	}
	sort(top->now, top->count, sizeof(*top->now), top_pid_order);
}

static void top_next(struct top *top)
{
	struct top_task *before = top->before;

	top->before = top->now;
	top->count_before = top->count;
	top->time_before_ns = top->time_ns;
	top->now = before;
	top_collect(top);
	top_compare(top);
}

static void top_run(struct top *top, unsigned long tables, u64 delay_ns, bool batch)
{
	top_collect(top);
	for (unsigned long i = 0; i < tables; i++) {
		if (cmd_sleep_until(ktime_get_ns() + delay_ns))
			break;
		top_next(top);
		if (!batch)
			cmd_puts("\033[H\033[J");
		top_print(top);
		if (cmd_flush())
			break;
	}
}

int cmd_top(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	struct top top = {.count = 0};
	unsigned long tables = ~0ul;
	u64 delay_ns = NSEC_PER_SEC;
	bool batch = !cmd_is_terminal(1);
	int letter;

	while ((letter = cmd_next_option(&options, "bn:d:"))) {
		if (letter == CMD_OPTION_BAD)
			return 2;
		batch |= letter == 'b';
		if (letter == 'n' && cmd_number(options.value, &tables))
			return 1;
		if (letter == 'd' && cmd_duration(options.value, &delay_ns))
			return 1;
	}
	top.now = vzalloc(TOP_TASKS_MAX * sizeof(*top.now));
	top.before = vzalloc(TOP_TASKS_MAX * sizeof(*top.before));
	if (!top.now || !top.before)
		cmd_fail("no memory");
	else
		top_run(&top, tables, delay_ns, batch);
	vfree(top.now);
	vfree(top.before);
	return 0;
}
