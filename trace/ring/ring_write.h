/* SPDX-License-Identifier: MIT */
/*
 * Writing into a ring: reserve, fill, commit. The common case is inlined here;
 * everything rare is in ring_write.c.
 *
 * A ring is written only on its own processor, so writers there nest like a
 * stack: task, softirq, interrupt, NMI; who came last finishes first. Two words
 * describe the end of what is reserved: where it is, and the time stamp of the
 * last record. They change together, by one instruction, so each record's
 * delta is exact however writers nest, and who was interrupted in between
 * notices and begins again.
 *
 * `commit` says how far readers may read. A writer whose record begins there is
 * the outermost one: everything before it is complete. It moves commit past its
 * own record, and past those of writers that interrupted it. A writer whose
 * record begins elsewhere leaves that to whom it interrupted.
 *
 * A position is one word: the address in its low 48 bits, and above it a count of
 * the events reserved so far. So counts are exact for the same reason. And no
 * position comes back soon, though addresses do: who was interrupted for a whole
 * round of the ring notices that, too.
 */
#pragma once

#include "trace/ring/ring_buffer.h"

#define RING_COUNT_SHIFT 48
#define RING_ONE_EVENT	 (1ul << RING_COUNT_SHIFT)

/* End of what is reserved. Written by this processor only, both words at once. */
struct ring_tail {
	u64 position;
	u64 stamp;
} __aligned(16);

/* What is known of a sub-buffer. Written by the writer until the page is finished. */
struct ring_page {
	void *data;	 /* header and records */
	u64 first;	 /* ordinal of its first event, from the first ever written */
	u32 used;	 /* bytes of records; set when tail leaves the page */
	u16 count_start; /* the count in the position when tail came to the page ... */
	u16 count_end;	 /* ... and when it left */
	u32 entries;	 /* events; set when commit leaves the page */
	u32 discarded;	 /* of those counted, while the page is not finished */
};

/* [lock] What the consuming reader holds: one page outside the ring. */
struct ring_reader {
	u32 index;  /* the page */
	bool valid; /* it holds events, number seq; false: an empty one, seq is the one to take */
	u64 seq;
	u64 ordinal; /* of the next event if none is lost */
	u64 lost;    /* before the next event, not reported yet */
	u64 read;    /* events taken since the last reset */
	struct ring_cursor cursor, next;
};

struct ring_buffer_per_cpu {
	/* Hot, one cache line. */
	struct ring_tail tail;
	u64 commit; /* a position; written here, read everywhere */
	u64 mask;   /* size of a sub-buffer - 1 */
	ring_clock_t clock;
	s64 room;      /* how far on its page a record may reach, see ring_room_add() */
	u32 overwrite; /* when full */
	u32 full;      /* if not overwrite: an event found no room; no reader has made room since */

	/* Cold; written by this processor, or with the ring at rest. */
	u64 tail_seq;	/* number of the page tail is on, or of the one before: ring_tail_seq() */
	u64 commit_seq; /* number of the first page that is not finished */
	u64 *slots;	/* written by compare-and-swap, here and by the reader */
	u32 slot_count;
	u32 slow_depth; /* writers inside ring_write.c */
	u32 changing;	/* the tables are being exchanged */
	u32 cpu;
	struct ring_page *pages; /* slot_count + 1: one is the reader's */
	u64 dropped;
	u64 commit_overrun;

	ring_lock_t lock;
	struct ring_reader reader;
	/* [lock] Values at the last reset, which counts are given from. */
	u64 written_base, dropped_base, commit_overrun_base;
} __aligned(64);

/*
 * rb->room is mask when a record may be written the short way. Each reason not to
 * record takes RING_ROOM_DISABLED off it, a clock that is not read inline takes
 * RING_ROOM_SLOW_CLOCK off; so one signed comparison answers all three questions.
 * Changed by ring_room_add() only, in any context.
 */
#define RING_ROOM_DISABLED   (1l << 40)
#define RING_ROOM_SLOW_CLOCK (1l << 32)

static __always_inline bool ring_is_disabled(const struct ring_buffer_per_cpu *rb)
{
	return READ_ONCE(rb->room) < -RING_ROOM_DISABLED / 2;
}

static __always_inline void ring_room_add(struct ring_buffer_per_cpu *rb, s64 value)
{
	__atomic_fetch_add(&rb->room, value, __ATOMIC_SEQ_CST);
}

struct ring_buffer {
	u32 cpus;
	u32 subbuf_size;
	struct ring_buffer_per_cpu *cpu[];
};

static __always_inline void *ring_position_address(u64 position)
{
	return ring_canonical_address(position, RING_COUNT_SHIFT);
}

/* Out of line: the page is full, time jumped, somebody interrupted, recording is off. */
void *ring_buffer_reserve_slow(struct ring_buffer_per_cpu *rb, u32 length);
void ring_buffer_commit_slow(struct ring_buffer_per_cpu *rb);

/**
 * ring_buffer_reserve() - claim space for an event, with its time stamp.
 * @rb:     this processor's ring: buffer->cpu[smp_processor_id()].
 * @length: bytes of data. Best a constant.
 *
 * Until ring_buffer_commit() or ring_buffer_discard() with the same @length, in
 * the same context, preemption must be off. Interrupts may come and write.
 * Context: any, NMI included. Takes no lock, never waits.
 * Return: the data, to be filled in, aligned to 4 bytes; or NULL: recording is
 * off, or there is no room (the loss is counted).
 */
static __always_inline void *ring_buffer_reserve(struct ring_buffer_per_cpu *rb, u32 length)
{
	u32 size = ring_record_size(length);
	u64 position, stamp, now, delta;
	u32 *record;

	/* position first: should a writer come between the two, the exchange below notices. */
	position = READ_ONCE(rb->tail.position);
	stamp = READ_ONCE(rb->tail.stamp);
	if (unlikely((s64)(((position - 1) & rb->mask) + size) > READ_ONCE(rb->room)))
		return ring_buffer_reserve_slow(rb, length);
	now = ring_clock_read(rb->clock);
	delta = now - stamp;
	if (unlikely(delta > RING_DELTA_MAX))
		return ring_buffer_reserve_slow(rb, length);
	if (unlikely(!local_cmpxchg_pair(&rb->tail.position, position, stamp,
					 position + size + RING_ONE_EVENT, now)))
		return ring_buffer_reserve_slow(rb, length);

	record = ring_position_address(position);
	record[0] = ring_record_word(length, delta);
	if (length > RING_SHORT_DATA_MAX)
		record[1] = size - 4;
	return (char *)record + ring_data_offset(length);
}

/**
 * ring_buffer_commit() - hand a filled event to the readers.
 * @data: from ring_buffer_reserve().
 *
 * It becomes visible when all writers it interrupted have committed too.
 */
static __always_inline void ring_buffer_commit(struct ring_buffer_per_cpu *rb, void *data,
					       u32 length)
{
	u64 commit = READ_ONCE(rb->commit);

	if (likely(ring_position_address(commit) == (char *)data - ring_data_offset(length))) {
		u64 end = commit + ring_record_size(length) + RING_ONE_EVENT;

		/* Pairs with the loads of commit in ring_read.c: they see the whole event. */
		smp_store_release(&rb->commit, end);
		if (unlikely(READ_ONCE(rb->tail.position) != end))
			ring_buffer_commit_slow(rb);
	}
}

/**
 * ring_buffer_discard() - instead of a commit: as if it had not been reserved.
 *
 * The space is taken back if nobody has reserved behind it, else it stays as padding.
 */
void ring_buffer_discard(struct ring_buffer_per_cpu *rb, void *data, u32 length);
