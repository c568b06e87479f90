/* SPDX-License-Identifier: MIT */
/*
 * Writing into a ring: the rare cases. The tail moves to the next page, time
 * passes that does not fit into a delta, a writer was interrupted by others, an
 * event is thrown away after all.
 *
 * Nothing here waits, and everything can be interrupted at each instruction by
 * a writer that comes through the same code and leaves everything done. So each
 * step is one exchange that fails if somebody came in between; then the caller
 * looks at the new state and begins again.
 */
#include "trace/ring/ring_internal.h"

/* From a step that has to be tried again; no address of data. */
#define RING_RETRY ((void *)1)

/* Fills in the first words of a record. Return: where its data goes. */
static void *ring_record_begin(u64 position, u32 length, u32 delta)
{
	u32 *record = ring_position_address(position);

	record[0] = ring_record_word(length, delta);
	if (length > RING_SHORT_DATA_MAX)
		record[1] = ring_record_size(length) - 4;
	return (char *)record + ring_data_offset(length);
}

static bool ring_page_has_room(const struct ring_buffer_per_cpu *rb, u64 position, u32 size)
{
	return ((position - 1) & rb->mask) + size <= rb->mask;
}

static bool ring_tail_is(const struct ring_buffer_per_cpu *rb, u64 position, u64 stamp)
{
	return READ_ONCE(rb->tail.position) == position && READ_ONCE(rb->tail.stamp) == stamp;
}

/*
 * The number of the page that tail is on, while it is at @position. tail_seq is
 * written after tail has moved; who finds it one behind brings it up to date, so
 * it is never more than one behind. A page that tail has left may come back into
 * the ring, as an empty one for a later number; so tail is looked at again.
 */
static u64 ring_tail_seq(struct ring_buffer_per_cpu *rb, u64 position, u64 stamp)
{
	u64 seq = READ_ONCE(rb->tail_seq);
	u64 next = ring_slot_word(seq + 1, ring_position_index(rb, position));

	if (READ_ONCE(*ring_slot(rb, seq + 1)) == next && ring_tail_is(rb, position, stamp)) {
		local_cmpxchg(&rb->tail_seq, seq, seq + 1);
		seq++;
	}
	return seq;
}

/* Commit leaves page number commit_seq, index @index: what is known of it is final. */
static void ring_page_finish(struct ring_buffer_per_cpu *rb, u32 index, u32 next)
{
	struct ring_page *page = &rb->pages[index];
	struct ring_page_header *header = page->data;

	WRITE_ONCE(page->entries, (u16)(page->count_end - page->count_start) - page->discarded);
	WRITE_ONCE(page->discarded, 0);
	WRITE_ONCE(header->commit, page->used);
	WRITE_ONCE(rb->pages[next].first, page->first + page->entries);
	WRITE_ONCE(rb->commit_seq, rb->commit_seq + 1);
}

/*
 * Publishes all that is reserved. The caller is the outermost writer and has
 * moved commit past its own record; those behind it interrupted it and are done.
 *
 * While commit and tail differ, no record begins at commit, so nobody else
 * moves it. When they are equal, who comes next is outermost himself.
 */
void ring_buffer_commit_slow(struct ring_buffer_per_cpu *rb)
{
	for (;;) {
		u64 commit = READ_ONCE(rb->commit);
		u64 tail = READ_ONCE(rb->tail.position);
		u32 index;

		if (commit == tail)
			return;
		/* Were they equal just now, and somebody came in between? */
		if (READ_ONCE(rb->commit) != commit)
			continue;
		index = ring_position_index(rb, commit);
		while (READ_ONCE(rb->pages[index].data) != ring_position_page(rb, tail)) {
			u32 next = ring_slot_index(READ_ONCE(*ring_slot(rb, rb->commit_seq + 1)));

			ring_page_finish(rb, index, next);
			index = next;
		}
		smp_store_release(&rb->commit, tail);
	}
}

/* Commits the record from @start to @end if its writer is the outermost one. */
static void ring_commit_range(struct ring_buffer_per_cpu *rb, u64 start, u64 end)
{
	if (READ_ONCE(rb->commit) != start)
		return;
	smp_store_release(&rb->commit, end);
	if (READ_ONCE(rb->tail.position) != end)
		ring_buffer_commit_slow(rb);
}

/*
 * There is no room: counts the event, unless tail is no longer at @position, so
 * that what was seen may be old. Return: NULL or RING_RETRY.
 */
static void *ring_drop(struct ring_buffer_per_cpu *rb, u64 position, u64 *counter)
{
	if (READ_ONCE(rb->tail.position) != position)
		return RING_RETRY;
	local_inc(counter);
	return NULL;
}

/*
 * The ring is full and does not overwrite: says so, so that the next ones are dropped at
 * once, and drops the event. @old is what @slot held. Pairs with ring_reader_take_page(),
 * which changes the slot, then clears full: whose first step comes later sees the other's.
 */
static void *ring_drop_full(struct ring_buffer_per_cpu *rb, u64 position, const u64 *slot, u64 old)
{
	(void)xchg(&rb->full, 1);
	if (READ_ONCE(*slot) == old)
		return ring_drop(rb, position, &rb->dropped);
	WRITE_ONCE(rb->full, 0);
	return RING_RETRY;
}

/*
 * Gets the page for number @seq into @word of its slot: it is there already, or
 * the page that was written one round ago gives way.
 * Return: RING_RETRY: not yet or no longer; NULL: dropped; else @word is right.
 */
static void *ring_claim_next(struct ring_buffer_per_cpu *rb, u64 position, u64 seq, u64 *word)
{
	u64 *slot = ring_slot(rb, seq);
	/* Pairs with the exchange in ring_reader_take_page(): the reader is done with the page. */
	u64 old = smp_load_acquire(slot);

	*word = old;
	if (ring_slot_seq(old) == seq)
		return word;
	if (ring_slot_seq(old) != seq - rb->slot_count)
		return RING_RETRY;
	/* Not over events that are not committed, nor over the page commit still points to. */
	if (ring_slot_seq(old) >= READ_ONCE(rb->commit_seq) ||
	    READ_ONCE(rb->pages[ring_slot_index(old)].data) ==
		    ring_position_page(rb, READ_ONCE(rb->commit)))
		return ring_drop(rb, position, &rb->commit_overrun);
	if (!READ_ONCE(rb->overwrite))
		return ring_drop_full(rb, position, slot, old);
	if (READ_ONCE(rb->tail.position) != position)
		return RING_RETRY;
	*word = ring_slot_word(seq, ring_slot_index(old));
	/* Against the reader, who may take the page at this moment: ring_reader_take_page(). */
	return cmpxchg(slot, old, *word) == old ? word : RING_RETRY;
}

/*
 * Moves tail from @position to the next page and puts the event there, as its
 * first record: the page's time stamp is the event's.
 * Return: its data, NULL (dropped) or RING_RETRY.
 */
static void *ring_next_page(struct ring_buffer_per_cpu *rb, u64 position, u64 stamp, u32 length)
{
	u64 seq = ring_tail_seq(rb, position, stamp) + 1;
	struct ring_page *page, *old;
	u64 start, now, word;
	u32 index, old_index;
	void *claimed = ring_claim_next(rb, position, seq, &word);

	if (claimed != &word)
		return claimed;
	index = ring_slot_index(word);
	page = &rb->pages[index];
	start = ring_page_start(page->data, ring_position_count(position));
	now = ring_clock_read(rb->clock);
	if (!local_cmpxchg_pair(&rb->tail.position, position, stamp,
				start + ring_record_size(length) + RING_ONE_EVENT, now))
		return RING_RETRY;

	/* The rest of the old page and this record are ours now. */
	local_cmpxchg(&rb->tail_seq, seq - 1, seq);
	old_index = ring_position_index(rb, position);
	old = &rb->pages[old_index];
	WRITE_ONCE(old->used, ring_position_offset(rb, position));
	WRITE_ONCE(old->count_end, ring_position_count(position));
	WRITE_ONCE(page->count_start, ring_position_count(position));
	WRITE_ONCE(((struct ring_page_header *)page->data)->time_stamp, now);
	if (READ_ONCE(rb->commit) == position) {
		ring_page_finish(rb, old_index, index);
		smp_store_release(&rb->commit, start);
	}
	return ring_record_begin(start, length, 0);
}

/*
 * Puts a record of time alone in front: the delta is too large, or the clock
 * went back. It stands by itself, so whatever comes next counts from it.
 */
static void ring_write_time(struct ring_buffer_per_cpu *rb, u64 position, u64 stamp, u64 now)
{
	u64 end = position + RING_TIME_RECORD_SIZE;
	u64 value = now < stamp ? now : now - stamp;
	u32 type = now < stamp ? RING_TYPE_TIME_STAMP : RING_TYPE_TIME_EXTEND;
	u32 *record = ring_position_address(position);

	if (!local_cmpxchg_pair(&rb->tail.position, position, stamp, end, now))
		return;
	record[0] = (u32)(value & RING_DELTA_MAX) << RING_TYPE_BITS | type;
	record[1] = value >> RING_DELTA_BITS;
	ring_commit_range(rb, position, end);
}

/* One attempt. Return: data, NULL (dropped) or RING_RETRY. */
static void *ring_try_reserve(struct ring_buffer_per_cpu *rb, u32 length)
{
	u32 size = ring_record_size(length);
	u64 position = READ_ONCE(rb->tail.position);
	u64 stamp = READ_ONCE(rb->tail.stamp);
	u64 now, delta;

	if (!ring_page_has_room(rb, position, size))
		return ring_next_page(rb, position, stamp, length);
	now = ring_clock_read(rb->clock);
	delta = now - stamp;
	if (ring_position_offset(rb, position) == 0) {
		delta = 0; /* the page's time stamp can be the event's */
	} else if (delta > RING_DELTA_MAX) {
		ring_write_time(rb, position, stamp, now);
		return RING_RETRY;
	}
	if (!local_cmpxchg_pair(&rb->tail.position, position, stamp,
				position + size + RING_ONE_EVENT, now))
		return RING_RETRY;
	/* Who has the first record has the header. */
	if (ring_position_offset(rb, position) == 0)
		WRITE_ONCE(
			((struct ring_page_header *)ring_position_page(rb, position))->time_stamp,
			now);
	return ring_record_begin(position, length, delta);
}

void *ring_buffer_reserve_slow(struct ring_buffer_per_cpu *rb, u32 length)
{
	void *data = NULL;

	if (ring_is_disabled(rb)) {
		if (READ_ONCE(rb->changing))
			local_inc(&rb->dropped);
		return NULL;
	}
	/* While it counts here, ring_resize.c leaves the tables alone. */
	local_inc32(&rb->slow_depth);
	if ((READ_ONCE(rb->full) && !READ_ONCE(rb->overwrite)) ||
	    length > ring_page_capacity(rb) - 8) {
		local_inc(&rb->dropped);
	} else {
		do {
			data = ring_try_reserve(rb, length);
		} while (data == RING_RETRY);
	}
	local_dec32(&rb->slow_depth);
	return data;
}

void ring_buffer_discard(struct ring_buffer_per_cpu *rb, void *data, u32 length)
{
	u32 size = ring_record_size(length);
	u32 *record = (u32 *)((char *)data - ring_data_offset(length));
	u32 delta = record[0] >> RING_TYPE_BITS;
	u64 position = READ_ONCE(rb->tail.position);
	u64 stamp = READ_ONCE(rb->tail.stamp);
	struct ring_page_header *header;

	if (ring_position_address(position) == (char *)record + size &&
	    local_cmpxchg_pair(&rb->tail.position, position, stamp,
			       position - size - RING_ONE_EVENT, stamp - delta))
		return;

	/*
	 * Delta 0 would mean the end of the page. The first record's can be made
	 * up for in the page's time stamp; after another's the page is 1 late.
	 */
	header = (struct ring_page_header *)((u64)record & ~rb->mask);
	if (!delta && record == ring_page_records(header))
		WRITE_ONCE(header->time_stamp, header->time_stamp - 1);
	record[0] = (delta ? delta : 1) << RING_TYPE_BITS | RING_TYPE_PADDING;
	record[1] = size - 4;
	local_inc32(&rb->pages[header->index].discarded);
	ring_buffer_commit(rb, data, length);
}
