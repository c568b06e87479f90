/* SPDX-License-Identifier: MIT */
/*
 * Looking at the events of a ring without taking them. A page is copied, then
 * its slot is looked at again: if it still says the same, the copy is good.
 * The page the reader holds is copied under the lock, which keeps it there.
 */
#include "trace/ring/ring_internal.h"

/* Copies words of a page that a writer may be overwriting at this moment. */
RING_RACY static void ring_page_copy(void *to, const void *from, u32 bytes)
{
	const u64 *source = from;
	u64 *target = to;

	for (u32 i = 0; i < (bytes + 7) / 8; i++)
		target[i] = source[i];
}

/* How far the page at @data may be read, and whether the writer has left it. */
static u32 ring_iter_limit(const struct ring_buffer_per_cpu *rb, const struct ring_page *page,
			   bool *complete)
{
	u64 commit = smp_load_acquire(&rb->commit);

	*complete = ring_position_page(rb, commit) != page->data;
	return *complete ? READ_ONCE(page->used) : ring_position_offset(rb, commit);
}

/* Takes over page @index as number @seq. Return: false if it does not fit into the copy. */
static bool ring_iter_take(struct ring_buffer_iter *iter, u32 index, u64 seq)
{
	const struct ring_buffer_per_cpu *rb = iter->rb;
	const struct ring_page *page = &rb->pages[index];
	u64 first = READ_ONCE(page->first);

	iter->limit = ring_iter_limit(rb, page, &iter->complete);
	if (iter->limit > ring_page_capacity(rb) || (iter->copy && iter->copy_bytes <= rb->mask))
		return false;
	iter->page = page->data;
	if (iter->copy) {
		ring_page_copy(iter->copy, page->data, RING_PAGE_HEADER_SIZE + iter->limit);
		iter->page = iter->copy;
	}
	iter->seq = seq;
	iter->cursor.offset = 0;
	iter->cursor.ts = ((const struct ring_page_header *)iter->page)->time_stamp;
	iter->lost += first - iter->ordinal;
	iter->ordinal = first;
	return true;
}

/* Takes over the rest of the reader's page. */
static bool ring_iter_load_reader_page(struct ring_buffer_iter *iter)
{
	const struct ring_reader *reader = &iter->rb->reader;

	iter->ordinal = iter->rb->pages[reader->index].first;
	if (!ring_iter_take(iter, reader->index, reader->seq))
		return false;
	if (reader->cursor.offset)
		iter->cursor = reader->cursor;
	iter->ordinal = reader->ordinal;
	return true;
}

/* Takes over page iter->seq, or the first one behind it that is still there. Needs the lock. */
static bool ring_iter_load(struct ring_buffer_iter *iter)
{
	const struct ring_buffer_per_cpu *rb = iter->rb;

	for (;;) {
		struct ring_buffer_iter saved = *iter;
		u64 seq = max(iter->seq, ring_oldest_seq(rb));
		u64 old;

		if (rb->reader.valid && iter->seq <= rb->reader.seq)
			return ring_iter_load_reader_page(iter);
		old = READ_ONCE(*ring_slot(rb, seq));
		if (ring_slot_seq(old) == seq && ring_iter_take(iter, ring_slot_index(old), seq)) {
			smp_rmb(); /* the copy is made before the slot is looked at again */
			if (READ_ONCE(*ring_slot(rb, seq)) == old)
				return true;
		}
		if (iter->copy && iter->copy_bytes <= rb->mask)
			return false;
		*iter = saved;
	}
}

static void ring_iter_start(struct ring_buffer_iter *iter)
{
	const struct ring_reader *reader = &iter->rb->reader;
	u64 end = ring_written(iter->rb);

	iter->loaded = false;
	iter->peeked = false;
	iter->seq = reader->seq;
	iter->end = end;
	iter->ordinal = 0;
	if (!ring_iter_load(iter))
		iter->ordinal = end;
	iter->loaded = true;
	iter->lost = 0;
}

void ring_buffer_iter_rewind(struct ring_buffer_iter *iter)
{
	u64 flags = ring_lock(&iter->rb->lock);

	ring_iter_start(iter);
	ring_unlock(&iter->rb->lock, flags);
}

struct ring_buffer_iter *ring_buffer_iter_open(struct ring_buffer *buffer, u32 cpu)
{
	struct ring_buffer_iter *iter = ring_alloc(sizeof(*iter));

	if (!iter)
		return NULL;
	iter->rb = buffer->cpu[cpu];
	iter->copy_bytes = buffer->subbuf_size;
	iter->copy = ring_page_alloc(iter->copy_bytes);
	if (!iter->copy) {
		ring_free(iter, sizeof(*iter));
		return NULL;
	}
	ring_buffer_iter_rewind(iter);
	return iter;
}

void ring_buffer_iter_close(struct ring_buffer_iter *iter)
{
	ring_page_free(iter->copy, iter->copy_bytes);
	ring_free(iter, sizeof(*iter));
}

void ring_buffer_iter_init_dump(struct ring_buffer_iter *iter, struct ring_buffer *buffer, u32 cpu)
{
	*iter = (struct ring_buffer_iter){.rb = buffer->cpu[cpu]};
	ring_iter_start(iter);
}

/* Goes on to the next page. Return: false if it cannot be had. */
static bool ring_iter_next_page(struct ring_buffer_iter *iter)
{
	u64 flags = 0;
	bool loaded;

	iter->seq++;
	if (iter->copy)
		flags = ring_lock(&iter->rb->lock);
	loaded = ring_iter_load(iter);
	if (iter->copy)
		ring_unlock(&iter->rb->lock, flags);
	return loaded;
}

bool ring_buffer_iter_peek(struct ring_buffer_iter *iter, struct ring_event *event)
{
	while (iter->ordinal < iter->end) {
		iter->next = iter->cursor;
		if (ring_page_next(ring_page_records(iter->page), iter->limit, &iter->next,
				   event)) {
			event->lost = iter->lost;
			iter->peeked = true;
			return true;
		}
		if (!iter->complete || !ring_iter_next_page(iter))
			break;
	}
	iter->ordinal = iter->end;
	return false;
}

void ring_buffer_iter_advance(struct ring_buffer_iter *iter)
{
	struct ring_event event;

	if (!iter->peeked && !ring_buffer_iter_peek(iter, &event))
		return;
	iter->peeked = false;
	iter->cursor = iter->next;
	iter->ordinal++;
	iter->lost = 0;
}
