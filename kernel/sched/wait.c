/* SPDX-License-Identifier: MIT */
/* Wait queues: entering, leaving, waking. */
#include "kernel/sched/wait.h"

void init_waitqueue_head(struct wait_queue_head *wq)
{
	spin_lock_init(&wq->lock);
	INIT_LIST_HEAD(&wq->head);
}

int default_wake_function(struct wait_queue_entry *entry, u32 mode)
{
	return try_to_wake_up(entry->private, mode);
}

int autoremove_wake_function(struct wait_queue_entry *entry, u32 mode)
{
	int woken = default_wake_function(entry, mode);

	if (woken)
		list_del_init(&entry->entry);
	return woken;
}

void add_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry)
{
	u64 flags;

	spin_lock_irqsave(&wq->lock, flags);
	list_add(&entry->entry, &wq->head);
	spin_unlock_irqrestore(&wq->lock, flags);
}

void remove_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry)
{
	u64 flags;

	spin_lock_irqsave(&wq->lock, flags);
	list_del_init(&entry->entry);
	spin_unlock_irqrestore(&wq->lock, flags);
}

/* Non-exclusive sleepers stand in front, so that a wake-up reaches them all. */
void prepare_to_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry, u32 state)
{
	u64 flags;

	entry->flags &= ~WQ_FLAG_EXCLUSIVE;
	spin_lock_irqsave(&wq->lock, flags);
	if (list_empty(&entry->entry))
		list_add(&entry->entry, &wq->head);
	set_current_state(state);
	spin_unlock_irqrestore(&wq->lock, flags);
}

void prepare_to_wait_exclusive(struct wait_queue_head *wq, struct wait_queue_entry *entry,
			       u32 state)
{
	u64 flags;

	entry->flags |= WQ_FLAG_EXCLUSIVE;
	spin_lock_irqsave(&wq->lock, flags);
	if (list_empty(&entry->entry))
		list_add_tail(&entry->entry, &wq->head);
	set_current_state(state);
	spin_unlock_irqrestore(&wq->lock, flags);
}

int prepare_to_wait_event(struct wait_queue_head *wq, struct wait_queue_entry *entry, u32 state)
{
	if ((state & TASK_INTERRUPTIBLE) && signal_pending(current))
		return -EINTR;
	prepare_to_wait(wq, entry, state);
	return 0;
}

/*
 * Always through the lock: a waker that is still busy with the entry, or with
 * the queue, is waited for; after this both may vanish.
 */
void finish_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry)
{
	u64 flags;

	__set_current_state(TASK_RUNNING);
	spin_lock_irqsave(&wq->lock, flags);
	list_del_init(&entry->entry);
	spin_unlock_irqrestore(&wq->lock, flags);
}

static noinline void __wake_up_common(struct wait_queue_head *wq, u32 mode, int nr_exclusive)
{
	struct wait_queue_entry *entry, *next;
	u32 flags;

	list_for_each_entry_safe (entry, next, &wq->head, entry) {
		flags = entry->flags;
		if (entry->func(entry, mode) && (flags & WQ_FLAG_EXCLUSIVE) && !--nr_exclusive)
			break;
	}
}

void __wake_up(struct wait_queue_head *wq, u32 mode, int nr_exclusive)
{
	u64 flags;

	spin_lock_irqsave(&wq->lock, flags);
	__wake_up_common(wq, mode, nr_exclusive);
	spin_unlock_irqrestore(&wq->lock, flags);
}

void __wake_up_locked(struct wait_queue_head *wq, u32 mode, int nr_exclusive)
{
	__wake_up_common(wq, mode, nr_exclusive);
}
