/* SPDX-License-Identifier: MIT */
/*
 * Wait queues: tasks that sleep until a condition holds. The sleeper tests the
 * condition after it is in the queue; the waker makes it true before it looks
 * into the queue: so one of the two always notices.
 */
#pragma once

#include "kernel/sched/sched.h"
#include "kernel/sched/wait_queue.h"
#include "kernel/time/sleep.h"
#include "lib/errno.h"
#include "lib/list.h"
#include "lib/math.h"

struct wait_queue_entry;

/* Wakes the sleeper of @entry. Return: whether somebody was woken. [lock of the queue held] */
typedef int (*wait_queue_func_t)(struct wait_queue_entry *entry, u32 mode);

#define WQ_FLAG_EXCLUSIVE 1u /* a wake_up() wakes one of these, and all others */

struct wait_queue_entry {
	u32 flags;
	void *private; /* the task, for the functions of this file */
	wait_queue_func_t func;
	struct list_head entry; /* [lock of the queue] */
};

#define WAIT_QUEUE_HEAD_INIT(name)                                          \
	{                                                                   \
		.lock = SPINLOCK_INIT, .head = LIST_HEAD_INIT((name).head), \
	}
#define DECLARE_WAIT_QUEUE_HEAD(name) struct wait_queue_head name = WAIT_QUEUE_HEAD_INIT(name)

/* An entry of the calling task that leaves the queue when it is woken. */
#define DEFINE_WAIT(name)                              \
	struct wait_queue_entry name = {               \
		.private = current,                    \
		.func = autoremove_wake_function,      \
		.entry = LIST_HEAD_INIT((name).entry), \
	}

void init_waitqueue_head(struct wait_queue_head *wq);

/* Wakes the task of the entry, and takes the entry out of the queue if the task was asleep. */
int autoremove_wake_function(struct wait_queue_entry *entry, u32 mode);
/* Only wakes. */
int default_wake_function(struct wait_queue_entry *entry, u32 mode);

void add_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry);
void remove_wait_queue(struct wait_queue_head *wq, struct wait_queue_entry *entry);

/*
 * Puts the caller into the queue (if it is not there) and sets its state; then
 * test the condition, and schedule(). Context: task.
 */
void prepare_to_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry, u32 state);
void prepare_to_wait_exclusive(struct wait_queue_head *wq, struct wait_queue_entry *entry,
			       u32 state);
/* Return: 0, or -EINTR if @state is interruptible and the caller was killed: do not sleep. */
int prepare_to_wait_event(struct wait_queue_head *wq, struct wait_queue_entry *entry, u32 state);
/* Running again, and out of the queue. */
void finish_wait(struct wait_queue_head *wq, struct wait_queue_entry *entry);

/*
 * Wakes the sleepers in a state of @mode; of the exclusive ones @nr_exclusive at most, all if 0.
 * Context: any but NMI.
 */
void __wake_up(struct wait_queue_head *wq, u32 mode, int nr_exclusive);
/* The same, the caller holds wq->lock. */
void __wake_up_locked(struct wait_queue_head *wq, u32 mode, int nr_exclusive);

#define wake_up(wq)		      __wake_up((wq), TASK_NORMAL, 1)
#define wake_up_nr(wq, nr)	      __wake_up((wq), TASK_NORMAL, (nr))
#define wake_up_all(wq)		      __wake_up((wq), TASK_NORMAL, 0)
#define wake_up_interruptible(wq)     __wake_up((wq), TASK_INTERRUPTIBLE, 1)
#define wake_up_interruptible_all(wq) __wake_up((wq), TASK_INTERRUPTIBLE, 0)

/*
 * Whether somebody waits. Only after a full barrier (or under wq->lock): else
 * a sleeper that is just coming is missed. Pairs with the one in prepare_to_wait().
 */
static inline bool wq_has_sleeper(struct wait_queue_head *wq)
{
	smp_mb();
	return !list_empty(&wq->head);
}

/* Sleeps in @state until @condition holds. Value: 0 or -EINTR. */
#define ___wait_event(wq, condition, state)                                 \
	({                                                                  \
		DEFINE_WAIT(_wait);                                         \
		int _ret;                                                   \
                                                                            \
		for (;;) {                                                  \
			_ret = prepare_to_wait_event(&(wq), &_wait, state); \
			if (condition) {                                    \
				_ret = 0;                                   \
				break;                                      \
			}                                                   \
			if (_ret)                                           \
				break;                                      \
			schedule();                                         \
		}                                                           \
		finish_wait(&(wq), &_wait);                                 \
		_ret;                                                       \
	})

/* The same for at most @timeout jiffies. Value: jiffies left (at least 1), 0 or -EINTR. */
#define ___wait_event_timeout(wq, condition, state, timeout)                \
	({                                                                  \
		DEFINE_WAIT(_wait);                                         \
		long _left = (timeout);                                     \
		int _ret;                                                   \
                                                                            \
		for (;;) {                                                  \
			_ret = prepare_to_wait_event(&(wq), &_wait, state); \
			if (condition) {                                    \
				_left = _left > 0 ? _left : 1;              \
				break;                                      \
			}                                                   \
			if (_ret || _left <= 0) {                           \
				_left = _ret;                               \
				break;                                      \
			}                                                   \
			_left = schedule_timeout(_left);                    \
		}                                                           \
		finish_wait(&(wq), &_wait);                                 \
		_left;                                                      \
	})

/*
 * @wq is the queue itself, not its address; @condition is evaluated again after
 * each wake-up, as a task that is about to sleep: it must not sleep itself.
 * Context: task.
 */
#define wait_event(wq, condition)                                                 \
	do {                                                                      \
		might_sleep();                                                    \
		if (!(condition))                                                 \
			(void)___wait_event(wq, condition, TASK_UNINTERRUPTIBLE); \
	} while (0)

/* The same, not counted in the load average: for threads whose work is waiting. */
#define wait_event_idle(wq, condition)                                 \
	do {                                                           \
		might_sleep();                                         \
		if (!(condition))                                      \
			(void)___wait_event(wq, condition, TASK_IDLE); \
	} while (0)

/* Value: 0, or -EINTR if the caller was killed. */
#define wait_event_interruptible(wq, condition)                                     \
	({                                                                          \
		might_sleep();                                                      \
		(condition) ? 0 : ___wait_event(wq, condition, TASK_INTERRUPTIBLE); \
	})

/* @timeout in jiffies. Value: 0 if the time passed and @condition is false, else at least 1. */
#define wait_event_timeout(wq, condition, timeout)                                                 \
	({                                                                                         \
		might_sleep();                                                                     \
		(condition) ? max((long)(timeout), 1l)                                             \
			    : ___wait_event_timeout(wq, condition, TASK_UNINTERRUPTIBLE, timeout); \
	})

/* The same; -EINTR if the caller was killed. */
#define wait_event_interruptible_timeout(wq, condition, timeout)                                 \
	({                                                                                       \
		might_sleep();                                                                   \
		(condition) ? max((long)(timeout), 1l)                                           \
			    : ___wait_event_timeout(wq, condition, TASK_INTERRUPTIBLE, timeout); \
	})
