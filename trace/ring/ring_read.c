/* SPDX-License-Identifier: MIT */
/*
 * Taking events out of a ring. The reader holds one page outside the ring. When
 * it has read it, it exchanges it for the oldest page of the ring, which then is
 * read at leisure: no writer overwrites it. If that is the page the writer is
 * on, both share it, the reader never going past commit.
 *
 * A writer that has come round takes the oldest page the same way. So a reader
 * may find that the page it wanted is gone; it goes on with the oldest one
 * there is, and the ordinals of their first events tell how many were lost.
 */
#include "lib/errno.h"
#include "lib/string.h"
#include "trace/ring/ring_internal.h"

u64 ring_oldest_seq(const struct ring_buffer_per_cpu *rb)
{
	u64 seq = rb->reader.seq + rb->reader.valid;

	for (;;) {
		/* Pairs with the exchange in ring_claim_next(), made when the page it leads to was
		 * begun. */
		u64 holds = ring_slot_seq(smp_load_acquire(ring_slot(rb, seq)));

		if (holds == seq)
			return seq;
		/* A later number: of the pages before it, one round at most is left. */
		seq = holds - rb->slot_count + 1;
	}
}

/*
 * Commit has left the page before, so there is a next one, and commit has
 * reached it: it may be empty, but it is the reader's to watch.
 */
void ring_reader_take_page(struct ring_buffer_per_cpu *rb)
{
	struct ring_reader *reader = &rb->reader;
	u32 spare = reader->index;
	u64 seq, old, *slot;

	ring_page_set_index(rb->pages[spare].data, spare);
	do {
		seq = ring_oldest_seq(rb);
		slot = ring_slot(rb, seq);
		old = READ_ONCE(*slot);
		/* Against the writer: ring_claim_next(). */
	} while (ring_slot_seq(old) != seq ||
		 cmpxchg(slot, old, ring_slot_word(seq + rb->slot_count, spare)) != old);
	WRITE_ONCE(rb->full, 0); /* behind the exchange: ring_drop_full() */

	reader->index = ring_slot_index(old);
	reader->valid = true;
	reader->seq = seq;
	reader->lost += rb->pages[reader->index].first - reader->ordinal;
	reader->ordinal = rb->pages[reader->index].first;
	reader->cursor = (struct ring_cursor){0};
}

/*
 * Bytes of the reader's page that may be read; @complete: there will not be more.
 * Who writes the first record may still change the page's time stamp, so it is
 * not looked at before.
 */
static u32 ring_reader_limit(struct ring_buffer_per_cpu *rb, bool *complete)
{
	struct ring_cursor *cursor = &rb->reader.cursor;
	const struct ring_page *page = &rb->pages[rb->reader.index];
	/* Pairs with the release in ring_buffer_commit() and ring_page_finish()'s callers. */
	u64 commit = smp_load_acquire(&rb->commit);
	u32 limit;

	*complete = ring_position_page(rb, commit) != page->data;
	limit = *complete ? page->used : ring_position_offset(rb, commit);
	if (limit && !cursor->offset)
		cursor->ts = ((const struct ring_page_header *)page->data)->time_stamp;
	return limit;
}

/* Finds the next event, going on to the next page if need be; sets reader->next. */
static bool ring_reader_peek(struct ring_buffer_per_cpu *rb, struct ring_event *event)
{
	struct ring_reader *reader = &rb->reader;

	for (;;) {
		bool complete = true;

		if (reader->valid) {
			u32 limit = ring_reader_limit(rb, &complete);

			reader->next = reader->cursor;
			if (ring_page_next(ring_page_records(rb->pages[reader->index].data), limit,
					   &reader->next, event)) {
				event->lost = reader->lost;
				event->ordinal = reader->ordinal;
				return true;
			}
		}
		if (!complete)
			return false;
		ring_reader_take_page(rb);
	}
}

/* Goes past the event that was peeked. */
static void ring_reader_advance(struct ring_reader *reader)
{
	reader->cursor = reader->next;
	reader->ordinal++;
	reader->read++;
	reader->lost = 0;
}

bool ring_buffer_peek(struct ring_buffer *buffer, u32 cpu, struct ring_event *event)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	bool found = ring_reader_peek(rb, event);

	ring_unlock(&rb->lock, flags);
	return found;
}

bool ring_buffer_consume(struct ring_buffer *buffer, u32 cpu, struct ring_event *event)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	bool found = ring_reader_peek(rb, event);

	if (found)
		ring_reader_advance(&rb->reader);
	ring_unlock(&rb->lock, flags);
	return found;
}

bool ring_buffer_copy_event(struct ring_buffer *buffer, u32 cpu, const struct ring_event *event,
			    void *copy, struct ring_event *next)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	bool found = rb->reader.ordinal == event->ordinal;

	/* Nothing was taken since, so the page is the same, and reader.next is behind the event. */
	if (found) {
		memcpy(copy, event->data, event->length);
		if (next) {
			ring_reader_advance(&rb->reader);
			if (!ring_reader_peek(rb, next))
				next->data = NULL;
		}
	}
	ring_unlock(&rb->lock, flags);
	return found;
}

void ring_buffer_reset_cpu(struct ring_buffer *buffer, u32 cpu)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	struct ring_reader *reader = &rb->reader;
	u64 flags = ring_lock(&rb->lock);
	u64 last = READ_ONCE(rb->commit_seq);
	struct ring_event event;
	bool complete;
	u32 limit;

	for (;;) {
		if (reader->valid) {
			limit = ring_reader_limit(rb, &complete);
			/* The page that is written now, or was when we began. */
			if (!complete || reader->seq >= last)
				break;
		}
		ring_reader_take_page(rb);
	}
	while (ring_page_next(ring_page_records(rb->pages[reader->index].data), limit,
			      &reader->cursor, &event))
		reader->ordinal++;
	reader->lost = 0;
	reader->read = 0;
	rb->written_base = reader->ordinal;
	rb->dropped_base = READ_ONCE(rb->dropped);
	rb->commit_overrun_base = READ_ONCE(rb->commit_overrun);
	ring_unlock(&rb->lock, flags);
}

void ring_buffer_reset(struct ring_buffer *buffer)
{
	for (u32 cpu = 0; cpu < buffer->cpus; cpu++)
		ring_buffer_reset_cpu(buffer, cpu);
}

bool ring_buffer_alloc_read_page(struct ring_buffer *buffer, struct ring_read_page *page)
{
	page->bytes = buffer->subbuf_size;
	page->data = ring_page_alloc(page->bytes);
	return page->data;
}

void ring_buffer_free_read_page(struct ring_read_page *page)
{
	ring_page_free(page->data, page->bytes);
}

/* Says in the header how much is on the page and how much was lost before it. */
static void ring_page_seal(struct ring_buffer_per_cpu *rb, void *page, u32 bytes, u64 lost)
{
	struct ring_page_header *header = page;

	ring_page_set_index(page, 0);
	header->commit = bytes;
	if (!lost)
		return;
	header->commit |= RING_MISSED_EVENTS;
	if (bytes + sizeof(lost) <= ring_page_capacity(rb)) {
		header->commit |= RING_MISSED_STORED;
		memcpy((char *)ring_page_records(page) + bytes, &lost, sizeof(lost));
	}
}

/* Copies the unread records of the reader's page, deltas and all, behind a header for them. */
static void ring_page_copy_rest(struct ring_buffer_per_cpu *rb, void *to, u32 limit)
{
	const struct ring_reader *reader = &rb->reader;
	const char *records = ring_page_records(rb->pages[reader->index].data);

	((struct ring_page_header *)to)->time_stamp = reader->cursor.ts;
	memcpy(ring_page_records(to), records + reader->cursor.offset,
	       limit - reader->cursor.offset);
}

/* How many events there are from the cursor to @limit; it goes there. */
static u32 ring_reader_count(struct ring_buffer_per_cpu *rb, u32 limit)
{
	const void *records = ring_page_records(rb->pages[rb->reader.index].data);
	struct ring_event event;
	u32 events = 0;

	while (ring_page_next(records, limit, &rb->reader.cursor, &event))
		events++;
	return events;
}

/*
 * Counts the unread events of the reader's page as read. The number of all events on a
 * @complete one is known, so nobody has to look at them. Return: how many.
 */
static u32 ring_reader_skip_page(struct ring_buffer_per_cpu *rb, u32 limit, bool complete)
{
	struct ring_reader *reader = &rb->reader;
	const struct ring_page *page = &rb->pages[reader->index];
	u32 events;

	if (complete) {
		events = (u32)(page->first + page->entries - reader->ordinal);
		reader->cursor.offset = limit;
	} else {
		events = ring_reader_count(rb, limit);
	}
	reader->ordinal += events;
	reader->read += events;
	reader->lost = 0;
	return events;
}

/* Gives away the reader's page, all of it read, for the caller's. */
static void ring_reader_exchange_page(struct ring_buffer_per_cpu *rb, void **page)
{
	struct ring_page *own = &rb->pages[rb->reader.index];
	void *full = own->data;

	WRITE_ONCE(own->data, *page);
	*page = full;
}

int ring_buffer_read_page(struct ring_buffer *buffer, u32 cpu, struct ring_read_page *page,
			  bool whole)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	u32 limit, start, events = 0;
	struct ring_event event;
	bool complete;
	u64 lost;

	if (page->bytes != rb->mask + 1) {
		ring_unlock(&rb->lock, flags);
		return -EINVAL;
	}
	if (!ring_reader_peek(rb, &event))
		goto out;
	limit = ring_reader_limit(rb, &complete);
	if (whole && !complete)
		goto out;
	start = rb->reader.cursor.offset;
	lost = rb->reader.lost;
	if (!complete || start)
		ring_page_copy_rest(rb, page->data, limit);
	events = ring_reader_skip_page(rb, limit, complete);
	if (complete && !start)
		ring_reader_exchange_page(rb, &page->data);
	ring_page_seal(rb, page->data, limit - start, lost);
out:
	ring_unlock(&rb->lock, flags);
	return events;
}
