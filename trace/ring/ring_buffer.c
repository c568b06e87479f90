/* SPDX-License-Identifier: MIT */
/* Making a buffer, and its switches. */
#include "trace/ring/ring_resize.h"

static size_t ring_buffer_bytes(u32 cpus)
{
	return sizeof(struct ring_buffer) + cpus * sizeof(struct ring_buffer_per_cpu *);
}

static struct ring_buffer_per_cpu *ring_alloc_cpu(u32 cpu, size_t slot_count, u32 subbuf_size,
						  ring_clock_t clock)
{
	struct ring_buffer_per_cpu *rb = ring_page_alloc(RING_CPU_BYTES);
	struct ring_tables tables;

	if (!rb)
		return NULL;
	if (ring_tables_alloc(&tables, slot_count, subbuf_size, slot_count + 1, 0)) {
		ring_page_free(rb, RING_CPU_BYTES);
		return NULL;
	}
	*rb = (struct ring_buffer_per_cpu){.cpu = cpu, .clock = clock, .overwrite = true};
	if (!ring_clock_is_local(clock))
		ring_room_add(rb, -RING_ROOM_SLOW_CLOCK);
	ring_tables_exchange(rb, &tables);
	ring_free(tables.pool, tables.pool_capacity * sizeof(void *));
	return rb;
}

static void ring_free_cpu(struct ring_buffer_per_cpu *rb)
{
	for (u32 index = 0; index <= rb->slot_count; index++)
		ring_page_free(rb->pages[index].data, rb->mask + 1);
	ring_free(rb->slots, rb->slot_count * sizeof(u64));
	ring_free(rb->pages, (rb->slot_count + 1ul) * sizeof(struct ring_page));
	ring_page_free(rb, RING_CPU_BYTES);
}

struct ring_buffer *ring_buffer_alloc(u32 cpus, size_t bytes, ring_clock_t clock)
{
	struct ring_buffer *buffer = ring_alloc(ring_buffer_bytes(cpus));

	if (!buffer)
		return NULL;
	buffer->cpus = cpus;
	buffer->subbuf_size = RING_SUBBUF_SIZE_MIN;
	for (u32 cpu = 0; cpu < cpus; cpu++) {
		buffer->cpu[cpu] = ring_alloc_cpu(cpu, ring_pages_for(bytes, RING_SUBBUF_SIZE_MIN),
						  buffer->subbuf_size, clock);
		if (!buffer->cpu[cpu]) {
			ring_buffer_free(buffer);
			return NULL;
		}
	}
	return buffer;
}

void ring_buffer_free(struct ring_buffer *buffer)
{
	for (u32 cpu = 0; cpu < buffer->cpus; cpu++) {
		if (buffer->cpu[cpu])
			ring_free_cpu(buffer->cpu[cpu]);
	}
	ring_free(buffer, ring_buffer_bytes(buffer->cpus));
}

u32 ring_buffer_subbuf_size(const struct ring_buffer *buffer)
{
	return buffer->subbuf_size;
}

size_t ring_buffer_size(const struct ring_buffer *buffer, u32 cpu)
{
	const struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];

	return (size_t)rb->slot_count * ring_page_capacity(rb);
}

void ring_buffer_record_disable_cpu(struct ring_buffer *buffer, u32 cpu)
{
	ring_room_add(buffer->cpu[cpu], -RING_ROOM_DISABLED);
}

void ring_buffer_record_enable_cpu(struct ring_buffer *buffer, u32 cpu)
{
	ring_room_add(buffer->cpu[cpu], RING_ROOM_DISABLED);
}

void ring_buffer_record_disable(struct ring_buffer *buffer)
{
	for (u32 cpu = 0; cpu < buffer->cpus; cpu++)
		ring_buffer_record_disable_cpu(buffer, cpu);
}

void ring_buffer_record_enable(struct ring_buffer *buffer)
{
	for (u32 cpu = 0; cpu < buffer->cpus; cpu++)
		ring_buffer_record_enable_cpu(buffer, cpu);
}

void ring_buffer_change_overwrite(struct ring_buffer *buffer, bool overwrite)
{
	for (u32 cpu = 0; cpu < buffer->cpus; cpu++) {
		WRITE_ONCE(buffer->cpu[cpu]->overwrite, overwrite);
		WRITE_ONCE(buffer->cpu[cpu]->full, 0);
	}
}

bool ring_buffer_overwrites(const struct ring_buffer *buffer)
{
	return READ_ONCE(buffer->cpu[0]->overwrite);
}

void ring_buffer_set_clock(struct ring_buffer *buffer, ring_clock_t clock)
{
	for (u32 cpu = 0; cpu < buffer->cpus; cpu++) {
		struct ring_buffer_per_cpu *rb = buffer->cpu[cpu];
		s64 was_local = ring_clock_is_local(rb->clock);

		WRITE_ONCE(rb->clock, clock);
		ring_room_add(rb, (ring_clock_is_local(clock) - was_local) * RING_ROOM_SLOW_CLOCK);
	}
}

int ring_buffer_swap_cpu(struct ring_buffer *a, struct ring_buffer *b, u32 cpu)
{
	struct ring_buffer_per_cpu *rb;

	if (cpu >= a->cpus || cpu >= b->cpus || a->subbuf_size != b->subbuf_size)
		return -EINVAL;
	rb = a->cpu[cpu];
	WRITE_ONCE(a->cpu[cpu], b->cpu[cpu]);
	WRITE_ONCE(b->cpu[cpu], rb);
	return 0;
}
