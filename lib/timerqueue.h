/* SPDX-License-Identifier: MIT */
/*
 * A queue ordered by expiry: the earliest node is at hand, adding and removing
 * any node is O(log n) amortised. Equal times leave in the order they came.
 * It is a pairing heap whose nodes live inside what is queued; no locking.
 */
#pragma once

#include "lib/types.h"

struct timerqueue_node {
	u64 expires;
	u64 order; /* breaks ties: first in, first out */
	struct timerqueue_node *child, *sibling;
	struct timerqueue_node *previous; /* left sibling, or parent of a first child */
};

struct timerqueue_head {
	struct timerqueue_node *root;
	u64 next_order;
};

/* The node that expires first, or NULL. */
static inline struct timerqueue_node *timerqueue_getnext(const struct timerqueue_head *head)
{
	return head->root;
}

/* Queues @node, whose expires is set. Return: true when it is now the first. */
bool timerqueue_add(struct timerqueue_head *head, struct timerqueue_node *node);

/* Takes @node, which must be queued on @head, out. */
void timerqueue_del(struct timerqueue_head *head, struct timerqueue_node *node);
