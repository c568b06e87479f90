/* SPDX-License-Identifier: MIT */
/*
 * poll(): the task joins every wait queue that the files name, then asks each
 * file again. The queues wake it through pollwake(), which leaves a mark, so a
 * wake-up between the asking and the sleeping is not lost.
 */
#include "arch/x86_64/barrier.h"
#include "kernel/fs/fdtable.h"
#include "kernel/fs/poll.h"
#include "kernel/mm/slab.h"
#include "kernel/sched/sched.h"
#include "kernel/sched/wait.h"
#include "kernel/time/clock.h"
#include "kernel/time/sleep.h"

/* One queue the task has joined. */
struct poll_entry {
	struct wait_queue_entry wait;
	struct wait_queue_head *queue;
	struct file *file; /* holds a reference: the queue is the file's */
	struct poll_entry *next;
	struct poll_wqueues *owner;
};

struct poll_wqueues {
	struct poll_table table; /* .queue is NULL once all queues are joined */
	struct task_struct *task;
	bool triggered; /* a queue was woken since the files were last asked */
	int error;
	struct poll_entry *entries;
};

static int pollwake(struct wait_queue_entry *wait, u32 mode)
{
	struct poll_entry *entry = container_of(wait, struct poll_entry, wait);
	struct poll_wqueues *owner = entry->owner;

	/* Before the wake-up: pairs with the barrier of set_current_state() in poll_sleep(). */
	WRITE_ONCE(owner->triggered, true);
	return try_to_wake_up(owner->task, mode);
}

static void poll_queue(struct poll_table *table, struct file *file, struct wait_queue_head *queue)
{
	struct poll_wqueues *owner = container_of(table, struct poll_wqueues, table);
	struct poll_entry *entry = kzalloc(sizeof(*entry), GFP_KERNEL);

	if (!entry) {
		owner->error = -ENOMEM;
		return;
	}
	entry->wait.func = pollwake;
	entry->queue = queue;
	entry->file = get_file(file);
	entry->owner = owner;
	entry->next = owner->entries;
	owner->entries = entry;
	add_wait_queue(queue, &entry->wait);
}

static void poll_freewait(struct poll_wqueues *owner)
{
	struct poll_entry *entry;

	while ((entry = owner->entries)) {
		owner->entries = entry->next;
		remove_wait_queue(entry->queue, &entry->wait);
		fput(entry->file);
		kfree(entry);
	}
}

/* Asks one file. Return: whether it has something to report, in @pollfd->revents. */
static bool do_pollfd(struct pollfd *pollfd, struct poll_table *table)
{
	struct file *file;
	u32 mask = EPOLLNVAL;

	pollfd->revents = 0;
	if (pollfd->fd < 0)
		return false;
	file = fget(pollfd->fd);
	if (file) {
		mask = vfs_poll(file, table);
		fput(file);
	}
	pollfd->revents = mask & ((u32)(u16)pollfd->events | EPOLLERR | EPOLLHUP | EPOLLNVAL);
	return pollfd->revents;
}

static int do_poll_once(struct pollfd *fds, unsigned int count, struct poll_table *table)
{
	unsigned int i;
	int ready = 0;

	for (i = 0; i < count; i++) {
		if (do_pollfd(&fds[i], table))
			ready++;
		if (ready)
			table = NULL; /* no need to join further queues */
	}
	return ready;
}

/* Sleeps until a queue was woken. Return: 0, or -ETIMEDOUT. */
static int poll_sleep(struct poll_wqueues *owner, u64 expires)
{
	int result = 0;

	set_current_state(TASK_INTERRUPTIBLE);
	if (!READ_ONCE(owner->triggered) && !signal_pending(current) &&
	    !schedule_hrtimeout(expires))
		result = -ETIMEDOUT;
	__set_current_state(TASK_RUNNING);
	WRITE_ONCE(owner->triggered, false);
	smp_mb(); /* before the files are asked again; pairs with try_to_wake_up() in pollwake() */
	return result;
}

noinline int ksys_poll(struct pollfd *fds, unsigned int count, s64 timeout_ns)
{
	struct poll_wqueues owner = {.table.queue = poll_queue, .task = current};
	u64 expires = timeout_ns < 0 ? ~0ul : ktime_get_ns() + (u64)timeout_ns;
	struct poll_table *table = timeout_ns ? &owner.table : NULL;
	int ready, slept = timeout_ns ? 0 : -ETIMEDOUT;

	for (;;) {
		ready = do_poll_once(fds, count, table);
		table = NULL;
		if (!ready)
			ready = owner.error;
		if (ready || slept)
			break;
		if (signal_pending(current)) {
			ready = -EINTR;
			break;
		}
		slept = poll_sleep(&owner, expires);
	}
	poll_freewait(&owner);
	return ready;
}
