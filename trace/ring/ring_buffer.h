/* SPDX-License-Identifier: MIT */
/*
 * A ring buffer per processor, for records of any kind: writers in every
 * context that never wait, readers that take whole pages. The hot path of
 * writing is in ring_write.h; this is everything else.
 *
 * Pages have sequence numbers that only grow. The ring is an array of slots;
 * the page with number S is in slot S modulo their count. A slot's word says
 * which page is in it and for which number. Two parties want the oldest page:
 * a reader, who puts an empty page of its own in its place, and a writer that
 * has come round and overwrites it. Each does so by one compare-and-swap of the
 * slot's word that raises the number by the count of slots; whoever is first
 * has the page.
 *
 * The calls that read one processor's ring are serialised by its lock. They
 * never hold up a writer.
 */
#pragma once

#include "lib/types.h"
#include "trace/ring/ring_page.h"
#include "trace/ring/ring_platform.h"

struct ring_buffer;
struct ring_buffer_per_cpu;
struct ring_buffer_iter;

#define RING_BUFFER_ALL_CPUS (-1)
/* Fewest pages a ring has, besides the one the reader holds. */
#define RING_BUFFER_MIN_PAGES 2

/**
 * ring_buffer_alloc() - make a buffer.
 * @cpus:  rings, one for each processor number below it.
 * @bytes: per processor; rounded up to whole pages, at least RING_BUFFER_MIN_PAGES.
 * @clock: where time stamps come from.
 *
 * It overwrites the oldest events when full. Recording is enabled.
 * Context: task or boot. Return: NULL when there is no memory.
 */
struct ring_buffer *ring_buffer_alloc(u32 cpus, size_t bytes, ring_clock_t clock);

/* Nobody may be writing or reading. Context: task. */
void ring_buffer_free(struct ring_buffer *buffer);

/**
 * ring_buffer_resize() - change the size of one or all rings, also while they are written.
 * @cpu: number, or RING_BUFFER_ALL_CPUS.
 *
 * The newest events that fit are kept; those that do not count as overrun.
 * What is written during the change is dropped and counted. Context: task; callers take turns.
 * Return: 0; -ENOMEM, nothing has changed then; -EINVAL: no such ring, or 0 bytes.
 */
int ring_buffer_resize(struct ring_buffer *buffer, size_t bytes, int cpu);

/**
 * ring_buffer_set_subbuf_size() - change the size of the pages of all rings.
 * @bytes: power of two, 4096 to 128 pages of that size.
 *
 * All events are dropped; the rings keep about their size. Context: as ring_buffer_resize().
 * Return: 0, -EINVAL, -ENOMEM.
 */
int ring_buffer_set_subbuf_size(struct ring_buffer *buffer, u32 bytes);
u32 ring_buffer_subbuf_size(const struct ring_buffer *buffer);

/* Bytes of records that the ring of @cpu has room for. */
size_t ring_buffer_size(const struct ring_buffer *buffer, u32 cpu);

/* Drops all events and sets the counts to 0, also while they are written. Context: any but NMI. */
void ring_buffer_reset_cpu(struct ring_buffer *buffer, u32 cpu);
void ring_buffer_reset(struct ring_buffer *buffer);

/* While disabled (the calls nest) nothing is recorded or counted. Context: any. */
void ring_buffer_record_disable_cpu(struct ring_buffer *buffer, u32 cpu);
void ring_buffer_record_enable_cpu(struct ring_buffer *buffer, u32 cpu);
void ring_buffer_record_disable(struct ring_buffer *buffer);
void ring_buffer_record_enable(struct ring_buffer *buffer);

/*
 * Full: overwrite the oldest events (true, the default) or drop the new ones, until a reader
 * makes room; with one that did not fit, others may be dropped that would.
 */
void ring_buffer_change_overwrite(struct ring_buffer *buffer, bool overwrite);
bool ring_buffer_overwrites(const struct ring_buffer *buffer);

/* The caller resets the buffer afterwards: its stamps would mean two things. */
void ring_buffer_set_clock(struct ring_buffer *buffer, ring_clock_t clock);

/* Exchanges the rings of @cpu of two buffers. Recording should be off. Return: 0 or -EINVAL. */
int ring_buffer_swap_cpu(struct ring_buffer *a, struct ring_buffer *b, u32 cpu);

/* Exact when nobody writes: written = entries + overrun + read, all since the last reset. */
struct ring_buffer_stats {
	u64 entries;	    /* events there, not read yet */
	u64 overrun;	    /* overwritten before they were read */
	u64 commit_overrun; /* dropped: the ring was full of events not committed yet */
	u64 dropped;   /* dropped: the ring was full and does not overwrite, or was being changed */
	u64 read;      /* taken by consuming readers */
	u64 bytes;     /* of the records there */
	u64 oldest_ts; /* of the first event there; 0 if there is none */
	u64 now_ts;
	u64 written; /* since the ring was made: no reset changes it */
};

/* Context: any but NMI. */
void ring_buffer_get_stats(struct ring_buffer *buffer, u32 cpu, struct ring_buffer_stats *stats);
/* Return: stats.entries and stats.overrun alone. */
u64 ring_buffer_entries_cpu(struct ring_buffer *buffer, u32 cpu);
u64 ring_buffer_overrun_cpu(struct ring_buffer *buffer, u32 cpu);
bool ring_buffer_empty_cpu(struct ring_buffer *buffer, u32 cpu);
/* Return: of 100 pages, how many have been begun and not given to a reader. */
u32 ring_buffer_percent_used(struct ring_buffer *buffer, u32 cpu);

/**
 * ring_buffer_peek() - look at the next event without taking it.
 *
 * event->data stays valid until the next consuming call on this ring, so those
 * who consume from the same ring take turns. Context: any but NMI.
 * Return: false if there is none.
 */
bool ring_buffer_peek(struct ring_buffer *buffer, u32 cpu, struct ring_event *event);
/* The same, and takes it. */
bool ring_buffer_consume(struct ring_buffer *buffer, u32 cpu, struct ring_event *event);

/**
 * ring_buffer_copy_event() - copy an event that was peeked, unless somebody has taken it since.
 * @event: from ring_buffer_peek().
 * @copy:  gets its data; has room for a sub-buffer.
 * @next:  NULL, or: the event is taken as well, and this is the one behind it, as if peeked;
 *         its data is NULL if there is none. May be @event.
 *
 * For those who consume from the same ring without taking turns. Context: any but NMI.
 * Return: false if the event is gone.
 */
bool ring_buffer_copy_event(struct ring_buffer *buffer, u32 cpu, const struct ring_event *event,
			    void *copy, struct ring_event *next);

/* A page outside any ring, for ring_buffer_read_page(). */
struct ring_read_page {
	void *data;
	u32 bytes; /* the sub-buffer size it was made for */
};

/* Context: task. Return: false without memory. */
bool ring_buffer_alloc_read_page(struct ring_buffer *buffer, struct ring_read_page *page);
void ring_buffer_free_read_page(struct ring_read_page *page);

/**
 * ring_buffer_read_page() - take the rest of the oldest page, in the binary layout.
 * @page:  exchanged for one with events, or they are copied to it.
 * @whole: only if the writer has left the page: then nothing is copied.
 *
 * Context: any but NMI. Return: events on the page, 0 if there are none to take;
 * -EINVAL when the sub-buffer size is no longer that of @page.
 */
int ring_buffer_read_page(struct ring_buffer *buffer, u32 cpu, struct ring_read_page *page,
			  bool whole);

/*
 * An iterator shows the events that were there when it was opened, without
 * taking them, while writers write. What is overwritten meanwhile it skips and
 * counts as lost. Context: task. Return: NULL when there is no memory.
 */
struct ring_buffer_iter *ring_buffer_iter_open(struct ring_buffer *buffer, u32 cpu);
void ring_buffer_iter_close(struct ring_buffer_iter *iter);
/* Begins again, with the events that are there now. */
void ring_buffer_iter_rewind(struct ring_buffer_iter *iter);
/* event->data stays valid until the next call. Return: false at the end. */
bool ring_buffer_iter_peek(struct ring_buffer_iter *iter, struct ring_event *event);
void ring_buffer_iter_advance(struct ring_buffer_iter *iter);

/* The iterator's own; here so that a dump can have them without allocating. */
struct ring_buffer_iter {
	struct ring_buffer_per_cpu *rb;
	void *copy;	/* of the page; NULL: looks at the ring itself, without its lock */
	u32 copy_bytes; /* size of copy */
	bool loaded;	/* page, seq, limit, complete describe a page */
	bool complete;	/* the writer has left the page */
	bool peeked;	/* next is behind the event that was peeked */
	const void *page;
	u64 seq;     /* of the page, or the one to load */
	u32 limit;   /* bytes of records on it */
	u64 ordinal; /* of the next event, counted from the first ever written */
	u64 end;     /* ordinal where to stop */
	u64 lost;    /* before the next event */
	struct ring_cursor cursor, next;
};

/*
 * For a kernel in trouble: an iterator that takes no lock and no memory. Recording
 * must be off. Context: any, NMI included.
 */
void ring_buffer_iter_init_dump(struct ring_buffer_iter *iter, struct ring_buffer *buffer, u32 cpu);
