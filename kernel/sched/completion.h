/* SPDX-License-Identifier: MIT */
/* A completion: one side says "done", the other sleeps until it was said. */
#pragma once

#include "kernel/sched/wait.h"

struct completion {
	u32 done; /* [wait.lock] how many waiters may pass; COMPLETION_ALL: every one */
	struct wait_queue_head wait;
};

#define COMPLETION_ALL 0xffffffffu

#define COMPLETION_INIT(name)                              \
	{                                                  \
		.wait = WAIT_QUEUE_HEAD_INIT((name).wait), \
	}
#define DECLARE_COMPLETION(name)	 struct completion name = COMPLETION_INIT(name)
#define DECLARE_COMPLETION_ONSTACK(name) DECLARE_COMPLETION(name)

void init_completion(struct completion *x);

/* For using it again; nobody may be waiting. */
static inline void reinit_completion(struct completion *x)
{
	x->done = 0;
}

/* Lets one waiter pass, now or later. Context: any but NMI. */
void complete(struct completion *x);
/* Lets all pass, now and for ever. The last use of @x on this side. Context: any but NMI. */
void complete_all(struct completion *x);

/* Context: task, sleeps; a kill does not end it. The caller may free @x afterwards. */
void wait_for_completion(struct completion *x);
/* Return: 0, or -EINTR if the caller was killed. */
int __must_check wait_for_completion_interruptible(struct completion *x);
/* @timeout in jiffies. Return: jiffies left (at least 1), or 0 if it was not done in time. */
long wait_for_completion_timeout(struct completion *x, long timeout);
/* Passes if it can, without sleeping. Context: any but NMI. */
bool try_wait_for_completion(struct completion *x);
