/* SPDX-License-Identifier: MIT */
/* What the ring promises, one writer and one reader at a time. */
#include "lib/errno.h"
#include "lib/string.h"
#include "tests/unit/unit.h"
#include "trace/ring/ring_fast.h"

/* Events as function records are: 24 bytes, 28 in the ring, 145 to a page. */
struct number {
	u64 value;
	u64 more[2];
} __attribute__((packed, aligned(4)));

#define PER_PAGE 145ul

static u64 now;

static u64 test_clock(void)
{
	return now;
}

u64 ring_clock_local(void)
{
	return test_clock();
}

static struct ring_buffer *new_ring(size_t pages)
{
	now = 1000;
	return ring_buffer_alloc(1, pages * 4080, test_clock);
}

static bool put(struct ring_buffer *buffer, u64 value)
{
	struct number *number = ring_buffer_reserve(buffer->cpu[0], sizeof(*number));

	if (!number)
		return false;
	number->value = value;
	ring_buffer_commit(buffer->cpu[0], number, sizeof(*number));
	return true;
}

static void put_many(struct ring_buffer *buffer, u64 first, u64 count)
{
	for (u64 value = first; value < first + count; value++) {
		now++;
		put(buffer, value);
	}
}

/* Takes the next event, which must be @value with @lost events before it. */
static void expect(struct ring_buffer *buffer, u64 value, u64 lost)
{
	struct ring_event event;

	assert_true(ring_buffer_consume(buffer, 0, &event));
	assert_int_equal(event.length, sizeof(struct number));
	assert_int_equal(((const struct number *)event.data)->value, value);
	assert_int_equal(event.lost, lost);
}

static void expect_many(struct ring_buffer *buffer, u64 first, u64 count)
{
	for (u64 value = first; value < first + count; value++)
		expect(buffer, value, 0);
}

static void expect_empty(struct ring_buffer *buffer)
{
	struct ring_event event;

	assert_false(ring_buffer_peek(buffer, 0, &event));
	assert_true(ring_buffer_empty_cpu(buffer, 0));
}

static void expect_stats(struct ring_buffer *buffer, u64 entries, u64 overrun, u64 dropped,
			 u64 read)
{
	struct ring_buffer_stats stats;

	ring_buffer_get_stats(buffer, 0, &stats);
	assert_int_equal(stats.entries, entries);
	assert_int_equal(stats.overrun, overrun);
	assert_int_equal(stats.dropped, dropped);
	assert_int_equal(stats.read, read);
	assert_int_equal(stats.commit_overrun, 0);
	assert_int_equal(ring_buffer_entries_cpu(buffer, 0), entries);
	assert_int_equal(ring_buffer_overrun_cpu(buffer, 0), overrun);
}

static void end(struct ring_buffer *buffer)
{
	ring_buffer_free(buffer);
	assert_int_equal(host_allocated, 0);
}

static void events_come_out_as_they_went_in(void **state)
{
	struct ring_buffer *buffer = new_ring(8);
	struct ring_event event;

	expect_empty(buffer);
	put_many(buffer, 0, 500);
	expect_stats(buffer, 500, 0, 0, 0);
	assert_true(ring_buffer_peek(buffer, 0, &event));
	assert_int_equal(event.ts, 1001);
	expect_many(buffer, 0, 500);
	expect_empty(buffer);
	expect_stats(buffer, 0, 0, 0, 500);
	put_many(buffer, 500, 3);
	expect_many(buffer, 500, 3);
	end(buffer);
}

static void time_stamps_are_exact(void **state)
{
	static const u64 steps[] = {
		0, 1, RING_DELTA_MAX, RING_DELTA_MAX + 1, 5, 1ul << 40, 1ul << 58, 0, 3};
	struct ring_buffer *buffer = new_ring(4);
	struct ring_event event;
	u64 expected = now;

	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		now += steps[i];
		put(buffer, i);
	}
	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		expected += steps[i];
		assert_true(ring_buffer_consume(buffer, 0, &event));
		assert_int_equal(event.ts, expected);
	}
	end(buffer);
}

static void a_clock_may_go_back(void **state)
{
	static const u64 times[] = {5000, 6000, 10, 11, 10, 1ul << 50, 7};
	struct ring_buffer *buffer = new_ring(4);
	struct ring_event event;

	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		now = times[i];
		put(buffer, i);
	}
	for (size_t i = 0; i < ARRAY_SIZE(times); i++) {
		assert_true(ring_buffer_consume(buffer, 0, &event));
		assert_int_equal(event.ts, times[i]);
	}
	end(buffer);
}

static void lengths_round_up_to_four(void **state)
{
	static const u32 lengths[] = {1, 4, 5, 8, 24, 111, 112, 113, 116, 117, 500, 4072};
	struct ring_buffer *buffer = new_ring(16);
	struct ring_event event;

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		void *data = ring_buffer_reserve(buffer->cpu[0], lengths[i]);

		assert_non_null(data);
		assert_int_equal((u64)data % 4, 0);
		memset(data, i + 1, lengths[i]);
		ring_buffer_commit(buffer->cpu[0], data, lengths[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		assert_true(ring_buffer_consume(buffer, 0, &event));
		assert_int_equal(event.length, (lengths[i] + 3) / 4 * 4);
		assert_int_equal(((const u8 *)event.data)[0], i + 1);
		assert_int_equal(((const u8 *)event.data)[lengths[i] - 1], i + 1);
	}
	assert_null(ring_buffer_reserve(buffer->cpu[0], 4073));
	expect_stats(buffer, 0, 0, 1, ARRAY_SIZE(lengths));
	end(buffer);
}

static void the_oldest_page_is_overwritten(void **state)
{
	struct ring_buffer *buffer = new_ring(4);

	put_many(buffer, 0, 4 * PER_PAGE);
	expect_stats(buffer, 4 * PER_PAGE, 0, 0, 0);
	put_many(buffer, 4 * PER_PAGE, 1);
	expect_stats(buffer, 3 * PER_PAGE + 1, PER_PAGE, 0, 0);
	expect(buffer, PER_PAGE, PER_PAGE);
	expect_many(buffer, PER_PAGE + 1, 3 * PER_PAGE);
	expect_empty(buffer);
	expect_stats(buffer, 0, PER_PAGE, 0, 3 * PER_PAGE + 1);
	end(buffer);
}

static void a_reader_keeps_its_page_and_hears_of_the_loss(void **state)
{
	struct ring_buffer *buffer = new_ring(2);

	put_many(buffer, 0, 10);
	expect(buffer, 0, 0);
	put_many(buffer, 10, 20 * PER_PAGE);
	expect_many(buffer, 1, PER_PAGE - 1);
	/* The two pages of the ring: all but the last 10 of page 19, and 10 on page 20. */
	expect(buffer, 19 * PER_PAGE, 18 * PER_PAGE);
	expect_many(buffer, 19 * PER_PAGE + 1, PER_PAGE - 1 + 10);
	expect_empty(buffer);
	expect_stats(buffer, 0, 18 * PER_PAGE, 0, 2 * PER_PAGE + 10);
	end(buffer);
}

static void without_overwriting_new_events_are_dropped(void **state)
{
	struct ring_buffer *buffer = new_ring(3);

	ring_buffer_change_overwrite(buffer, false);
	put_many(buffer, 0, 3 * PER_PAGE);
	put_many(buffer, 7777, 50);
	expect_stats(buffer, 3 * PER_PAGE, 0, 50, 0);
	expect_many(buffer, 0, 1);
	/* Its page went to the reader, so there is room for one. */
	put_many(buffer, 3 * PER_PAGE, PER_PAGE + 5);
	expect_stats(buffer, 4 * PER_PAGE - 1, 0, 55, 1);
	expect_many(buffer, 1, 4 * PER_PAGE - 1);
	expect_empty(buffer);
	put_many(buffer, 4 * PER_PAGE, 10);
	ring_buffer_change_overwrite(buffer, true);
	put_many(buffer, 4 * PER_PAGE + 10, 10 * PER_PAGE);
	expect_stats(buffer, 2 * PER_PAGE + 10, 8 * PER_PAGE, 55, 4 * PER_PAGE);
	end(buffer);
}

static bool put_bytes(struct ring_buffer *buffer, u32 length)
{
	void *data = ring_buffer_reserve(buffer->cpu[0], length);

	if (data)
		ring_buffer_commit(buffer->cpu[0], data, length);
	return data;
}

static void who_drops_if_full_counts_until_a_reader_makes_room(void **state)
{
	struct ring_buffer *buffer = new_ring(2);
	struct ring_buffer_per_cpu *rb = buffer->cpu[0];

	ring_buffer_change_overwrite(buffer, false);
	put_many(buffer, 0, 2 * PER_PAGE - 1);
	assert_false(ring_drop_if_full(rb));
	assert_false(put_bytes(buffer, 1000)); /* where one of the usual size would fit */
	assert_true(ring_drop_if_full(rb));
	expect_stats(buffer, 2 * PER_PAGE - 1, 0, 2, 0);
	ring_buffer_record_disable(buffer);
	assert_false(ring_drop_if_full(rb));
	ring_buffer_record_enable(buffer);
	expect(buffer, 0, 0); /* a reader takes a page */
	assert_false(ring_drop_if_full(rb));
	put_many(buffer, 2 * PER_PAGE - 1, PER_PAGE + 1);
	put_many(buffer, 7777, 2);
	expect_stats(buffer, 3 * PER_PAGE - 1, 0, 4, 1);
	expect_many(buffer, 1, 3 * PER_PAGE - 1);
	expect_empty(buffer);
	end(buffer);
}

static void a_full_ring_has_room_after_a_change(void **state)
{
	struct ring_buffer *buffer = new_ring(2);

	ring_buffer_change_overwrite(buffer, false);
	put_many(buffer, 0, 2 * PER_PAGE + 1);
	assert_int_equal(ring_buffer_resize(buffer, 3 * 4080, 0), 0);
	put_many(buffer, 2 * PER_PAGE, PER_PAGE + 1);
	expect_stats(buffer, 3 * PER_PAGE, 0, 2, 0);
	ring_buffer_change_overwrite(buffer, true);
	assert_true(put(buffer, 3 * PER_PAGE));
	ring_buffer_change_overwrite(buffer, false);
	assert_true(put(buffer, 3 * PER_PAGE + 1));
	ring_buffer_reset(buffer);
	put_many(buffer, 0, PER_PAGE);
	expect_many(buffer, 0, PER_PAGE);
	end(buffer);
}

/* An event of context @level that is interrupted by those above it. */
static void nest(struct ring_buffer *buffer, u64 *value, int level)
{
	struct number *number;

	now++;
	number = ring_buffer_reserve(buffer->cpu[0], sizeof(*number));
	assert_non_null(number);
	number->value = (*value)++;
	if (level)
		nest(buffer, value, level - 1);
	ring_buffer_commit(buffer->cpu[0], number, sizeof(*number));
	if (level)
		nest(buffer, value, level - 1);
}

static void nested_events_appear_when_the_outermost_is_committed(void **state)
{
	struct ring_buffer *buffer = new_ring(64);
	struct number *outer, *inner;
	u64 value = 1;

	outer = ring_buffer_reserve(buffer->cpu[0], sizeof(*outer));
	inner = ring_buffer_reserve(buffer->cpu[0], sizeof(*inner));
	outer->value = 0;
	inner->value = 1;
	ring_buffer_commit(buffer->cpu[0], inner, sizeof(*inner));
	expect_empty(buffer);
	ring_buffer_commit(buffer->cpu[0], outer, sizeof(*outer));
	expect_many(buffer, 0, 2);

	value = 2;
	for (int i = 0; i < 200; i++)
		nest(buffer, &value, 4);
	expect_many(buffer, 2, value - 2);
	expect_empty(buffer);
	end(buffer);
}

static void interrupting_writers_never_overwrite_what_is_not_committed(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_stats stats;
	struct number *outer = ring_buffer_reserve(buffer->cpu[0], sizeof(*outer));

	outer->value = 0;
	put_many(buffer, 1, 10 * PER_PAGE);
	expect_empty(buffer);
	ring_buffer_commit(buffer->cpu[0], outer, sizeof(*outer));
	ring_buffer_get_stats(buffer, 0, &stats);
	assert_int_equal(stats.entries, 4 * PER_PAGE);
	assert_int_equal(stats.overrun, 0);
	assert_int_equal(stats.commit_overrun, 6 * PER_PAGE + 1);
	expect_many(buffer, 0, 4 * PER_PAGE);
	expect_empty(buffer);
	end(buffer);
}

/* The same while the reader holds the page with the record that is not committed. */
static void nor_when_the_reader_holds_the_page(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_stats stats;
	struct number *outer;

	put_many(buffer, 0, 1);
	expect(buffer, 0, 0);
	outer = ring_buffer_reserve(buffer->cpu[0], sizeof(*outer));
	outer->value = 1;
	put_many(buffer, 2, 10 * PER_PAGE);
	expect_empty(buffer);
	ring_buffer_commit(buffer->cpu[0], outer, sizeof(*outer));
	ring_buffer_get_stats(buffer, 0, &stats);
	assert_int_equal(stats.overrun, 0);
	assert_int_equal(stats.entries + stats.commit_overrun, 10 * PER_PAGE + 1);
	assert_true(stats.entries >= 4 * PER_PAGE - 1);
	expect_many(buffer, 1, stats.entries);
	expect_empty(buffer);
	end(buffer);
}

static void a_discarded_event_leaves_no_trace(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_per_cpu *rb = buffer->cpu[0];
	struct ring_buffer_stats before, after;

	put_many(buffer, 0, 3);
	ring_buffer_get_stats(buffer, 0, &before);
	now += 10;
	ring_buffer_discard(rb, ring_buffer_reserve(rb, 200), 200);
	ring_buffer_get_stats(buffer, 0, &after);
	assert_int_equal(before.bytes, after.bytes);
	assert_int_equal(before.entries, after.entries);
	put_many(buffer, 3, 2);
	expect_many(buffer, 0, 5);
	expect_stats(buffer, 0, 0, 0, 5);
	end(buffer);
}

static void a_discarded_event_in_the_middle_becomes_padding(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_per_cpu *rb = buffer->cpu[0];
	void *outer;

	put_many(buffer, 0, 1);
	now += 10;
	outer = ring_buffer_reserve(rb, 40);
	now += 10;
	put(buffer, 1);
	ring_buffer_discard(rb, outer, 40);
	expect_stats(buffer, 2, 0, 0, 0);
	put_many(buffer, 2, 4 * PER_PAGE - 5);
	expect_stats(buffer, 4 * PER_PAGE - 3, 0, 0, 0);
	put_many(buffer, 4 * PER_PAGE - 3, 10);
	expect_stats(buffer, 3 * PER_PAGE + 8, PER_PAGE - 1, 0, 0);
	expect(buffer, PER_PAGE - 1, PER_PAGE - 1);
	end(buffer);
}

static void a_page_read_raw_is_a_page_of_linux(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_read_page page;
	u64 words[2];
	u32 *record;

	assert_true(ring_buffer_alloc_read_page(buffer, &page));
	assert_int_equal(ring_buffer_read_page(buffer, 0, &page, false), 0);
	put_many(buffer, 0, 2);
	assert_int_equal(ring_buffer_read_page(buffer, 0, &page, true), 0);
	assert_int_equal(ring_buffer_read_page(buffer, 0, &page, false), 2);
	memcpy(words, page.data, sizeof(words));
	assert_int_equal(words[0], 1000);
	assert_int_equal(words[1], 56);
	record = (u32 *)((char *)page.data + 16);
	assert_int_equal(record[0], 1 << 5 | 6);
	assert_int_equal(record[7], 1 << 5 | 6);
	assert_int_equal(((struct number *)&record[8])->value, 1);

	/* The rest of that page, then a full one after a loss. */
	put_many(buffer, 2, 6 * PER_PAGE - 2);
	assert_int_equal(ring_buffer_read_page(buffer, 0, &page, true), PER_PAGE - 2);
	memcpy(words, page.data, sizeof(words));
	assert_int_equal(words[0], 1002);
	assert_int_equal(words[1], 28 * (PER_PAGE - 2));
	assert_int_equal(ring_buffer_read_page(buffer, 0, &page, true), PER_PAGE);
	memcpy(words, page.data, sizeof(words));
	assert_int_equal(words[1], 28 * PER_PAGE | RING_MISSED_EVENTS | RING_MISSED_STORED);
	memcpy(words, (char *)page.data + 16 + 28 * PER_PAGE, sizeof(u64));
	assert_int_equal(words[0], PER_PAGE);
	expect_stats(buffer, 3 * PER_PAGE, PER_PAGE, 0, 2 * PER_PAGE);
	expect_many(buffer, 3 * PER_PAGE, 3 * PER_PAGE);
	ring_buffer_free_read_page(&page);
	end(buffer);
}

static void an_iterator_does_not_take_events(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_iter *iter;
	struct ring_event event;

	put_many(buffer, 0, 3 * PER_PAGE);
	expect_many(buffer, 0, 5);
	iter = ring_buffer_iter_open(buffer, 0);
	put_many(buffer, 3 * PER_PAGE, 10);
	for (int round = 0; round < 2; round++) {
		u64 expected = 5;

		for (; ring_buffer_iter_peek(iter, &event); ring_buffer_iter_advance(iter)) {
			assert_int_equal(((const struct number *)event.data)->value, expected);
			assert_int_equal(event.lost, 0);
			expected++;
		}
		/* What came later is not shown, until it begins again. */
		assert_int_equal(expected, 3 * PER_PAGE + 10 * round);
		ring_buffer_iter_rewind(iter);
	}
	ring_buffer_iter_close(iter);
	expect_many(buffer, 5, 3 * PER_PAGE + 5);
	end(buffer);
}

static void an_iterator_that_is_lapped_says_so(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_iter *iter;
	struct ring_event event;
	u64 shown = 0, lost = 0;

	put_many(buffer, 0, 4 * PER_PAGE);
	iter = ring_buffer_iter_open(buffer, 0);
	put_many(buffer, 4 * PER_PAGE, 2 * PER_PAGE);
	for (; ring_buffer_iter_peek(iter, &event); ring_buffer_iter_advance(iter)) {
		shown++;
		lost += event.lost;
	}
	assert_int_equal(lost, PER_PAGE);
	assert_int_equal(shown, 3 * PER_PAGE);
	ring_buffer_iter_close(iter);
	end(buffer);
}

static void a_dump_needs_no_memory_and_no_lock(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_buffer_iter iter;
	struct ring_event event;
	u64 expected = 2 * PER_PAGE;

	put_many(buffer, 0, 6 * PER_PAGE);
	ring_buffer_record_disable(buffer);
	host_fail_after = 0;
	buffer->cpu[0]->lock = 1;
	ring_buffer_iter_init_dump(&iter, buffer, 0);
	for (; ring_buffer_iter_peek(&iter, &event); ring_buffer_iter_advance(&iter))
		assert_int_equal(((const struct number *)event.data)->value, expected++);
	assert_int_equal(expected, 6 * PER_PAGE);
	buffer->cpu[0]->lock = 0;
	host_fail_after = -1;
	end(buffer);
}

static void a_reset_empties_the_ring_and_the_counts(void **state)
{
	struct ring_buffer *buffer = new_ring(4);

	for (u64 round = 0; round < 30; round++) {
		put_many(buffer, 0, round * 40);
		ring_buffer_reset(buffer);
		expect_stats(buffer, 0, 0, 0, 0);
		expect_empty(buffer);
		put_many(buffer, 0, 3);
		expect_stats(buffer, 3, 0, 0, 0);
		expect_many(buffer, 0, 2);
		ring_buffer_reset(buffer);
	}
	ring_buffer_change_overwrite(buffer, false);
	put_many(buffer, 0, 10 * PER_PAGE);
	ring_buffer_reset(buffer);
	put_many(buffer, 0, 10);
	expect_stats(buffer, 10, 0, 0, 0);
	expect_many(buffer, 0, 10);
	end(buffer);
}

/* What one reader has peeked, others may take before it does. */
static void what_another_reader_took_is_not_copied(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	struct ring_event mine, other;
	struct ring_read_page page;
	char copy[4096];

	assert_true(ring_buffer_alloc_read_page(buffer, &page));
	put_many(buffer, 0, 10 * PER_PAGE);
	assert_true(ring_buffer_peek(buffer, 0, &mine));
	assert_true(ring_buffer_copy_event(buffer, 0, &mine, copy, NULL));
	assert_true(ring_buffer_copy_event(buffer, 0, &mine, copy, &other));
	assert_int_equal(((struct number *)copy)->value, 6 * PER_PAGE);
	assert_int_equal(mine.lost, 6 * PER_PAGE);
	assert_false(ring_buffer_copy_event(buffer, 0, &mine, copy, &mine));
	assert_int_equal(((const struct number *)other.data)->value, 6 * PER_PAGE + 1);
	assert_int_equal(other.lost, 0);
	assert_true(ring_buffer_copy_event(buffer, 0, &other, copy, &mine));
	assert_int_equal(((struct number *)copy)->value, 6 * PER_PAGE + 1);

	assert_true(ring_buffer_peek(buffer, 0, &mine));
	assert_true(ring_buffer_consume(buffer, 0, &other));
	assert_false(ring_buffer_copy_event(buffer, 0, &mine, copy, &other));

	assert_true(ring_buffer_peek(buffer, 0, &mine));
	assert_int_equal(ring_buffer_read_page(buffer, 0, &page, false), PER_PAGE - 3);
	assert_false(ring_buffer_copy_event(buffer, 0, &mine, copy, &other));

	assert_true(ring_buffer_peek(buffer, 0, &mine));
	ring_buffer_reset(buffer);
	assert_false(ring_buffer_copy_event(buffer, 0, &mine, copy, &other));
	put_many(buffer, 100, 1);
	assert_false(ring_buffer_copy_event(buffer, 0, &mine, copy, &other));
	assert_true(ring_buffer_peek(buffer, 0, &mine));
	assert_true(ring_buffer_copy_event(buffer, 0, &mine, copy, &other));
	assert_null(other.data);
	assert_int_equal(((struct number *)copy)->value, 100);
	ring_buffer_free_read_page(&page);
	end(buffer);
}

static void disabled_it_records_nothing(void **state)
{
	struct ring_buffer *buffer = new_ring(4);

	ring_buffer_record_disable(buffer);
	ring_buffer_record_disable_cpu(buffer, 0);
	put_many(buffer, 0, 10);
	ring_buffer_record_enable(buffer);
	put_many(buffer, 0, 10);
	assert_true(ring_is_disabled(buffer->cpu[0]));
	ring_buffer_record_enable_cpu(buffer, 0);
	put_many(buffer, 3, 1);
	expect_stats(buffer, 1, 0, 0, 0);
	end(buffer);
}

static void a_resize_keeps_the_newest_events(void **state)
{
	struct ring_buffer *buffer = new_ring(4);

	put_many(buffer, 0, 4 * PER_PAGE);
	assert_int_equal(ring_buffer_resize(buffer, 8 * 4080, 0), 0);
	assert_int_equal(ring_buffer_size(buffer, 0), 8 * 4080);
	expect_stats(buffer, 4 * PER_PAGE, 0, 0, 0);
	put_many(buffer, 4 * PER_PAGE, 4 * PER_PAGE);
	expect_stats(buffer, 8 * PER_PAGE, 0, 0, 0);
	expect_many(buffer, 0, 3);
	assert_int_equal(ring_buffer_resize(buffer, 3 * 4080, RING_BUFFER_ALL_CPUS), 0);
	expect_stats(buffer, 4 * PER_PAGE - 3, 4 * PER_PAGE, 0, 3);
	expect_many(buffer, 3, PER_PAGE - 3);
	expect(buffer, 5 * PER_PAGE, 4 * PER_PAGE);
	put_many(buffer, 8 * PER_PAGE, PER_PAGE);
	expect_many(buffer, 5 * PER_PAGE + 1, 4 * PER_PAGE - 1);
	expect_empty(buffer);
	for (size_t pages = 2; pages < 12; pages++) {
		put_many(buffer, 0, 100);
		assert_int_equal(ring_buffer_resize(buffer, (pages * 7 % 11 + 1) * 4080, 0), 0);
	}
	end(buffer);
}

static void a_resize_without_memory_changes_nothing(void **state)
{
	struct ring_buffer *buffer = new_ring(4);
	size_t before = host_allocated;

	put_many(buffer, 0, 300);
	for (int fail = 0; fail < 12; fail++) {
		host_fail_after = fail;
		assert_int_equal(ring_buffer_resize(buffer, 20 * 4080, 0), -ENOMEM);
		assert_int_equal(host_allocated, before);
	}
	host_fail_after = -1;
	assert_int_equal(ring_buffer_resize(buffer, 1ul << 40, 0), -ENOMEM);
	assert_int_equal(ring_buffer_resize(buffer, 0, 0), -EINVAL);
	assert_int_equal(ring_buffer_resize(buffer, 4080, 1), -EINVAL);
	assert_int_equal(ring_buffer_size(buffer, 0), 4 * 4080);
	expect_many(buffer, 0, 300);
	end(buffer);
}

static void larger_sub_buffers_hold_larger_events(void **state)
{
	struct ring_buffer *buffer = new_ring(64);
	struct ring_event event;
	void *data;

	put_many(buffer, 0, 10);
	assert_int_equal(ring_buffer_set_subbuf_size(buffer, 4095), -EINVAL);
	assert_int_equal(ring_buffer_set_subbuf_size(buffer, 1 << 20), -EINVAL);
	assert_int_equal(ring_buffer_set_subbuf_size(buffer, 65536), 0);
	expect_empty(buffer);
	data = ring_buffer_reserve(buffer->cpu[0], 65000);
	assert_non_null(data);
	memset(data, 7, 65000);
	ring_buffer_commit(buffer->cpu[0], data, 65000);
	put_many(buffer, 5, 5000);
	assert_true(ring_buffer_consume(buffer, 0, &event));
	assert_int_equal(event.length, 65000);
	expect_many(buffer, 5, 5000);
	assert_int_equal(ring_buffer_set_subbuf_size(buffer, 4096), 0);
	put_many(buffer, 0, 100);
	expect_many(buffer, 0, 100);
	end(buffer);
}

static void rings_of_two_buffers_can_be_exchanged(void **state)
{
	struct ring_buffer *a = new_ring(4), *b = new_ring(4);

	put_many(a, 0, 10);
	assert_int_equal(ring_buffer_swap_cpu(a, b, 0), 0);
	assert_int_equal(ring_buffer_swap_cpu(a, b, 1), -EINVAL);
	put_many(a, 100, 5);
	expect_many(b, 0, 10);
	expect_empty(b);
	expect_many(a, 100, 5);
	ring_buffer_free(a);
	end(b);
}

static void a_buffer_without_memory_is_not_made(void **state)
{
	for (int fail = 0; fail < 30; fail++) {
		host_fail_after = fail;
		assert_null(ring_buffer_alloc(2, 10 * 4080, test_clock));
		assert_int_equal(host_allocated, 0);
	}
	host_fail_after = -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_come_out_as_they_went_in),
		cmocka_unit_test(time_stamps_are_exact),
		cmocka_unit_test(a_clock_may_go_back),
		cmocka_unit_test(lengths_round_up_to_four),
		cmocka_unit_test(the_oldest_page_is_overwritten),
		cmocka_unit_test(a_reader_keeps_its_page_and_hears_of_the_loss),
		cmocka_unit_test(without_overwriting_new_events_are_dropped),
		cmocka_unit_test(who_drops_if_full_counts_until_a_reader_makes_room),
		cmocka_unit_test(a_full_ring_has_room_after_a_change),
		cmocka_unit_test(nested_events_appear_when_the_outermost_is_committed),
		cmocka_unit_test(interrupting_writers_never_overwrite_what_is_not_committed),
		cmocka_unit_test(nor_when_the_reader_holds_the_page),
		cmocka_unit_test(a_discarded_event_leaves_no_trace),
		cmocka_unit_test(a_discarded_event_in_the_middle_becomes_padding),
		cmocka_unit_test(a_page_read_raw_is_a_page_of_linux),
		cmocka_unit_test(an_iterator_does_not_take_events),
		cmocka_unit_test(an_iterator_that_is_lapped_says_so),
		cmocka_unit_test(a_dump_needs_no_memory_and_no_lock),
		cmocka_unit_test(a_reset_empties_the_ring_and_the_counts),
		cmocka_unit_test(what_another_reader_took_is_not_copied),
		cmocka_unit_test(disabled_it_records_nothing),
		cmocka_unit_test(a_resize_keeps_the_newest_events),
		cmocka_unit_test(a_resize_without_memory_changes_nothing),
		cmocka_unit_test(larger_sub_buffers_hold_larger_events),
		cmocka_unit_test(rings_of_two_buffers_can_be_exchanged),
		cmocka_unit_test(a_buffer_without_memory_is_not_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
