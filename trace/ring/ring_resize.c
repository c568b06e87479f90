/* SPDX-License-Identifier: MIT */
/*
 * Changing the size of rings that may be in use. New memory is got first; then,
 * on each ring's own processor with interrupts off, the tables are exchanged.
 * A writer that was interrupted inside the ring shows: something is reserved and
 * not committed, or it counts in slow_depth; then the change is tried again a
 * moment later. One that was interrupted before its first exchange finds, when
 * it comes to it, that tail has moved, or that it has not and all is well.
 */
#include "trace/ring/ring_resize.h"

#define RING_CHANGE_ATTEMPTS 100000

/* One ring's change, carried out by ring_change_here(). */
struct ring_change {
	struct ring_buffer_per_cpu *rb;
	struct ring_tables tables; /* before: the new ones; after: the old ones */
	bool done;
};

/* On the ring's processor, interrupts off. NMIs are told to drop what they have. */
static void ring_change_here(void *arg)
{
	struct ring_change *change = arg;
	struct ring_buffer_per_cpu *rb = change->rb;
	u64 flags = ring_lock(&rb->lock);

	WRITE_ONCE(rb->changing, 1);
	ring_room_add(rb, -RING_ROOM_DISABLED);
	if (!READ_ONCE(rb->slow_depth) && READ_ONCE(rb->tail.position) == READ_ONCE(rb->commit)) {
		ring_tables_exchange(rb, &change->tables);
		change->done = true;
	}
	ring_room_add(rb, RING_ROOM_DISABLED);
	WRITE_ONCE(rb->changing, 0);
	ring_unlock(&rb->lock, flags);
}

/* Return: 0, or -EBUSY when a writer never comes out of the ring. */
static int ring_change_run(struct ring_change *change)
{
	for (u32 attempt = 0; attempt < RING_CHANGE_ATTEMPTS && !change->done; attempt++)
		ring_run_on_cpu(change->rb->cpu, ring_change_here, change);
	return change->done ? 0 : -EBUSY;
}

static int ring_change_prepare(struct ring_change *change, struct ring_buffer_per_cpu *rb,
			       size_t slot_count, u32 subbuf_size)
{
	size_t now = rb->slot_count, fresh = slot_count + 1;

	change->rb = rb;
	if (subbuf_size == rb->mask + 1)
		fresh = slot_count > now ? slot_count - now : 0;
	return ring_tables_alloc(&change->tables, slot_count, subbuf_size, fresh, now + 1);
}

/* Prepares and makes one change for each ring from @first to @last, or none. */
static int ring_change_all(struct ring_buffer *buffer, u32 first, u32 last, size_t slot_count,
			   u32 subbuf_size)
{
	u32 count = last - first + 1, ready = 0;
	struct ring_change *changes = ring_alloc(count * sizeof(*changes));
	int error = changes ? 0 : -ENOMEM;

	while (!error && ready < count) {
		error = ring_change_prepare(&changes[ready], buffer->cpu[first + ready], slot_count,
					    subbuf_size);
		ready += !error;
	}
	for (u32 i = 0; i < ready; i++) {
		if (!error)
			error = ring_change_run(&changes[i]);
		ring_tables_free(&changes[i].tables);
	}
	ring_free(changes, count * sizeof(*changes));
	return error;
}

int ring_buffer_resize(struct ring_buffer *buffer, size_t bytes, int cpu)
{
	bool all = cpu == RING_BUFFER_ALL_CPUS;

	if (!bytes || (!all && (cpu < 0 || (u32)cpu >= buffer->cpus)))
		return -EINVAL;
	return ring_change_all(buffer, all ? 0 : cpu, all ? buffer->cpus - 1 : (u32)cpu,
			       ring_pages_for(bytes, buffer->subbuf_size), buffer->subbuf_size);
}

int ring_buffer_set_subbuf_size(struct ring_buffer *buffer, u32 bytes)
{
	int error;

	if (bytes < RING_SUBBUF_SIZE_MIN || bytes > RING_SUBBUF_SIZE_MAX || (bytes & (bytes - 1)))
		return -EINVAL;
	error = ring_change_all(buffer, 0, buffer->cpus - 1,
				ring_pages_for(ring_buffer_size(buffer, 0), bytes), bytes);
	if (!error)
		buffer->subbuf_size = bytes;
	return error;
}
