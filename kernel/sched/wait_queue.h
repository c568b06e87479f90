/* SPDX-License-Identifier: MIT */
/* The head of a wait queue, for structs that contain one; see kernel/sched/wait.h. */
#pragma once

#include "kernel/locks/spinlock.h"
#include "lib/list.h"

struct wait_queue_head {
	spinlock_t lock;       /* interrupts off */
	struct list_head head; /* [lock] struct wait_queue_entry, by .entry */
};
typedef struct wait_queue_head wait_queue_head_t;
