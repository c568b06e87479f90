/* SPDX-License-Identifier: MIT */
/* Reading the kernel log: record by record, waiting for the next, time stamps as text. */
#include "kernel/kmsg.h"

#include "kernel/irq/irq_work.h"
#include "kernel/printk.h"
#include "kernel/sched/wait.h"
#include "kernel/time/clock.h"
#include "lib/printf.h"
#include "lib/string.h"

static DECLARE_WAIT_QUEUE_HEAD(kmsg_readers);

static void kmsg_wake_readers_now(struct irq_work *work)
{
	wake_up_interruptible_all(&kmsg_readers);
}

/* printk() may be called where no task can be woken, with a run queue locked for example. */
static struct irq_work kmsg_wake_work = {.func = kmsg_wake_readers_now};

void kmsg_wake_readers(void)
{
	if (wq_has_sleeper(&kmsg_readers))
		irq_work_queue(&kmsg_wake_work);
}

int kmsg_wait(u64 seq)
{
	return wait_event_interruptible(kmsg_readers, kmsg_ring_has(&kmsg_ring, seq));
}

int kmsg_read(u64 seq, struct kmsg_record *record)
{
	struct kmsg_slot slot;
	int error = kmsg_ring_read(&kmsg_ring, seq, &slot);

	if (error)
		return error;
	record->seq = seq;
	record->ts_ns = tsc_to_ns(slot.stamp);
	record->level = slot.level;
	record->length = slot.length;
	memcpy(record->text, slot.text, slot.length);
	record->text[slot.length] = '\0';
	return 0;
}

u64 kmsg_first_seq(void)
{
	return kmsg_ring_first_seq(&kmsg_ring);
}

u64 kmsg_next_seq(void)
{
	return READ_ONCE(kmsg_ring.next_seq);
}

size_t kmsg_format_stamp(char *buf, u64 ts_ns)
{
	return snprintf(buf, KMSG_STAMP_MAX, "[%5lu.%06lu] ", ts_ns / NSEC_PER_SEC,
			ts_ns % NSEC_PER_SEC / NSEC_PER_USEC);
}
