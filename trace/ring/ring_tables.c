/* SPDX-License-Identifier: MIT */
/* Making the tables of a ring, and exchanging them under a ring that is at rest. */
#include "trace/ring/ring_resize.h"

size_t ring_pages_for(size_t bytes, u32 subbuf_size)
{
	size_t pages = DIV_ROUND_UP(bytes, subbuf_size - RING_PAGE_HEADER_SIZE);

	return max(pages, (size_t)RING_BUFFER_MIN_PAGES);
}

void ring_tables_free(struct ring_tables *tables)
{
	while (tables->pool_count)
		ring_page_free(tables->pool[--tables->pool_count], tables->subbuf_size);
	ring_free(tables->pool, tables->pool_capacity * sizeof(void *));
	ring_free(tables->pages, (tables->slot_count + 1ul) * sizeof(struct ring_page));
	ring_free(tables->slots, tables->slot_count * sizeof(u64));
}

int ring_tables_alloc(struct ring_tables *tables, size_t slot_count, u32 subbuf_size, size_t fresh,
		      size_t spare)
{
	*tables = (struct ring_tables){.subbuf_size = subbuf_size};
	if (slot_count >= RING_PAGES_MAX || !ring_memory_available(fresh * subbuf_size))
		return -ENOMEM;
	tables->slot_count = slot_count;
	tables->pool_capacity = fresh + spare;
	tables->slots = ring_alloc(slot_count * sizeof(u64));
	tables->pages = ring_alloc((slot_count + 1) * sizeof(struct ring_page));
	tables->pool = ring_alloc(tables->pool_capacity * sizeof(void *));
	if (!tables->slots || !tables->pages || !tables->pool)
		goto fail;
	while (tables->pool_count < fresh) {
		void *page = ring_page_alloc(subbuf_size);

		if (!page)
			goto fail;
		tables->pool[tables->pool_count++] = page;
	}
	return 0;
fail:
	ring_tables_free(tables);
	return -ENOMEM;
}

/* Gives page @index of the new tables its memory and tells the memory its index. */
static void ring_table_set(struct ring_tables *tables, u32 index, struct ring_page page)
{
	tables->pages[index] = page;
	ring_page_set_index(page.data, index);
}

/* Fills the slots for numbers @seq on, @count of them, with empty pages from index @index on. */
static void ring_table_add_empty(struct ring_tables *tables, u64 seq, size_t count, u32 index)
{
	for (; count; count--, seq++, index++) {
		void *data = tables->pool[--tables->pool_count];

		ring_table_set(tables, index, (struct ring_page){.data = data});
		tables->slots[seq % tables->slot_count] = ring_slot_word(seq, index);
	}
}

/*
 * Moves the reader's page (index 0) and the newest pages of the ring to the new tables;
 * the others go to the pool. Return: pages of the ring that were kept.
 */
static size_t ring_table_keep_pages(struct ring_buffer_per_cpu *rb, struct ring_tables *tables)
{
	bool shared = rb->reader.valid && rb->reader.seq == rb->tail_seq;
	u64 oldest = shared ? rb->tail_seq + 1 : ring_oldest_seq(rb);
	size_t keep = min(rb->tail_seq + 1 - oldest, (u64)tables->slot_count);
	u64 first_kept = rb->tail_seq + 1 - keep;
	u32 index = 1;

	ring_table_set(tables, 0, rb->pages[rb->reader.index]);
	for (u64 seq = oldest; seq < oldest + rb->slot_count; seq++) {
		struct ring_page page = rb->pages[ring_slot_index(*ring_slot(rb, seq))];

		if (seq < first_kept || seq > rb->tail_seq) {
			tables->pool[tables->pool_count++] = page.data;
			continue;
		}
		ring_table_set(tables, index, page);
		tables->slots[seq % tables->slot_count] = ring_slot_word(seq, index++);
	}
	rb->reader.index = 0;
	return keep;
}

/* Begins afresh on new pages, behind all that was written. */
static void ring_table_restart(struct ring_buffer_per_cpu *rb, struct ring_tables *tables)
{
	u64 written = rb->slots ? ring_written(rb) : 0;
	u64 seq = rb->slots ? rb->tail_seq + 1 : 0;
	u64 now = ring_clock_read(rb->clock);
	struct ring_page_header *header;
	struct ring_page *page;

	ring_table_add_empty(tables, seq, tables->slot_count, 1);
	ring_table_set(tables, 0, (struct ring_page){.data = tables->pool[--tables->pool_count]});
	page = &tables->pages[ring_slot_index(tables->slots[seq % tables->slot_count])];
	page->first = written;
	header = page->data;
	header->time_stamp = now;
	rb->tail = (struct ring_tail){.position = ring_page_start(header, 0), .stamp = now};
	rb->tail_seq = seq;
	rb->commit_seq = seq;
	rb->reader = (struct ring_reader){.seq = seq, .ordinal = written};
	rb->written_base = written;
	ring_room_add(rb, tables->subbuf_size - 1 - rb->mask);
	rb->mask = tables->subbuf_size - 1;
	smp_store_release(&rb->commit, rb->tail.position);
}

/* All pages of the old tables that nothing names any more, when a ring begins afresh. */
static void ring_table_collect(const struct ring_buffer_per_cpu *rb, struct ring_tables *old)
{
	for (u32 index = 0; index <= rb->slot_count; index++)
		old->pool[old->pool_count++] = rb->pages[index].data;
}

void ring_tables_exchange(struct ring_buffer_per_cpu *rb, struct ring_tables *tables)
{
	struct ring_tables old = {
		.slots = rb->slots,
		.pages = rb->pages,
		.slot_count = rb->slot_count,
		.subbuf_size = rb->mask + 1,
	};
	struct ring_tables new = *tables;

	if (rb->slots && old.subbuf_size == new.subbuf_size) {
		size_t keep = ring_table_keep_pages(rb, &new);

		ring_table_add_empty(&new, rb->tail_seq + 1, new.slot_count - keep, keep + 1);
		old.pool = new.pool;
		old.pool_count = new.pool_count;
		old.pool_capacity = new.pool_capacity;
	} else {
		ring_table_restart(rb, &new);
		old.pool = new.pool;
		old.pool_capacity = new.pool_capacity;
		if (rb->slots)
			ring_table_collect(rb, &old);
	}
	rb->slots = new.slots;
	rb->pages = new.pages;
	rb->slot_count = new.slot_count;
	WRITE_ONCE(rb->full, 0);
	*tables = old;
}
