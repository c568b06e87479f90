/* SPDX-License-Identifier: MIT */
/*
 * Writers on real threads, interrupted by signals that write too (and by signals
 * that interrupt those), a reader that takes events and whole pages, an iterator
 * that looks on, and changes of size meanwhile. Every event carries its number
 * and a checksum: none may be torn, doubled or out of order, and those missing
 * must add up to what the ring says was lost.
 */
#include "lib/errno.h"
#include "tests/unit/unit.h"
#include "trace/ring/ring_fast.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define WRITERS	     2
#define LEVELS	     3 /* task, interrupt, NMI */
#define WORDS_MAX    40
#define SECONDS_MOST 25

/*
 * ThreadSanitizer keeps signals until a call like usleep(), and loses one now and
 * then; a thread then looks by itself whether it is asked for something.
 */
#ifdef __SANITIZE_THREAD__
#define POLLS	     true
#define EVENTS_LEAST 400000ul
#else
#define POLLS	     false
#define EVENTS_LEAST 2000000ul /* of each test: more than 10^7 together */
#endif

struct event {
	u32 check;
	u32 level;
	u64 number;
	u32 words[WORDS_MAX];
} __attribute__((packed, aligned(4)));

/* A processor: its thread writes into ring number cpu. */
struct writer {
	u32 cpu;
	pthread_t thread;
	u64 asked[LEVELS], refused[LEVELS], discarded[LEVELS];
	u32 level;
	bool done;
	void (*call)(void *arg); /* what the thread is asked to run in a signal */
	void *call_arg;
	u32 called;
};

/* What was read of a ring; it stays with its ring when that is exchanged. */
struct reading {
	const struct ring_buffer_per_cpu *rb;
	u64 next[LEVELS];
	u64 events, lost, last_ts;
};

static struct ring_buffer *buffer, *snapshot;
static struct writer writers[WRITERS];
static struct reading readings[2 * WRITERS];
static u64 ticks;
static bool stop;
static __thread struct writer *self;

static u64 stress_clock(void)
{
	return __atomic_add_fetch(&ticks, 1, __ATOMIC_RELAXED);
}

u64 ring_clock_local(void)
{
	return stress_clock();
}

static u32 event_words(u64 number, u32 level)
{
	return (number * 2654435761u >> 7 ^ level) % WORDS_MAX;
}

static u32 event_bytes(u64 number, u32 level)
{
	return sizeof(struct event) - 4 * (WORDS_MAX - event_words(number, level));
}

static u32 event_check(const struct event *event, u32 count)
{
	u32 check = event->level * 31 + (u32)event->number;

	for (u32 i = 0; i < count; i++)
		check = check * 33 ^ event->words[i];
	return check;
}

static void write_event(struct writer *writer)
{
	struct ring_buffer_per_cpu *rb = READ_ONCE(buffer->cpu[writer->cpu]);
	u32 level = writer->level, bytes;
	u64 number = writer->asked[level];
	struct event *event;

	__atomic_store_n(&writer->asked[level], number + 1, __ATOMIC_RELAXED);
	bytes = event_bytes(number, level);
	event = !READ_ONCE(rb->overwrite) && ring_drop_if_full(rb) ? NULL
								   : ring_buffer_reserve(rb, bytes);
	if (!event) {
		writer->refused[level]++;
		return;
	}
	event->level = level;
	event->number = number;
	for (u32 i = 0; i < event_words(number, level); i++)
		event->words[i] = number * 7 + i;
	event->check = event_check(event, event_words(number, level));
	if (number % 13 == 5) {
		writer->discarded[level]++;
		ring_buffer_discard(rb, event, bytes);
	} else {
		ring_buffer_commit(rb, event, bytes);
	}
	if (number % 4099 == 0)
		__atomic_add_fetch(&ticks, 1ul << 29, __ATOMIC_RELAXED);
}

static void on_interrupt(int signal)
{
	u32 before = self->level;

	self->level = signal == SIGUSR2 ? 2 : 1;
	for (int i = 0; i < 3; i++)
		write_event(self);
	self->level = before;
}

/* The processor is asked to run something, in an interrupt that nothing but an NMI interrupts. */
static void on_call(int signal)
{
	if (__atomic_load_n(&self->called, __ATOMIC_ACQUIRE) != 1)
		return;
	self->call(self->call_arg);
	__atomic_store_n(&self->called, 2, __ATOMIC_RELEASE);
}

static void run_on_writer(u32 cpu, void (*fn)(void *arg), void *arg)
{
	struct writer *writer = &writers[cpu];

	writer->call = fn;
	writer->call_arg = arg;
	__atomic_store_n(&writer->called, 1, __ATOMIC_RELEASE);
	if (!POLLS)
		pthread_kill(writer->thread, SIGWINCH);
	while (__atomic_load_n(&writer->called, __ATOMIC_ACQUIRE) != 2)
		sched_yield();
}

static void *writer_thread(void *arg)
{
	sigset_t none;

	self = arg;
	sigemptyset(&none);
	pthread_sigmask(SIG_SETMASK, &none, NULL);
	for (u32 i = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++) {
		write_event(self);
		if (POLLS && i % 256 == 0) {
			on_call(0);
			usleep(0);
		}
	}
	__atomic_store_n(&self->done, true, __ATOMIC_RELEASE);
	/* Stays, so that it can still be asked. */
	while (__atomic_load_n(&self->done, __ATOMIC_ACQUIRE))
		usleep(100);
	return NULL;
}

static void *interrupt_thread(void *arg)
{
	for (u32 round = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); round++) {
		pthread_kill(writers[round % WRITERS].thread, round % 3 ? SIGUSR1 : SIGUSR2);
		if (round % 16 == 0)
			usleep(50);
	}
	return NULL;
}

static void check_event(struct reading *reading, const struct ring_event *got)
{
	const struct event *event = got->data;

	assert_true(got->length >= 16);
	assert_true(event->level < LEVELS);
	assert_int_equal(got->length, event_bytes(event->number, event->level));
	assert_int_equal(event->check,
			 event_check(event, event_words(event->number, event->level)));
	assert_true(event->number >= reading->next[event->level]);
	assert_true(event->number % 13 != 5);
	assert_true(got->ts > reading->last_ts);
	reading->next[event->level] = event->number + 1;
	reading->last_ts = got->ts;
	reading->events++;
	reading->lost += got->lost;
}

static struct reading *reading_of(const struct ring_buffer *from, u32 cpu)
{
	struct reading *reading = readings;

	while (reading->rb != from->cpu[cpu])
		reading++;
	return reading;
}

/* Takes one page of @cpu's ring raw, as trace_pipe_raw would. */
static void read_raw(struct ring_buffer *from, u32 cpu, struct ring_read_page *page, bool whole)
{
	struct reading *reading = reading_of(from, cpu);
	const struct ring_page_header *header;
	struct ring_cursor cursor = {0};
	struct ring_event first = {0}, got;
	u32 found = 0, bytes;
	const char *records;
	int events;

	if (!ring_buffer_peek(from, cpu, &first))
		return;
	events = ring_buffer_read_page(from, cpu, page, whole);
	if (events <= 0)
		return;
	header = page->data;
	bytes = header->commit & RING_COMMIT_MASK;
	records = (const char *)(header + 1);
	cursor.ts = header->time_stamp;
	assert_int_equal(header->index, 0);
	assert_int_equal(!!(header->commit & RING_MISSED_EVENTS), !!first.lost);
	if (header->commit & RING_MISSED_STORED)
		assert_memory_equal(records + bytes, &first.lost, sizeof(first.lost));
	reading->lost += first.lost;
	for (; ring_page_next(records, bytes, &cursor, &got); found++) {
		got.lost = 0;
		check_event(reading, &got);
	}
	assert_int_equal(found, events);
}

static void look_on(u32 cpu)
{
	struct ring_buffer_iter *iter = ring_buffer_iter_open(buffer, cpu);
	struct reading reading = {0};
	struct ring_event got;

	for (; ring_buffer_iter_peek(iter, &got); ring_buffer_iter_advance(iter))
		check_event(&reading, &got);
	ring_buffer_iter_close(iter);
}

static void read_some(struct ring_buffer *from, u32 cpu, struct ring_read_page *page, u32 round)
{
	struct ring_event got;

	if (round % 5 == 4) {
		read_raw(from, cpu, page, round % 2);
		return;
	}
	for (u32 i = 0; i < round % 300 && ring_buffer_consume(from, cpu, &got); i++)
		check_event(reading_of(from, cpu), &got);
}

static void block_signals(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGUSR1);
	sigaddset(&signals, SIGUSR2);
	sigaddset(&signals, SIGWINCH);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

static void install_handlers(void)
{
	struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};

	/* An NMI interrupts all, an interrupt no other interrupt. */
	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR2, &action, NULL);
	sigaddset(&action.sa_mask, SIGWINCH);
	sigaction(SIGUSR1, &action, NULL);
	sigaddset(&action.sa_mask, SIGUSR1);
	action.sa_handler = on_call;
	sigaction(SIGWINCH, &action, NULL);
}

static u64 total_asked(void)
{
	u64 total = 0;

	for (u32 cpu = 0; cpu < WRITERS; cpu++)
		for (u32 level = 0; level < LEVELS; level++)
			total += __atomic_load_n(&writers[cpu].asked[level], __ATOMIC_RELAXED);
	return total;
}

/* After all is read: every number that was given out is accounted for. */
static void check_totals(u32 cpu)
{
	const struct writer *writer = &writers[cpu];
	struct ring_buffer *const both[] = {buffer, snapshot};
	u64 asked = 0, refused = 0, discarded = 0, read = 0, lost = 0, dropped = 0;

	for (u32 level = 0; level < LEVELS; level++) {
		asked += writer->asked[level];
		refused += writer->refused[level];
		discarded += writer->discarded[level];
	}
	for (u32 i = 0; i < 2; i++) {
		const struct reading *reading = reading_of(both[i], cpu);
		struct ring_buffer_stats stats;

		ring_buffer_get_stats(both[i], cpu, &stats);
		assert_int_equal(stats.entries, 0);
		assert_int_equal(stats.read, reading->events);
		assert_int_equal(stats.overrun, reading->lost);
		read += reading->events;
		lost += reading->lost;
		dropped += stats.dropped + stats.commit_overrun;
	}
	assert_int_equal(dropped, refused);
	assert_int_equal(read + lost + refused + discarded, asked);
}

/* What happens besides writing and reading. */
struct disturbance {
	bool drop; /* when full, instead of overwriting */
	bool resize;
	bool exchange; /* rings with those of the snapshot */
	bool reset;    /* and sub-buffers of another size: nothing adds up then */
};

static void disturb(const struct disturbance *disturbance, u32 round, struct ring_read_page *page)
{
	u32 cpu = round % WRITERS;

	if (disturbance->resize)
		assert_int_equal(ring_buffer_resize(buffer, (2 + round % 9) * 4080, cpu), 0);
	if (disturbance->exchange) {
		assert_int_equal(ring_buffer_swap_cpu(buffer, snapshot, cpu), 0);
		read_some(snapshot, cpu, page, round);
	}
	if (!disturbance->reset)
		return;
	ring_buffer_reset_cpu(buffer, cpu);
	if (round % 8 == 0) {
		assert_int_equal(ring_buffer_set_subbuf_size(buffer, 4096 << round / 8 % 3), 0);
		assert_int_equal(ring_buffer_read_page(buffer, cpu, page, false) == -EINVAL,
				 page->bytes != ring_buffer_subbuf_size(buffer));
		ring_buffer_free_read_page(page);
		ring_buffer_alloc_read_page(buffer, page);
	}
}

static void start(size_t pages, const struct disturbance *disturbance)
{
	__atomic_store_n(&stop, false, __ATOMIC_RELAXED);
	buffer = ring_buffer_alloc(WRITERS, pages * 4080, stress_clock);
	snapshot = ring_buffer_alloc(WRITERS, pages * 4080, stress_clock);
	ring_buffer_change_overwrite(buffer, !disturbance->drop);
	for (u32 cpu = 0; cpu < WRITERS; cpu++) {
		writers[cpu] = (struct writer){.cpu = cpu};
		readings[cpu] = (struct reading){.rb = buffer->cpu[cpu]};
		readings[WRITERS + cpu] = (struct reading){.rb = snapshot->cpu[cpu]};
	}
	host_run_on_cpu = run_on_writer;
	block_signals();
	install_handlers();
	for (u32 cpu = 0; cpu < WRITERS; cpu++)
		pthread_create(&writers[cpu].thread, NULL, writer_thread, &writers[cpu]);
}

/* Ends the writers and reads what is left. */
static void finish(const struct disturbance *disturbance)
{
	struct ring_buffer *const both[] = {buffer, snapshot};
	struct ring_event got;

	for (u32 cpu = 0; cpu < WRITERS; cpu++) {
		while (!__atomic_load_n(&writers[cpu].done, __ATOMIC_ACQUIRE))
			usleep(100);
		__atomic_store_n(&writers[cpu].done, false, __ATOMIC_RELEASE);
		pthread_join(writers[cpu].thread, NULL);
		for (u32 i = 0; i < 2; i++)
			while (ring_buffer_consume(both[i], cpu, &got))
				check_event(reading_of(both[i], cpu), &got);
		if (!disturbance->reset)
			check_totals(cpu);
	}
	host_run_on_cpu = NULL;
	ring_buffer_free(buffer);
	ring_buffer_free(snapshot);
}

static void stress(size_t pages, struct disturbance disturbance)
{
	time_t deadline = time(NULL) + SECONDS_MOST;
	struct ring_read_page page;
	pthread_t interrupts;

	start(pages, &disturbance);
	ring_buffer_alloc_read_page(buffer, &page);
	pthread_create(&interrupts, NULL, interrupt_thread, NULL);
	for (u32 round = 0; total_asked() < EVENTS_LEAST && time(NULL) < deadline; round++) {
		read_some(buffer, round % WRITERS, &page, round / WRITERS);
		if (round % 64 == 63)
			look_on(round / 64 % WRITERS);
		if (round % 32 == 31)
			disturb(&disturbance, round / 32, &page);
	}
	__atomic_store_n(&stop, true, __ATOMIC_RELAXED);
	pthread_join(interrupts, NULL);
	finish(&disturbance);
	ring_buffer_free_read_page(&page);
	assert_int_equal(host_allocated, 0);
}

static void a_small_ring_that_overwrites(void **state)
{
	stress(2, (struct disturbance){0});
}

static void a_larger_ring_that_overwrites(void **state)
{
	stress(16, (struct disturbance){0});
}

static void a_ring_that_drops(void **state)
{
	stress(3, (struct disturbance){.drop = true});
}

static void a_ring_that_changes_its_size(void **state)
{
	stress(4, (struct disturbance){.resize = true});
}

static void rings_that_are_exchanged(void **state)
{
	stress(4, (struct disturbance){.exchange = true});
}

static void a_ring_that_is_emptied(void **state)
{
	stress(4, (struct disturbance){.reset = true});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_small_ring_that_overwrites),
		cmocka_unit_test(a_larger_ring_that_overwrites),
		cmocka_unit_test(a_ring_that_drops),
		cmocka_unit_test(a_ring_that_changes_its_size),
		cmocka_unit_test(rings_that_are_exchanged),
		cmocka_unit_test(a_ring_that_is_emptied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
