/* SPDX-License-Identifier: MIT */
/*
 * The shortest way to write a record, for callbacks that are entered on every
 * call of every function. It takes the common case only: recording is on, the
 * clock is the local one, the page has room, nobody came in between. In any
 * other nothing has happened, and ring_buffer_reserve() is the way.
 *
 * It keeps where the record begins and ends in registers, where
 * ring_buffer_commit() has to find out from the address of the data.
 */
#pragma once

#include "trace/ring/ring_write.h"

/* A reserved record: positions as in struct ring_tail, before and behind it. */
struct ring_claim {
	u64 position;
	u64 end;
};

/* Claims @size bytes of the ring, and writes the first word. Return: its place, or NULL. */
static __always_inline u32 *ring_claim_sized(struct ring_buffer_per_cpu *rb, u32 size, u32 type_len,
					     u64 now, struct ring_claim *claim)
{
	u64 position, stamp, delta;
	u32 *record;

	barrier(); /* now, then the tail */
	position = READ_ONCE(rb->tail.position);
	stamp = READ_ONCE(rb->tail.stamp);
	if (unlikely((s64)(((position - 1) & rb->mask) + size) > rb->room))
		return NULL;
	delta = now - stamp;
	if (unlikely(delta > RING_DELTA_MAX))
		return NULL;
	claim->end = position + size + RING_ONE_EVENT;
	if (unlikely(!local_try_cmpxchg_pair(&rb->tail.position, &position, &stamp, claim->end,
					     now)))
		return NULL;

	claim->position = position;
	record = ring_position_address(position);
	record[0] = (u32)delta << RING_TYPE_BITS | type_len;
	return record;
}

/*
 * As ring_buffer_reserve(), but NULL also means: not the common case. Nothing is
 * counted as lost then. @now: ring_clock_local() a moment ago: a writer that came in
 * between makes it older than the last stamp, which is not the common case.
 * Context: any, preemption off until ring_claim_commit().
 */
static __always_inline void *ring_claim_at(struct ring_buffer_per_cpu *rb, u32 length, u64 now,
					   struct ring_claim *claim)
{
	u32 size = ring_record_size(length);
	u32 *record = ring_claim_sized(rb, size, ring_record_word(length, 0), now, claim);

	if (unlikely(!record))
		return NULL;
	if (length > RING_SHORT_DATA_MAX)
		record[1] = size - 4;
	return (char *)record + ring_data_offset(length);
}

/*
 * For a ring that does not overwrite: counts an event as dropped, if that is all there is to
 * do. Return: whether it was. Context: as ring_claim_at().
 */
static __always_inline bool ring_drop_if_full(struct ring_buffer_per_cpu *rb)
{
	if (!READ_ONCE(rb->full) || READ_ONCE(rb->room) < 0)
		return false;
	local_inc(&rb->dropped);
	return true;
}

static __always_inline void *ring_claim(struct ring_buffer_per_cpu *rb, u32 length,
					struct ring_claim *claim)
{
	return ring_claim_at(rb, length, ring_clock_local(), claim);
}

/* As ring_buffer_commit(). Return: false: ring_buffer_commit_slow() has to follow. */
static __always_inline bool ring_claim_publish(struct ring_buffer_per_cpu *rb,
					       const struct ring_claim *claim)
{
	if (unlikely(rb->commit != claim->position))
		return true;
	/* Pairs with the loads of commit in ring_read.c: they see the whole event. */
	smp_store_release(&rb->commit, claim->end);
	return likely(rb->tail.position == claim->end);
}

static __always_inline void ring_claim_commit(struct ring_buffer_per_cpu *rb,
					      const struct ring_claim *claim)
{
	if (unlikely(!ring_claim_publish(rb, claim)))
		ring_buffer_commit_slow(rb);
}
