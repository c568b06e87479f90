/* SPDX-License-Identifier: MIT */
/*
 * Counting events. Nothing is counted when an event is written or overwritten:
 * each page knows the ordinal of its first event, commit knows how many are
 * on the last page, and what is missing in between was overwritten.
 */
#include "trace/ring/ring_internal.h"

u64 ring_written(const struct ring_buffer_per_cpu *rb)
{
	for (;;) {
		u64 commit = smp_load_acquire(&rb->commit);
		const struct ring_page *page = &rb->pages[ring_position_index(rb, commit)];
		u64 first = READ_ONCE(page->first);
		u32 discarded = READ_ONCE(page->discarded);
		u16 events = ring_position_count(commit) - READ_ONCE(page->count_start);

		/* The page may have been left and used again since. */
		if (READ_ONCE(rb->commit) == commit)
			return first + events - discarded;
	}
}

/* What is there, not read and not lost. */
struct ring_unread {
	u64 entries;
	u64 bytes;
	u64 oldest_ts;
};

/* Adds the rest of the reader's page. Return: whether commit is on it. Needs rb->lock. */
static bool ring_unread_on_reader_page(const struct ring_buffer_per_cpu *rb, u64 commit,
				       struct ring_unread *unread)
{
	const struct ring_reader *reader = &rb->reader;
	const struct ring_page *page = &rb->pages[reader->index];
	bool shared = ring_position_page(rb, commit) == page->data;
	u32 limit = shared ? ring_position_offset(rb, commit) : page->used;

	unread->oldest_ts = reader->cursor.ts;
	if (!reader->valid)
		return false;
	unread->bytes = limit - reader->cursor.offset;
	unread->entries =
		(shared ? ring_written(rb) : page->first + page->entries) - reader->ordinal;
	if (unread->entries) {
		struct ring_cursor cursor = reader->cursor;
		struct ring_event event;

		if (!cursor.offset)
			cursor.ts = ((const struct ring_page_header *)page->data)->time_stamp;
		if (ring_page_next(ring_page_records(page->data), limit, &cursor, &event))
			unread->oldest_ts = event.ts;
	}
	return shared;
}

/* Adds the pages in the ring, from number @seq on. Return: false if that was overwritten. */
static bool ring_unread_in_ring(const struct ring_buffer_per_cpu *rb, u64 commit, u64 seq,
				struct ring_unread *unread)
{
	u64 old = READ_ONCE(*ring_slot(rb, seq)), last = READ_ONCE(rb->commit_seq), bytes = 0;
	const struct ring_page *page = &rb->pages[ring_slot_index(old)];
	u64 first = READ_ONCE(page->first);
	u64 stamp = READ_ONCE(((struct ring_page_header *)page->data)->time_stamp);

	for (u64 full = seq; full < last; full++) {
		u64 word = READ_ONCE(*ring_slot(rb, full));

		bytes += READ_ONCE(rb->pages[ring_slot_index(word)].used);
	}
	smp_rmb(); /* the page is looked at before its slot is looked at again */
	if (ring_slot_seq(old) != seq || READ_ONCE(*ring_slot(rb, seq)) != old)
		return false;
	if (!unread->entries)
		unread->oldest_ts = stamp;
	unread->entries += ring_written(rb) - first;
	unread->bytes += bytes + ring_position_offset(rb, commit);
	return true;
}

static struct ring_unread ring_count_unread(const struct ring_buffer_per_cpu *rb)
{
	struct ring_unread unread = {0};
	u64 commit = smp_load_acquire(&rb->commit);

	if (ring_unread_on_reader_page(rb, commit, &unread))
		return unread;
	while (!ring_unread_in_ring(rb, commit, ring_oldest_seq(rb), &unread))
		commit = smp_load_acquire(&rb->commit);
	return unread;
}

static u64 ring_overrun(const struct ring_buffer_per_cpu *rb, u64 entries)
{
	return ring_written(rb) - rb->written_base - rb->reader.read - entries;
}

u64 ring_buffer_entries_cpu(struct ring_buffer *buffer, u32 cpu)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	u64 entries = ring_count_unread(rb).entries;

	ring_unlock(&rb->lock, flags);
	return entries;
}

u64 ring_buffer_overrun_cpu(struct ring_buffer *buffer, u32 cpu)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	u64 overrun = ring_overrun(rb, ring_count_unread(rb).entries);

	ring_unlock(&rb->lock, flags);
	return overrun;
}

bool ring_buffer_empty_cpu(struct ring_buffer *buffer, u32 cpu)
{
	return ring_buffer_entries_cpu(buffer, cpu) == 0;
}

u32 ring_buffer_percent_used(struct ring_buffer *buffer, u32 cpu)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	s64 pages = (s64)(READ_ONCE(rb->tail_seq) + 1 - ring_oldest_seq(rb));
	u32 slots = rb->slot_count;

	ring_unlock(&rb->lock, flags);
	return pages > 0 ? (u32)(min(pages, (s64)slots) * 100 / slots) : 0;
}

void ring_buffer_get_stats(struct ring_buffer *buffer, u32 cpu, struct ring_buffer_stats *stats)
{
	struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
	u64 flags = ring_lock(&rb->lock);
	struct ring_unread unread = ring_count_unread(rb);

	*stats = (struct ring_buffer_stats){
		.entries = unread.entries,
		.overrun = ring_overrun(rb, unread.entries),
		.commit_overrun = READ_ONCE(rb->commit_overrun) - rb->commit_overrun_base,
		.dropped = READ_ONCE(rb->dropped) - rb->dropped_base,
		.read = rb->reader.read,
		.bytes = unread.bytes,
		.oldest_ts = unread.oldest_ts,
		.now_ts = ring_clock_read(rb->clock),
		.written = ring_written(rb),
	};
	ring_unlock(&rb->lock, flags);
}
