/* SPDX-License-Identifier: MIT */
/*
 * The ring that holds the kernel log: KMSG_SLOTS records of fixed size, the oldest
 * overwritten. Writers in any number and any context, nested ones included,
 * never wait for each other; readers never disturb them.
 *
 * Record number seq lives in slot seq % KMSG_SLOTS. The slot's state says which
 * record it holds and whether it is whole, see kmsg_ring.c.
 */
#pragma once

#include "lib/types.h"

#define KMSG_SLOTS    1024
#define KMSG_TEXT_MAX 232 /* characters of one record */

struct kmsg_slot {
	u64 state;
	u64 stamp; /* the writer's clock, in any unit */
	u16 length;
	u8 level;
	char text[KMSG_TEXT_MAX];
} __attribute__((aligned(64)));

struct kmsg_ring {
	u64 next_seq; /* of the record that will be written next */
	struct kmsg_slot slots[KMSG_SLOTS];
};

/*
 * Adds a record; text beyond KMSG_TEXT_MAX is cut. It is lost only if KMSG_SLOTS records are
 * written while another writer is in the middle of the same slot. Context: any.
 */
void kmsg_ring_write(struct kmsg_ring *ring, u8 level, u64 stamp, const char *text, size_t length);

/*
 * Copies record @seq; @copy->state is of no meaning.
 * Context: any. Return: 0; -EAGAIN: not written yet, or not whole yet; -EPIPE: overwritten.
 */
int kmsg_ring_read(const struct kmsg_ring *ring, u64 seq, struct kmsg_slot *copy);

/* Whether kmsg_ring_read() of @seq would not say -EAGAIN. Context: any. */
bool kmsg_ring_has(const struct kmsg_ring *ring, u64 seq);

/* The oldest record that is not overwritten. Context: any. */
u64 kmsg_ring_first_seq(const struct kmsg_ring *ring);

/* The kernel log itself. */
extern struct kmsg_ring kmsg_ring;
