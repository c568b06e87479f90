/* SPDX-License-Identifier: MIT */
/*
 * A pairing heap: a tree whose parents expire before their children. The
 * children of a node form a list; taking the root out melts its children
 * together in pairs, from left to right, and then the pairs from right to
 * left, which is what keeps the tree flat (Fredman, Sedgewick, Sleator and
 * Tarjan, "The pairing heap", 1986). No recursion.
 */
#include "lib/timerqueue.h"

static bool timerqueue_before(const struct timerqueue_node *a, const struct timerqueue_node *b)
{
	return a->expires != b->expires ? a->expires < b->expires : a->order < b->order;
}

/* Makes the later of two roots the first child of the earlier. Return: the earlier. */
static struct timerqueue_node *timerqueue_meld(struct timerqueue_node *a, struct timerqueue_node *b)
{
	struct timerqueue_node *parent = a, *child = b;

	if (timerqueue_before(b, a)) {
		parent = b;
		child = a;
	}
	child->sibling = parent->child;
	if (parent->child)
		parent->child->previous = child;
	child->previous = parent;
	parent->child = child;
	return parent;
}

/* Melds a list of siblings into one tree. Return: its root, or NULL for an empty list. */
static struct timerqueue_node *timerqueue_meld_siblings(struct timerqueue_node *list)
{
	struct timerqueue_node *pairs = NULL, *root;

	while (list && list->sibling) {
		struct timerqueue_node *a = list, *b = list->sibling;

		list = b->sibling;
		a = timerqueue_meld(a, b);
		a->sibling = pairs; /* a stack: the last pair on top */
		pairs = a;
	}
	root = list; /* the odd one, or NULL */
	if (!root && pairs) {
		root = pairs;
		pairs = pairs->sibling;
	}
	while (pairs) {
		struct timerqueue_node *next = pairs->sibling;

		root = timerqueue_meld(root, pairs);
		pairs = next;
	}
	return root;
}

static void timerqueue_set_root(struct timerqueue_head *head, struct timerqueue_node *root)
{
	head->root = root;
	if (root) {
		root->sibling = NULL;
		root->previous = NULL;
	}
}

bool timerqueue_add(struct timerqueue_head *head, struct timerqueue_node *node)
{
	node->order = head->next_order++;
	node->child = NULL;
	timerqueue_set_root(head, head->root ? timerqueue_meld(head->root, node) : node);
	return head->root == node;
}

void timerqueue_del(struct timerqueue_head *head, struct timerqueue_node *node)
{
	struct timerqueue_node *rest = timerqueue_meld_siblings(node->child);

	if (node == head->root) {
		timerqueue_set_root(head, rest);
		return;
	}
	if (node->previous->child == node) /* first child: previous is the parent */
		node->previous->child = node->sibling;
	else
		node->previous->sibling = node->sibling;
	if (node->sibling)
		node->sibling->previous = node->previous;
	if (rest)
		timerqueue_set_root(head, timerqueue_meld(head->root, rest));
}
