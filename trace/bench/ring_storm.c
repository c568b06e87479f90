/* SPDX-License-Identifier: MIT */
/*
 * ringstorm: on every processor a task, a softirq, an interrupt and NMIs write
 * into one ring, while this task takes events, takes whole pages and looks on.
 * Every event carries its number and a checksum: none may be torn, doubled or
 * out of order, and those missing must be those the ring says it lost.
 */
#include "arch/x86_64/nmi.h"
#include "kernel/sched/kthread.h"
#include "kernel/sched/sched.h"
#include "kernel/shell/cmds/options.h"
#include "kernel/shell/stdio.h"
#include "kernel/smp/cpumask.h"
#include "kernel/time/clock.h"
#include "kernel/time/hrtimer.h"
#include "kernel/time/timer.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/bench/bench.h"
#include "trace/ring/ring_write.h"

#define STORM_BYTES	    (16 * 1024ul) /* a small ring, so that writers come round often */
#define STORM_IRQ_NS	    50000
#define STORM_NMI_NS	    100000
#define STORM_SOFTIRQ_BURST 20

enum storm_level {
	STORM_TASK,
	STORM_SOFTIRQ,
	STORM_IRQ,
	STORM_NMI,
	STORM_LEVELS,
};

struct storm_event {
	u32 level;
	u32 check;
	u64 number;
} __attribute__((packed, aligned(4)));

/* One processor's writers, and what was read of its ring. */
struct storm_cpu {
	struct task_struct *task;
	struct hrtimer irq;
	struct timer_list softirq;
	u64 asked[STORM_LEVELS], refused[STORM_LEVELS]; /* each written at its level alone */
	u64 next[STORM_LEVELS], read, lost, wrong;
};

static struct storm_cpu storm_cpus[NR_CPUS];
static struct ring_buffer *storm_buffer;

static u32 storm_check(u32 level, u64 number)
{
	return (u32)(number * 2654435761u) ^ level;
}

/* Preemption is off. */
static void storm_write(u32 level)
{
	struct storm_cpu *cpu = &storm_cpus[smp_processor_id()];
	struct ring_buffer_per_cpu *rb = storm_buffer->cpu[smp_processor_id()];
	u64 number = cpu->asked[level]++;
	struct storm_event *event = ring_buffer_reserve(rb, sizeof(*event));

	if (!event) {
		cpu->refused[level]++;
		return;
	}
	event->level = level;
	event->number = number;
	event->check = storm_check(level, number);
	ring_buffer_commit(rb, event, sizeof(*event));
}

static bool storm_nmi(struct pt_regs *regs)
{
	storm_write(STORM_NMI);
	return false;
}

static enum hrtimer_restart storm_irq(struct hrtimer *timer)
{
	storm_write(STORM_IRQ);
	hrtimer_forward_now(timer, STORM_IRQ_NS);
	return HRTIMER_RESTART;
}

static void storm_softirq(struct timer_list *timer)
{
	for (u32 i = 0; i < STORM_SOFTIRQ_BURST; i++)
		storm_write(STORM_SOFTIRQ);
	mod_timer(timer, jiffies + 1);
}

static int storm_task(void *data)
{
	struct storm_cpu *cpu = data;

	hrtimer_start(&cpu->irq, STORM_IRQ_NS, HRTIMER_MODE_REL);
	mod_timer(&cpu->softirq, jiffies + 1);
	while (!kthread_should_stop()) {
		for (u32 i = 0; i < 64; i++) {
			preempt_disable();
			storm_write(STORM_TASK);
			preempt_enable();
		}
		cond_resched();
	}
	hrtimer_cancel(&cpu->irq);
	timer_delete_sync(&cpu->softirq);
	return 0;
}

static void storm_see(struct storm_cpu *cpu, u64 next[STORM_LEVELS], const struct ring_event *got)
{
	const struct storm_event *event = got->data;

	if (got->length != sizeof(*event) || event->level >= STORM_LEVELS ||
	    event->check != storm_check(event->level, event->number) ||
	    event->number < next[event->level]) {
		cpu->wrong++;
		return;
	}
	next[event->level] = event->number + 1;
}

static void storm_take_events(u32 n, u32 most)
{
	struct storm_cpu *cpu = &storm_cpus[n];
	struct ring_event got;

	for (; most && ring_buffer_consume(storm_buffer, n, &got); most--) {
		storm_see(cpu, cpu->next, &got);
		cpu->read++;
		cpu->lost += got.lost;
	}
}

static void storm_take_page(u32 n, struct ring_read_page *page)
{
	struct storm_cpu *cpu = &storm_cpus[n];
	struct ring_event got = {.lost = 0};
	struct ring_cursor cursor = {0};
	const struct ring_page_header *header;

	/* Its loss is told by the first event, whatever room the page has. */
	if (!ring_buffer_peek(storm_buffer, n, &got))
		return;
	cpu->lost += got.lost;
	if (ring_buffer_read_page(storm_buffer, n, page, false) <= 0) {
		cpu->wrong++;
		return;
	}
	header = page->data;
	cursor.ts = header->time_stamp;
	while (ring_page_next(header + 1, header->commit & RING_COMMIT_MASK, &cursor, &got)) {
		storm_see(cpu, cpu->next, &got);
		cpu->read++;
	}
}

static void storm_look_on(u32 n)
{
	struct ring_buffer_iter *iter = ring_buffer_iter_open(storm_buffer, n);
	u64 next[STORM_LEVELS] = {0};
	struct ring_event got;

	for (; iter && ring_buffer_iter_peek(iter, &got); ring_buffer_iter_advance(iter))
		storm_see(&storm_cpus[n], next, &got);
	if (iter)
		ring_buffer_iter_close(iter);
}

static int storm_writers_start(void)
{
	u32 n;

	memset(storm_cpus, 0, sizeof(storm_cpus));
	for_each_online_cpu (n) {
		struct storm_cpu *cpu = &storm_cpus[n];

		hrtimer_setup(&cpu->irq, storm_irq);
		timer_setup(&cpu->softirq, storm_softirq, 0);
		cpu->task = kthread_create_on_cpu(storm_task, cpu, n, "ringstorm/%u", n);
		if (IS_ERR(cpu->task))
			return (int)PTR_ERR(cpu->task);
		get_task_struct(cpu->task);
		set_user_nice(cpu->task, MAX_NICE);
		wake_up_process(cpu->task);
	}
	nmi_set_handler(storm_nmi);
	nmi_periodic_start(STORM_NMI_NS);
	return 0;
}

static void storm_writers_stop(void)
{
	u32 n;

	nmi_periodic_stop();
	for_each_online_cpu (n) {
		if (IS_ERR_OR_NULL(storm_cpus[n].task))
			continue;
		kthread_stop(storm_cpus[n].task);
		put_task_struct(storm_cpus[n].task);
	}
	nmi_set_handler(NULL);
}

/* Reads the rest and prints the sums. Return: how many rings did not add up. */
static u32 storm_verdict_of(const char *mode)
{
	u32 n, bad = 0;

	for_each_online_cpu (n) {
		struct storm_cpu *cpu = &storm_cpus[n];
		struct ring_buffer_stats stats;
		u64 asked = 0, refused = 0;
		bool good;

		storm_take_events(n, ~0u);
		ring_buffer_get_stats(storm_buffer, n, &stats);
		for (u32 level = 0; level < STORM_LEVELS; level++) {
			asked += cpu->asked[level];
			refused += cpu->refused[level];
		}
		good = !cpu->wrong && cpu->read == stats.read && cpu->lost == stats.overrun &&
		       refused == stats.dropped + stats.commit_overrun &&
		       cpu->read + cpu->lost + refused == asked;
		cmd_printf("%-9s cpu %2u: %lu task, %lu softirq, %lu irq, %lu nmi = %lu read + "
			   "%lu lost + %lu dropped, %lu wrong: %s\n",
			   mode, n, cpu->asked[STORM_TASK], cpu->asked[STORM_SOFTIRQ],
			   cpu->asked[STORM_IRQ], cpu->asked[STORM_NMI], cpu->read, cpu->lost,
			   refused, cpu->wrong, good ? "ok" : "WRONG");
		bad += !good;
	}
	return bad;
}

/* Return: how many rings did not add up, or an errno. */
static int storm_run(const char *mode, bool overwrite, u64 ns)
{
	u64 end = ktime_get_ns() + ns;
	struct ring_read_page page;
	u32 round = 0, n;
	int error;

	storm_buffer = ring_buffer_alloc(nr_cpu_ids, STORM_BYTES, trace_clock_local);
	if (!storm_buffer || !ring_buffer_alloc_read_page(storm_buffer, &page))
		return -ENOMEM;
	ring_buffer_change_overwrite(storm_buffer, overwrite);
	error = storm_writers_start();
	for (; !error && ktime_get_ns() < end && !cmd_interrupted(); round++) {
		for_each_online_cpu (n) {
			storm_take_events(n, round % 7 * 40);
			storm_take_page(n, &page);
			if (round % 16 == 0)
				storm_look_on(n);
			if (round % 32 == 5)
				error = ring_buffer_resize(
					storm_buffer, STORM_BYTES * (1 + round / 32 % 3), (int)n);
		}
		cond_resched();
	}
	storm_writers_stop();
	error = error ? error : (int)storm_verdict_of(mode);
	ring_buffer_free_read_page(&page);
	ring_buffer_free(storm_buffer);
	return error;
}

int cmd_ringstorm(int argc, char **argv)
{
	struct cmd_options options = cmd_options_begin(argc, argv);
	u64 ns = NSEC_PER_SEC;
	int letter, bad, more;

	while ((letter = cmd_next_option(&options, "t:")))
		if (letter == CMD_OPTION_BAD || cmd_duration(options.value, &ns))
			return cmd_usage();
	bad = storm_run("overwrite", true, ns);
	if (bad < 0)
		return cmd_fail_errno("ring", bad);
	more = storm_run("drop", false, ns);
	if (more < 0)
		return cmd_fail_errno("ring", more);
	return bad + more != 0;
}
