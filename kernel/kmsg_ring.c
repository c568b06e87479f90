/* SPDX-License-Identifier: MIT */
/*
 * The ring that holds the kernel log. A slot's state is
 *
 *	0		never used
 *	2 * seq + 1	record seq is being written
 *	2 * seq + 2	it holds record seq
 *
 * and only grows, but for a writer that was held up for a whole round, which then
 * finds a larger value or an odd one and gives up. A reader looks at the state before
 * and after copying: the same even value means that the copy is whole.
 */
#include "kernel/kmsg_ring.h"

#include "arch/x86_64/atomic.h"
#include "arch/x86_64/barrier.h"
#include "lib/errno.h"
#include "lib/math.h"
#include "lib/string.h"

void kmsg_ring_write(struct kmsg_ring *ring, u8 level, u64 stamp, const char *text, size_t length)
{
	u64 seq = __atomic_fetch_add(&ring->next_seq, 1, __ATOMIC_SEQ_CST);
	struct kmsg_slot *slot = &ring->slots[seq % KMSG_SLOTS];
	u64 old = READ_ONCE(slot->state);

	if (old & 1 || old > 2 * seq || cmpxchg(&slot->state, old, 2 * seq + 1) != old)
		return;
	slot->level = level;
	slot->stamp = stamp;
	slot->length = min(length, (size_t)KMSG_TEXT_MAX);
	memcpy(slot->text, text, slot->length);
	/* Pairs with the load in kmsg_ring_read(). */
	smp_store_release(&slot->state, 2 * seq + 2);
}

int kmsg_ring_read(const struct kmsg_ring *ring, u64 seq, struct kmsg_slot *copy)
{
	const struct kmsg_slot *slot = &ring->slots[seq % KMSG_SLOTS];
	u64 whole = 2 * seq + 2;
	/* Pairs with the store in kmsg_ring_write(). */
	u64 state = smp_load_acquire(&slot->state);

	if (state == whole) {
		size_t length = min(slot->length, (u16)KMSG_TEXT_MAX);

		copy->level = slot->level;
		copy->stamp = slot->stamp;
		copy->length = length;
		memcpy(copy->text, slot->text, length);
		/* The copy is made before the second look; pairs with the cmpxchg of a later
		 * writer. */
		smp_rmb();
		state = READ_ONCE(slot->state);
	}
	if (state == whole)
		return 0;
	return state > whole ? -EPIPE : -EAGAIN;
}

bool kmsg_ring_has(const struct kmsg_ring *ring, u64 seq)
{
	return READ_ONCE(ring->slots[seq % KMSG_SLOTS].state) >= 2 * seq + 2;
}

u64 kmsg_ring_first_seq(const struct kmsg_ring *ring)
{
	u64 next = READ_ONCE(ring->next_seq);

	return next > KMSG_SLOTS ? next - KMSG_SLOTS : 0;
}
