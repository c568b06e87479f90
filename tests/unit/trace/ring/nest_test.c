/* SPDX-License-Identifier: MIT */
/*
 * A writer is interrupted after each of its instructions, one run for each, by a
 * writer that does the same: the processor's single-step flag brings us there.
 * Two deep, so that the interrupting writer is interrupted as well. After each
 * run everything is read and must be whole, in order, exact in time, and what is
 * missing must have been counted.
 */
#include "tests/unit/unit.h"
#include "trace/ring/ring_fast.h"

#include <signal.h>

#define PAGE_EVENTS	20
#define EVENT_BYTES	((4080 / PAGE_EVENTS - 4) / 4 * 4)
#define LEVELS		3
#define TRAP_FLAG	0x100ul
#define EFLAGS_REGISTER 17 /* in gregs: what <ucontext.h> calls REG_EFL for some only */

struct event {
	u32 number; /* in the order in which space was asked for at this level */
	u32 level;
	u64 after; /* the clock, read after the event was reserved */
	u8 rest[EVENT_BYTES - 16];
} __attribute__((packed, aligned(4)));

/* What the writers of a run do, and where they stand. */
static struct run {
	struct ring_buffer *buffer;
	u32 filled;	     /* events on the first page before the run */
	u64 jump;	     /* the clock advances by that much at the start of each level */
	bool quick;	     /* write the short way where possible */
	bool discard;	     /* level 0 throws its event away */
	u32 burst[LEVELS];   /* events each level writes */
	u32 step[LEVELS];    /* instruction of that level after which the next one interrupts */
	u32 counted[LEVELS]; /* instructions so far */
	u32 asked[LEVELS], refused[LEVELS];
	volatile int level;
} run;

static u64 now;

static u64 nest_clock(void)
{
	return __atomic_add_fetch(&now, 1, __ATOMIC_RELAXED);
}

u64 ring_clock_local(void)
{
	return nest_clock();
}

static void fill(struct event *event, u32 number, u32 level)
{
	event->number = number;
	event->level = level;
	event->after = READ_ONCE(now);
	event->rest[0] = event->rest[sizeof(event->rest) - 1] = number * LEVELS + level;
}

/* As the function tracer does it. */
static bool write_one_quickly(struct ring_buffer_per_cpu *rb, u32 number, u32 level)
{
	struct ring_claim claim;
	struct event *event = ring_claim(rb, sizeof(*event), &claim);

	if (event) {
		fill(event, number, level);
		ring_claim_commit(rb, &claim);
	}
	return event;
}

static void write_one(u32 level)
{
	struct ring_buffer_per_cpu *rb = run.buffer->cpu[0];
	u32 number = run.asked[level]++;
	bool discard = level == 0 && run.discard;
	struct event *event;

	if (run.quick && !discard && write_one_quickly(rb, number, level))
		return;
	event = ring_buffer_reserve(rb, sizeof(*event));
	if (!event) {
		run.refused[level]++;
		return;
	}
	fill(event, number, level);
	if (discard)
		ring_buffer_discard(rb, event, sizeof(*event));
	else
		ring_buffer_commit(rb, event, sizeof(*event));
}

static inline void single_step(bool on)
{
	if (on)
		__asm__ volatile("pushf; orq %0, (%%rsp); popf" ::"i"(TRAP_FLAG) : "memory", "cc");
	else
		__asm__ volatile("pushf; andq %0, (%%rsp); popf" ::"i"(~TRAP_FLAG)
				 : "memory", "cc");
}

static void write_level(int level)
{
	run.level = level;
	__atomic_add_fetch(&now, run.jump, __ATOMIC_RELAXED);
	single_step(level < LEVELS - 1 && run.step[level]);
	for (u32 i = 0; i < run.burst[level]; i++)
		write_one(level);
	single_step(false);
}

static void on_trap(int signal, siginfo_t *info, void *context)
{
	int level = run.level;

	if (++run.counted[level] != run.step[level])
		return;
	write_level(level + 1);
	run.level = level;
	((ucontext_t *)context)->uc_mcontext.gregs[EFLAGS_REGISTER] &= ~TRAP_FLAG;
}

/* Reads all; returns how many of each level there were. */
static void check_all(u32 seen[LEVELS])
{
	u32 next[LEVELS] = {0};
	struct ring_event got;
	u64 last = 0;

	for (int i = 0; i < LEVELS; i++)
		seen[i] = 0;
	while (ring_buffer_consume(run.buffer, 0, &got)) {
		const struct event *event = got.data;
		u8 mark = event->number * LEVELS + event->level;

		assert_int_equal(got.length, sizeof(*event));
		assert_in_range(event->level, 0, LEVELS - 1);
		assert_true(event->number >= next[event->level]);
		assert_int_equal(event->rest[0], mark);
		assert_int_equal(event->rest[sizeof(event->rest) - 1], mark);
		assert_true(got.ts > last && got.ts <= event->after);
		next[event->level] = event->number + 1;
		last = got.ts;
		seen[event->level]++;
	}
}

/* One run. Return: false when level @probe ended before its step was reached. */
static bool run_once(size_t pages, bool overwrite, int probe)
{
	struct ring_buffer_stats stats;
	u32 seen[LEVELS], asked = 0, refused = 0, read = 0;

	now = 1000;
	run.buffer = ring_buffer_alloc(1, pages * 4080, nest_clock);
	ring_buffer_change_overwrite(run.buffer, overwrite);
	for (int i = 0; i < LEVELS; i++)
		run.counted[i] = run.asked[i] = run.refused[i] = 0;
	for (u32 i = 0; i < run.filled; i++)
		write_one(1);
	write_level(0);
	ring_buffer_get_stats(run.buffer, 0, &stats);
	check_all(seen);
	for (int i = 0; i < LEVELS; i++) {
		asked += run.asked[i];
		refused += run.refused[i];
		read += seen[i];
	}
	assert_int_equal(stats.entries, read);
	assert_int_equal(stats.dropped + stats.commit_overrun, refused);
	assert_int_equal(read + stats.overrun + refused +
				 (run.discard ? run.burst[0] - run.refused[0] : 0),
			 asked);
	ring_buffer_free(run.buffer);
	return run.counted[probe] >= run.step[probe];
}

struct scenario {
	size_t pages;
	bool overwrite, discard;
	u32 filled;
	u64 jump;
	u32 burst[LEVELS];
	u32 stride; /* of the step of the second level; 0: one level only */
};

static void play_with(const struct scenario *scenario, bool quick)
{
	run = (struct run){.filled = scenario->filled,
			   .jump = scenario->jump,
			   .discard = scenario->discard,
			   .quick = quick};
	for (int i = 0; i < LEVELS; i++)
		run.burst[i] = scenario->burst[i];
	for (run.step[0] = 1; run_once(scenario->pages, scenario->overwrite, 0); run.step[0]++) {
		if (!scenario->stride)
			continue;
		run.step[1] = 1 + run.step[0] % scenario->stride;
		while (run_once(scenario->pages, scenario->overwrite, 1))
			run.step[1] += scenario->stride;
		run.step[1] = 0;
	}
}

static void play(const struct scenario *scenario)
{
	struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER};
	struct sigaction old;

	sigaction(SIGTRAP, &action, &old);
	play_with(scenario, false);
	play_with(scenario, true);
	sigaction(SIGTRAP, &old, NULL);
}

static void on_the_same_page(void **state)
{
	play(&(struct scenario){4, true, false, 3, 0, {1, 1, 1}, 97});
}

static void at_the_end_of_a_page(void **state)
{
	for (u32 filled = PAGE_EVENTS - 2; filled <= PAGE_EVENTS; filled++)
		play(&(struct scenario){4, true, false, filled, 0, {1, 1, 1}, 331});
}

static void with_a_burst_over_pages(void **state)
{
	play(&(struct scenario){
		6, true, false, PAGE_EVENTS, 0, {1, PAGE_EVENTS + 1, 2 * PAGE_EVENTS}, 1499});
}

static void when_the_ring_is_overwritten(void **state)
{
	for (u32 filled = 4 * PAGE_EVENTS - 2; filled <= 4 * PAGE_EVENTS; filled++)
		play(&(struct scenario){4, true, false, filled, 0, {1, 1, PAGE_EVENTS}, 331});
	play(&(struct scenario){2, true, false, 3 * PAGE_EVENTS, 0, {2, 2, 2}, 331});
}

static void when_writers_fill_the_whole_ring(void **state)
{
	play(&(struct scenario){2, true, false, 5 * PAGE_EVENTS, 0, {1, 3 * PAGE_EVENTS, 1}, 0});
	play(&(struct scenario){
		3, true, false, 5 * PAGE_EVENTS - 1, 0, {1, 30, 5 * PAGE_EVENTS}, 2503});
}

static void when_the_ring_is_full(void **state)
{
	for (u32 filled = 2 * PAGE_EVENTS - 1; filled <= 2 * PAGE_EVENTS; filled++)
		play(&(struct scenario){2, false, false, filled, 0, {1, 1, 1}, 331});
}

static void when_time_jumps(void **state)
{
	play(&(struct scenario){4, true, false, 3, 1ul << 30, {1, 1, 1}, 331});
	play(&(struct scenario){4, true, false, PAGE_EVENTS - 1, 1ul << 30, {1, 1, 1}, 331});
	play(&(struct scenario){4, true, false, 0, 1ul << 30, {1, 1, 1}, 331});
}

static void when_the_event_is_discarded(void **state)
{
	for (u32 filled = PAGE_EVENTS - 2; filled <= PAGE_EVENTS; filled++)
		play(&(struct scenario){4, true, true, filled, 0, {1, 1, 1}, 331});
	play(&(struct scenario){4, true, true, 4 * PAGE_EVENTS, 1ul << 30, {1, 1, 1}, 331});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_the_same_page),
		cmocka_unit_test(at_the_end_of_a_page),
		cmocka_unit_test(with_a_burst_over_pages),
		cmocka_unit_test(when_the_ring_is_overwritten),
		cmocka_unit_test(when_writers_fill_the_whole_ring),
		cmocka_unit_test(when_the_ring_is_full),
		cmocka_unit_test(when_time_jumps),
		cmocka_unit_test(when_the_event_is_discarded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
